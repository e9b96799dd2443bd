/** `schoolbell wait`: waits until a service answers, for scripts that start one in the background. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from 'commander'
import { limitedFetch, reasonOf, TO_CHECK } from '../shared/client/limited-fetch.ts'
import { codeOf } from '../shared/error-code.ts'
import { example } from './help.ts'
import { httpUrlAs, seconds } from './options.ts'

const ASK_EVERY_MS = 100
const SILENT = `it accepts the connection but does not answer; ${TO_CHECK}`

export default function waitCommand(): Command {
  return (
    new Command('wait')
      .description(
        'Waits until the service at an address answers. Exit code 0 when it does, 1 when it does not in time.',
      )
      .argument('<url>', 'any address of the service', httpUrlAs('http://127.0.0.1:4010'))
      // Not from the environment: SCHOOLBELL_TIMEOUT is in milliseconds.
      .addOption(new Option('--timeout <seconds>', 'longest wait').argParser(seconds).default(10_000, '10'))
      .addHelpText('after', example('schoolbell wait http://127.0.0.1:4010 --timeout 60'))
      .action((url: string, { timeout }: { timeout: number }) =>
        untilAnswered(url, timeout, { now: () => performance.now(), sleep }),
      )
  )
}

/** @throws the reason, when the time has passed */
export async function untilAnswered(
  url: string,
  timeoutMs: number,
  { now, sleep }: { now(): number; sleep(milliseconds: number): Promise<unknown> },
): Promise<void> {
  const health = new URL('/healthz', url).href
  const until = now() + timeoutMs
  let reason: string | undefined
  for (;;) {
    const left = Math.max(1, until - now())
    const outcome = await askOnce(health, left)
    if (outcome === undefined) return
    // The last call may time out too early; an earlier reason is then more useful.
    if (outcome !== SILENT || reason === undefined) reason = outcome
    if (now() + ASK_EVERY_MS > until)
      throw new Error(`${health} has not answered within ${timeoutMs / 1000} s: ${reason}`)
    await sleep(ASK_EVERY_MS)
  }
}

/** The reason, or undefined when it answers. */
async function askOnce(url: string, timeoutMs: number): Promise<string | undefined> {
  try {
    const status = await limitedFetch(url, {}, { timeoutMs }, async answer => answer.status)
    return status === 200 ? undefined : `it answers ${status}; ${TO_CHECK}`
  } catch (error) {
    return codeOf(error) === 'TIMEOUT' ? SILENT : reasonOf(error, url)
  }
}
