/** Runs the `schoolbell` command as a process of its own, the way a user does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isBuilt } from '../../scripts/pack/is-built.ts'
import { COMMAND, ROOT } from '../../scripts/pack/places.ts'

/** As built, which is what users run and starts in half the time, unless a source is newer than that. */
export const MAIN = isBuilt() ? COMMAND : join(ROOT, 'cli', 'main.ts')
/**
 * Hundreds of starts of the same program: what Node makes of its source is kept between them. For each command by itself, as each
 * sets switches of its own, and Node takes nothing that was made with others.
 */
const COMPILED = join(ROOT, 'node_modules', '.cache', 'compiled')

export interface Running extends AsyncDisposable {
  process: ChildProcess
  /** The next line of standard output; rejects with everything on standard error when there is none. */
  nextLine(): Promise<string>
  /** What stood on standard error so far. */
  errors(): string
  /** Resolves once standard error holds this text. */
  logged(text: string): Promise<void>
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>
  ended: Promise<Ended>
}

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface RunOptions {
  cwd?: string
  env?: Record<string, string>
  /** What stands on its standard input; nothing when left out. */
  input?: string
  /** The program, when it is not the one of this checkout. */
  main?: string
}

/** Starts it and leaves it running. */
export function start(args: string[], { cwd, env = {}, input, main = MAIN }: RunOptions = {}): Running {
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: tmpdir(),
      NODE_COMPILE_CACHE: join(COMPILED, args[0] ?? ''),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // One that has ended already reads nothing.
  child.stdin.on('error', () => {}).end(input)
  let errors = ''
  const waiting: { text: string; resolve: () => void }[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
    for (const { text, resolve } of waiting) if (errors.includes(text)) resolve()
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return await ended
  }
  return {
    process: child,
    nextLine: async () => {
      const { done, value } = await lines.next()
      if (done) throw new Error(`the command ended without another line; standard error: ${errors}`)
      return value
    },
    errors: () => errors,
    logged: text =>
      new Promise((resolve, reject) => {
        if (errors.includes(text)) return resolve()
        waiting.push({ text, resolve })
        ended.then(() => reject(new Error(`the command ended without logging "${text}": ${errors}`)))
      }),
    stop,
    ended,
    [Symbol.asyncDispose]: async () => {
      await stop('SIGKILL')
    },
  }
}

/** Runs it to its end. */
export async function run(args: string[], options?: RunOptions) {
  const running = start(args, options)
  let output = ''
  running.process.stdout?.setEncoding('utf8').on('data', text => {
    output += text
  })
  const { code } = await running.ended
  return { code, output, errors: running.errors() }
}
