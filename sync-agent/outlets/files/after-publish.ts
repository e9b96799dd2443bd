/**
 * A program of the operator that hears of each publication which changed files: it uploads them, or empties a cache.
 *
 * The manifest notes what it was told of each file, and only after it has ended well. So it hears of everything at least once,
 * whoever was killed, and of everything again that it did not take.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { pathFault } from '../../../shared/files/path-fault.ts'
import { plainText } from '../webhooks/attempt.ts'
import { PublishError } from './errors.ts'
import type { Manifest } from './manifest.ts'
import { linkingFirst } from './paths.ts'
import { digest } from './planned-stream.ts'

export interface AfterPublish {
  /** The file of the program, or its name in the search path. No shell reads it. */
  command: string
  /** The published folder, in which it runs. */
  folder: string
  signal: AbortSignal
  /** Longest run. Milliseconds, default an hour. */
  longestMs?: number | undefined
}

const LONGEST_MS = 3_600_000
/** Between a request to end and the end, and between its end and that of its output. */
const GRACE_MS = 5_000
/** Characters of its output that are kept. */
const KEPT_OUTPUT = 4_000

/**
 * Tells what has changed since the last time, one path a line: `+path` for a file that is new or has changed, `-path` for one
 * that was removed. What others link to comes before them, and removals come last.
 *
 * @returns what it knows then, for the manifest
 * @throws {PublishError} it failed; it is told the same with the next publication
 * @throws the signal's reason
 */
export async function tellChanges(
  { files, told }: Pick<Manifest, 'files' | 'told'>,
  after: AfterPublish,
): Promise<NonNullable<Manifest['told']>> {
  const command = digest(after.command)
  // Another program knows nothing yet.
  const known = told?.command === command ? told.files : {}
  const standing = Object.fromEntries(
    [...files].flatMap(([path, { mtime }]) => (mtime > 0 ? [[path, mtime]] : [])),
  )
  const changed = Object.keys(standing).filter(path => standing[path] !== known[path])
  const removed = Object.keys(known).filter(path => !(path in standing))
  const lines = [
    ...linkingFirst(changed)
      .reverse()
      .map(path => `+${path}\n`),
    ...linkingFirst(removed).map(path => `-${path}\n`),
  ]
  if (lines.length > 0) await run(lines.join(''), after)
  return { command, files: standing }
}

async function run(
  input: string,
  { command, folder, signal, longestMs = LONGEST_MS }: AfterPublish,
): Promise<void> {
  signal.throwIfAborted()
  const tooLong = AbortSignal.timeout(longestMs)
  const ended = AbortSignal.any([signal, tooLong])
  // In a group of its own, so that what it has started ends with it.
  const child = spawn(command, [], { cwd: folder, detached: true, stdio: 'pipe' })
  const end = () => endGroup(child)
  ended.addEventListener('abort', end, { once: true })
  const closed = once(child, 'close')
  let output = ''
  let leaving: NodeJS.Timeout | undefined
  // Without a process, there may be no streams.
  if (child.pid !== undefined) {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', text => {
        output = (output + text).slice(-KEPT_OUTPUT)
      })
    }
    // It need not read to the end.
    child.stdin.on('error', () => undefined).end(input)
    child.once('exit', () => {
      leaving = setTimeout(dropOutput, GRACE_MS, child)
    })
  }
  try {
    const [code, killedBy] = await closed
    signal.throwIfAborted()
    const how = tooLong.aborted
      ? `was ended after ${Math.round(longestMs / 60_000)} minutes`
      : `ended with ${code === null ? killedBy : `exit code ${code}`}`
    // One that was ended may say that it ended well.
    if (code !== 0 || tooLong.aborted) throw failed(command, how, output)
  } catch (error) {
    if (error instanceof PublishError || signal.aborted) throw error
    throw failed(command, `cannot be run: ${pathFault(error)}${argumentsFault(command)}`)
  } finally {
    ended.removeEventListener('abort', end)
    clearTimeout(leaving)
  }
}

/** What to say besides of what is no program but a line for a shell. */
export const argumentsFault = (command: string): string =>
  /\s/.test(command) ? '; it takes no arguments: name a script that gives them' : ''

function endGroup(child: ChildProcess): void {
  const send = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // It has ended, or the system has no groups.
      child.kill(signal)
    }
  }
  send('SIGTERM')
  const killing = setTimeout(send, GRACE_MS, 'SIGKILL')
  child.once('close', () => clearTimeout(killing))
}

/** What runs on in the background may hold it open for hours. */
function dropOutput({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy()
  stderr?.destroy()
}

function failed(command: string, how: string, output = ''): PublishError {
  const words = output.trimEnd().split('\n').at(-1)?.trim()
  return new PublishError(
    'COMMAND_FAILED',
    `the files are published, but ${command} ${how}${words ? `: ${plainText(words)}` : ''}; it is told of them again with the next publication`,
  )
}
