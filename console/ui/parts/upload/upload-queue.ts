/** Files on their way, two at a time, each of which can be given up and tried again. */

import type { Medium } from '../../../api/medium.ts'
import { type UploadFault, UploadRefused, uploadFile } from './upload-file.ts'

export interface Upload {
  readonly id: number
  readonly file: File
  state: 'waiting' | 'sending' | 'checking' | 'failed'
  /** Share sent, 0 to 1. */
  sent: number
  fault?: UploadFault
}

export interface QueueParts {
  /** Whether one that has come in is what is wanted: a picture, where only a picture is. */
  accepts(medium: Medium): boolean
  /** Something of the queue has changed. */
  changed(): void
  done(medium: Medium, upload: Upload): void
}

const AT_ONCE = 2

export class UploadQueue {
  readonly #parts: QueueParts
  #uploads: Upload[] = []
  #ends = new Map<number, AbortController>()
  #last = 0

  constructor(parts: QueueParts) {
    this.#parts = parts
  }

  /** Those that have not become media yet. */
  get uploads(): readonly Upload[] {
    return this.#uploads
  }

  get isBusy(): boolean {
    return this.#uploads.some(({ state }) => state !== 'failed')
  }

  add(files: Iterable<File>): void {
    for (const file of files) {
      this.#last += 1
      this.#uploads.push({ id: this.#last, file, state: 'waiting', sent: 0 })
    }
    this.#next()
  }

  /** Gives one up; what was sent of it is forgotten by the service. */
  cancel(id: number): void {
    this.#ends.get(id)?.abort()
    this.#drop(id)
    this.#next()
  }

  retry(id: number): void {
    const upload = this.#uploads.find(each => each.id === id)
    if (upload?.state !== 'failed') return
    delete upload.fault
    Object.assign(upload, { state: 'waiting', sent: 0 })
    this.#next()
  }

  cancelAll(): void {
    for (const { id } of [...this.#uploads]) this.cancel(id)
  }

  #next(): void {
    const free = AT_ONCE - this.#ends.size
    for (const upload of this.#uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(free, 0)))
      void this.#send(upload)
    this.#parts.changed()
  }

  async #send(upload: Upload): Promise<void> {
    const end = new AbortController()
    this.#ends.set(upload.id, end)
    upload.state = 'sending'
    const tell = (sent: number) => {
      upload.sent = sent
      if (sent >= 1) upload.state = 'checking'
      this.#parts.changed()
    }
    try {
      const medium = await uploadFile(upload.file, tell, end.signal)
      if (!this.#parts.accepts(medium)) throw new UploadRefused({ code: 'NOT_A_PICTURE' })
      this.#drop(upload.id)
      this.#parts.done(medium, upload)
    } catch (error) {
      upload.fault = error instanceof UploadRefused ? error.fault : { code: 'FAILED' }
      upload.state = 'failed'
    } finally {
      this.#ends.delete(upload.id)
      this.#next()
    }
  }

  #drop(id: number): void {
    this.#uploads = this.#uploads.filter(upload => upload.id !== id)
  }
}
