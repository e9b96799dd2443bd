/** Where the text goes: to standard output, or to a file that is written when all of it is there. */
import { statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Command } from 'commander'

export function deliver(text: string, file: string | undefined): void {
  if (file === undefined) process.stdout.write(text)
  else writeFileSync(file, text)
}

/** Before a long range is asked for. */
export function refuseNowhere(command: Command, file: string | undefined): void {
  if (file === undefined) return
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (isFolder(file)) command.error(`error: --output: ${file} is a folder`)
  if (!isFolder(dirname(file))) command.error(`error: --output: there is no folder ${dirname(file)}`)
}

/** Nobody who pipes into `head` wants to hear that it has gone. */
export function endWithReader(): void {
  process.stdout.on('error', error => {
    if ('code' in error && error.code === 'EPIPE') process.exit()
    throw error
  })
}
