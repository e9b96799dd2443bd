/** How far something large has come, on a terminal; elsewhere nothing is shown. */

export interface Bar {
  show(done: number, total: number): void
  /** Takes it off the terminal. */
  clear(): void
}

export interface Measure {
  /** One that is over at once is not worth showing. */
  least: number
  /** Behind `50 % of `. */
  all(total: number): string
}

const BYTES: Measure = { least: 5_000_000, all: total => `${(total / 1e6).toFixed(1)} MB` }
const CELLS = 20

export function createBar(
  terminal: { write(text: string): unknown; isTTY?: boolean },
  { least, all }: Measure = BYTES,
): Bar {
  let shown = ''
  return {
    show(done, total) {
      if (!terminal.isTTY || total < least) return
      const cells = Math.floor((CELLS * done) / total)
      const percent = Math.floor((100 * done) / total)
      const text = `[${'#'.repeat(cells)}${'·'.repeat(CELLS - cells)}] ${percent} % of ${all(total)}`
      if (text === shown) return
      shown = text
      terminal.write(`\r${text}`)
    },
    clear() {
      if (shown !== '') terminal.write('\r\x1b[K')
      shown = ''
    },
  }
}
