/** Writes text to standard output, or to a file when the text is complete. */

import { codeOf } from '../../shared/error-code.ts'
import { writeWhole } from '../../shared/files/whole-file.ts'

/** An output; a terminal obeys control characters. */
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

/** Control characters and bidirectional controls, except line ends. CSV holds people's input unchanged. */
const OBEYED = /(?!\n|\r\n)\p{Cc}|\p{Bidi_Control}/gu
