/** HEIC, the pictures of phones: sharp reads what is told about them, but for reasons of patents not the picture itself. */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { PACKAGE_ROOT } from '../../../shared/package-root.ts'
import { damaged } from '../refused.ts'

export interface HeicTask {
  file: string
  /** The most that the decoder's memory may have. */
  memoryBytes: number
  /** Of the picture. */
  pixels: number
}

export interface HeicPicture {
  width: number
  height: number
  channels: 3 | 4
  /** Row by row. */
  pixels: Uint8Array<ArrayBuffer>
}

export interface HeicLimits extends Omit<HeicTask, 'file'> {
  seconds: number
}

/** In a package it is a file of its own. */
const THREAD = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, 'thread.ts')
  : join(PACKAGE_ROOT, 'dist', 'threads', 'heic.js')

/** @throws {MediaRefused} it cannot be decoded within the limits */
export function decodeHeic(file: string, { seconds, ...limits }: HeicLimits): Promise<HeicPicture> {
  const task: HeicTask = { file, ...limits }
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, { workerData: task, stdout: true, stderr: true })
    const refuse = (why: string, cause?: unknown) => reject(Object.assign(damaged(why), { cause }))
    const timer = setTimeout(() => {
      refuse('the picture takes too long to decode')
      void thread.terminate()
    }, seconds * 1000)
    thread.once('message', resolve)
    thread.once('error', cause => refuse('the picture cannot be decoded', cause))
    thread.once('exit', () => {
      clearTimeout(timer)
      refuse('the picture cannot be decoded')
    })
  })
}
