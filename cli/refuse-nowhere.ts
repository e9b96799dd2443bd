/** Refuses a file to write before the work that fills it. */
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Command } from 'commander'

/** @param name of the option or argument, as in `--output` */
export function refuseNowhere(command: Command, name: string, file: string): void {
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (isFolder(file)) command.error(`error: ${name}: ${file} is a folder; give the name of a file`)
  const folder = dirname(file)
  if (!isFolder(folder)) command.error(`error: ${name}: there is no folder ${folder}; make it first`)
}
