/** Builds and starts agent-process.ts, and tells what becomes of it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { build } from 'vite'
import type { AgentOrders } from './agent-process.ts'

const SOURCE = join(import.meta.dirname, 'agent-process.ts')
// Inside the project, so that the program finds its native parts.
const CACHE = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache')
const BUILT = join(CACHE, 'schoolbell-test')
const ENVIRONMENT = { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(CACHE, 'compiled') }

let built: Promise<string> | undefined

/** The program in one file, which starts in a third of the time; hundreds will be started. */
export function builtAgent(): Promise<string> {
  built ??= buildAgent()
  return built
}

async function buildAgent(): Promise<string> {
  const draft = `agent-${process.pid}.mjs`
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['better-sqlite3', 'pg-native'] },
    build: {
      ssr: SOURCE,
      outDir: BUILT,
      emptyOutDir: false,
      target: 'esnext',
      rolldownOptions: { output: { entryFileNames: draft, codeSplitting: false } },
    },
  })
  // Under one name: what Node keeps of it is kept by its name. Other runs may build it at the same time.
  const program = join(BUILT, 'agent.mjs')
  renameSync(join(BUILT, draft), program)
  await keepCompiled(program)
  return program
}

/** What Node makes of a program it keeps at a clean end only, which a killed one never has: this one ends for want of orders. */
async function keepCompiled(program: string): Promise<void> {
  const child = spawn(process.execPath, [program], { env: ENVIRONMENT, stdio: 'ignore' })
  await once(child, 'close')
}

export interface AgentChild extends AsyncDisposable {
  process: ChildProcess
  /** Its store is open. */
  opened(): Promise<void>
  /** Where it answers visitors. */
  address(): Promise<string>
  /** Resolves with the first line on standard error that holds this text. */
  logged(text: string): Promise<void>
  /** The same for standard output. */
  printed(text: string): Promise<void>
  /** Waits for what it brings about elsewhere. */
  until(isTrue: () => boolean | Promise<boolean>): Promise<void>
  output(): string
  /** What it wrote on standard error, but for the clocks: they run so fast here that a moment's wait for the processor is minutes between them. */
  errors(): string
  kill(signal?: NodeJS.Signals): Promise<void>
  ended: Promise<unknown>
}

export function startAgent(program: string, orders: AgentOrders): AgentChild {
  const child = spawn(process.execPath, [program, JSON.stringify(orders)], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collect(child.stdout)
  const errors = collect(child.stderr)
  const ended = once(child, 'close')
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal)
    await ended
  }
  const orEnd = (reached: Promise<void>, what: string) =>
    Promise.race([
      reached,
      ended.then(() => {
        throw new Error(`the agent ended before ${what}: ${errors.text()}`)
      }),
    ])
  return {
    process: child,
    opened: () => orEnd(output.holds('open'), 'its store was open'),
    async address() {
      await orEnd(output.holds('\n'), 'it listened')
      return /open at (\S+)/.exec(output.text())?.[1] ?? ''
    },
    logged: text => orEnd(errors.holds(text), `it logged "${text}"`),
    printed: text => orEnd(output.holds(text), `it printed "${text}"`),
    until: isTrue => orEnd(comesTrue(isTrue), 'what was waited for'),
    output: output.text,
    errors: () => linesOtherThan(CLOCKS_DIFFER, errors.text()),
    kill,
    ended,
    [Symbol.asyncDispose]: kill,
  }
}

/** As `expect.poll`, which tests that run side by side do not have. */
async function comesTrue(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await setTimeout(10)
}

const CLOCKS_DIFFER = /"msg":"the service's clock and this machine's differ by \d+ ms"/

const linesOtherThan = (pattern: RegExp, text: string) =>
  text
    .split('\n')
    .filter(line => !pattern.test(line))
    .join('\n')

function collect(stream: NodeJS.ReadableStream) {
  let text = ''
  const waiting = new Map<string, () => void>()
  stream.setEncoding('utf8').on('data', part => {
    text += part
    for (const [wanted, resolve] of waiting) if (text.includes(wanted)) resolve()
  })
  return {
    text: () => text,
    holds(wanted: string): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (text.includes(wanted)) resolve()
      else waiting.set(wanted, resolve)
      return promise
    },
  }
}
