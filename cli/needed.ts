/** Required options: all missing ones are named at once. */
import type { Command } from 'commander'
import { flagOf } from './in-flags.ts'

/** Ends the command when an option is missing or empty. @param given by option name, as in `syncUrl` */
export function refuseMissing(command: Command, given: Readonly<Record<string, unknown>>): void {
  const missing = Object.entries(given)
    .filter(([, value]) => value === undefined || value === '')
    .map(([name]) => NEEDED_OTHERWISE[name] ?? flagOf(name))
  if (missing.length > 0) command.error(`error: missing: ${missing.join(', ')}`)
}

const NEEDED_OTHERWISE: Readonly<Record<string, string>> = {
  accessKey: '--access-key-file (or SCHOOLBELL_ACCESS_KEY)',
  sessionToken: '--token-file (or SCHOOLBELL_SESSION_TOKEN)',
}
