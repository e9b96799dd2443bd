/** Agents in processes of their own. Both return the address. */
import { join } from 'node:path'
import type { Place } from '../suite.ts'

type Start = Place['start']

const SERVE = join(import.meta.dirname, 'serve.ts')
const COMMAND = join(import.meta.dirname, '..', '..', 'cli', 'main.ts')

/** No news cycle runs during a round. */
export const NO_CYCLE = ['--schedule', '0 0 1 1 *']

/** Serves a store that is there. */
export const serveStore = (start: Start, db: string): Promise<string> => start(SERVE, db)

/** As the command runs it. */
export const startAgent = (
  start: Start,
  serviceUrl: string,
  db: string,
  ...more: string[]
): Promise<string> =>
  start(
    ...[COMMAND, 'sync', '--service-url', serviceUrl, '--db', db, '--port', '0', '--log-level', 'silent'],
    ...more,
  )
