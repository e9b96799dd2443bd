/** How far something large has come, on a terminal; elsewhere nothing is shown. */

export interface Bar {
  show(done: number, total: number): void
  /** Takes it off the terminal. */
  clear(): void
}

const CELLS = 20
/** One that is over at once is not worth showing. */
const LEAST_BYTES = 5_000_000

export function createBar(terminal: { write(text: string): unknown; isTTY?: boolean }): Bar {
  let shown = ''
  return {
    show(done, total) {
      if (!terminal.isTTY || total < LEAST_BYTES) return
      const cells = Math.floor((CELLS * done) / total)
      const percent = Math.floor((100 * done) / total)
      const text = `[${'#'.repeat(cells)}${'·'.repeat(CELLS - cells)}] ${percent} % of ${(total / 1e6).toFixed(1)} MB`
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
