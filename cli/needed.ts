/** Required options and arguments: all missing ones are named at once, with their variables and an example that can be copied. */
import type { Command } from 'commander'
import { callOf } from './called-as.ts'
import { flagOf } from './in-flags.ts'

/** Ends the command when an option is missing or empty. @param given by option name, as in `syncUrl` */
export function refuseMissing(command: Command, given: Readonly<Record<string, unknown>>): void {
  const missing = Object.entries(given)
    .filter(([, value]) => value === undefined || value === '')
    .map(([name]) => flagOf(name))
  if (missing.length > 0) command.error(`error: ${missingWords(command, missing)}`)
}

/** As in `missing: --service-url (or SCHOOLBELL_SERVICE_URL), as in --service-url http://127.0.0.1:4010/cms`. */
export function missingWords(command: Command, flags: readonly string[]): string {
  const named = flags.map(flag => `${flag} (or ${variableOf(command, flag)})`)
  const examples = flags.map(flag => `${flag} ${EXAMPLES[flag] ?? '…'}`)
  return `missing: ${named.join(', ')}, as in ${examples.join(' ')}`
}

/** The same for a command's argument. */
export const missingArgument = (command: Command, name: string) =>
  `missing: <${name}>, as in ${callOf(command)} ${ARGUMENTS[command.name()] ?? '1'}`

const EXAMPLES: Readonly<Record<string, string>> = {
  '--service-url': 'http://127.0.0.1:4010/cms',
  '--sync-url': 'http://127.0.0.1:4010/sync',
  '--session-url': 'http://127.0.0.1:4010/session/staging',
  '--app-id': 'sample-school',
  '--unit': '1',
  '--year': '2026',
  '--group': '"1A - Rowing"',
  '--date': '2026-09-01',
  '--access-key-file': 'access-key.txt',
  '--token-file': 'token.txt',
  '--session-token-file': 'token.txt',
  '--to': './public/news-files',
  '--media-dir': '/var/lib/schoolbell/media',
}

/** By command; all others take a number from a list. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  wait: 'http://127.0.0.1:4010',
  export: 'school.zip',
  import: 'school.zip',
  backup: 'copy-of-news.db',
  restore: 'copy-of-news.db',
  add: 'https://school.example/webhook',
}

/** A secret itself is nowhere on the line: its variable stands beside the option for its file. */
const OTHER_VARIABLES: Readonly<Record<string, string>> = {
  '--access-key-file': 'SCHOOLBELL_ACCESS_KEY',
  '--token-file': 'SCHOOLBELL_SESSION_TOKEN',
  '--session-token-file': 'SCHOOLBELL_SESSION_TOKEN',
  '--to': 'SCHOOLBELL_PUBLISH_TO',
}

function variableOf(command: Command, flag: string): string {
  const option = command.options.find(({ long }) => long === flag)
  if (OTHER_VARIABLES[flag]) return OTHER_VARIABLES[flag]
  if (option?.envVar) return option.envVar
  if (command.parent) return variableOf(command.parent, flag)
  throw new TypeError(`${flag} has no variable`)
}
