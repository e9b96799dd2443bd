/** `--alert`: where problems are told of. An address is a secret, so it can be in a file, and no message repeats one. */
import { readFileSync, statSync } from 'node:fs'
import { InvalidArgumentError, type Option } from 'commander'
import { pathFault } from '../../shared/files/path-fault.ts'
import { option } from '../options.ts'

export const alertOption = (): Option =>
  option(
    '--alert <url>',
    'tell of problems, and when they are over: https://… (JSON), slack+https://…, ntfy+https://… or ping+https://…, or @FILE with an address a line; can be repeated',
    addresses,
  )

/** A variable may hold several, with spaces. What is wrong with an address says the agent, which does not quote it. */
const addresses = (text: string, before: string[] = []): string[] => [
  ...before,
  ...(text.startsWith('@') ? linesOf(text.slice(1)) : wordsOf(text)),
]

const wordsOf = (text: string) => text.split(/\s+/).filter(word => word !== '')

function linesOf(file: string): string[] {
  const lines = read(file)
    .split('\n')
    .map(line => line.trim())
  const found = lines.filter(line => line !== '' && !line.startsWith('#'))
  if (found.length === 0) throw new InvalidArgumentError('The file holds no address.')
  return found
}

function read(file: string): string {
  try {
    const text = readFileSync(file, 'utf8')
    // On Windows, these bits say nothing.
    const isOpen = process.platform !== 'win32' && (statSync(file).mode & 0o007) !== 0
    if (!isOpen) return text
  } catch (error) {
    throw new InvalidArgumentError(`The file cannot be used: ${pathFault(error)}`)
  }
  throw new InvalidArgumentError('Every user of this machine can read the file; run chmod o= on it.')
}
