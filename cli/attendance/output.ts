/** Where the text goes: to standard output, or to a file that is written when all of it is there. */

import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import { codeOf } from '../../shared/error-code.ts'
import { writeWhole } from '../../shared/files/whole-file.ts'

/** A place that text is written to; a terminal obeys what stands in it. */
export interface Screen {
  isTTY?: boolean
  write(text: string): unknown
}

/** @param file `-` is standard output */
export async function deliver(
  text: string,
  file: string | undefined,
  screen: Screen = process.stdout,
): Promise<void> {
  if (file !== undefined && file !== '-') return toFile(text, file)
  screen.write(screen.isTTY ? text.replace(OBEYED, ' ') : text)
}

async function toFile(text: string, file: string): Promise<void> {
  try {
    await writeWhole(file, unfinished => unfinished.writeFile(text))
  } catch (error) {
    const code = codeOf(error) || error
    throw new Error(`--output: ${file} cannot be written (${code})`, { cause: error })
  }
}

/** But for line ends, whatever moves the cursor, colours the screen or turns a line round: CSV has what was typed as it is. */
const OBEYED = /(?!\n|\r\n)\p{Cc}|\p{Bidi_Control}/gu

/** Before a long range is asked for. */
export function refuseNowhere(command: Command, file: string | undefined): void {
  if (file === undefined) return
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (isFolder(file)) command.error(`error: --output: ${file} is a folder`)
  if (!isFolder(dirname(file))) command.error(`error: --output: there is no folder ${dirname(file)}`)
}

/** Nobody who pipes into `head` wants to hear that it has gone; a disk that is full is told of in one line. */
export function endWithReader(): void {
  process.stdout.on('error', error => {
    const code = codeOf(error) || error.message
    if (code === 'EPIPE') process.exit()
    process.stderr.write(`schoolbell: standard output cannot be written (${code})\n`)
    process.exit(1)
  })
}
