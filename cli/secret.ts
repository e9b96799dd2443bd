/** Reads keys and tokens from the environment, a file or standard input; never from arguments, which `ps` shows to all users. */

import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { codeOf } from '../shared/error-code.ts'
import { endAsMissing } from './options.ts'

export interface SecretPlace {
  /** As in `SCHOOLBELL_ACCESS_KEY`. */
  variable: string
  /** As in `--access-key-file`. */
  flag: string
  /** Value of the flag: a file, or `-` for standard input. It has priority over the variable. */
  file: string | undefined
}

/** The secret, or undefined if there is none; ends the command if it is invalid. */
export async function readSecret(
  command: Command,
  { variable, flag, file }: SecretPlace,
): Promise<string | undefined> {
  const [from, given] = file === undefined ? [variable, process.env[variable]] : [flag, await readFrom(file)]
  const secret = given?.trim() ?? ''
  if (secret === '')
    return file === undefined ? undefined : command.error(`error: ${flag}: the file is empty`)
  if (!HEADER_VALUE.test(secret))
    command.error(`error: ${from}: it must be one line of characters that are allowed in a header`)
  return secret

  async function readFrom(name: string): Promise<string> {
    try {
      return name === '-' ? await text(process.stdin) : readFileSync(name, 'utf8')
    } catch (error) {
      return command.error(`error: ${flag}: ${whyUnread(error)}`)
    }
  }
}

/** The secret; ends the command also if there is none. */
export async function neededSecret(command: Command, place: SecretPlace): Promise<string> {
  const secret = await readSecret(command, place)
  return secret ?? endAsMissing(command, `${place.flag} <file>`, `; or set ${place.variable}`)
}

/** Never quotes the file's name: it may be the secret itself. */
export function whyUnread(error: unknown): string {
  const code = codeOf(error)
  return `the file cannot be read${code && ` (${code})`}; give the name of a file that holds the secret`
}

const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
