/** Reads keys and tokens from the environment, a file or standard input; never from arguments, which `ps` shows to all users. */
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { codeOf } from '../shared/error-code.ts'
import { endAsMissing } from './options.ts'

const SECRETS = {
  accessKey: ['SCHOOLBELL_ACCESS_KEY', '--access-key-file', 'accessKeyFile'],
  sessionToken: ['SCHOOLBELL_SESSION_TOKEN', '--token-file', 'tokenFile'],
  expiredToken: ['SCHOOLBELL_EXPIRED_TOKEN', '--expired-token-file', 'expiredTokenFile'],
} as const

/** From the file of its option, or `-` for standard input, or else from its variable. Undefined if there is none; ends the command if it is invalid. */
export async function readSecret(command: Command, which: keyof typeof SECRETS): Promise<string | undefined> {
  const [variable, flag, name] = SECRETS[which]
  const file = command.getOptionValue(name)
  const [from, given] = file === undefined ? [variable, process.env[variable]] : [flag, await readFrom()]
  const secret = given?.trim() ?? ''
  if (secret === '')
    return file === undefined ? undefined : command.error(`error: ${flag}: the file is empty`)
  if (!HEADER_VALUE.test(secret))
    command.error(`error: ${from}: it must be one line of characters that are allowed in a header`)
  return secret

  async function readFrom(): Promise<string> {
    try {
      return file === '-' ? await text(process.stdin) : readFileSync(file, 'utf8')
    } catch (error) {
      return command.error(`error: ${flag}: ${whyUnread(error)}`)
    }
  }
}

/** The secret; ends the command also if there is none. */
export async function neededSecret(command: Command, which: keyof typeof SECRETS): Promise<string> {
  const [variable, flag] = SECRETS[which]
  return (await readSecret(command, which)) ?? endAsMissing(command, `${flag} <file>`, `; or set ${variable}`)
}

/** Never quotes the file's name: it may be the secret itself. */
export function whyUnread(error: unknown): string {
  const code = codeOf(error)
  return `the file cannot be read${code && ` (${code})`}; give the name of a file that holds the secret`
}

const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
