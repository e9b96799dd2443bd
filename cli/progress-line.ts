/**
 * One line of progress on a terminal; nothing elsewhere. The cursor stays at the start of the line, so that the next line of
 * the log or of the results replaces it.
 */

export interface Terminal {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

/** Erases the rest of a progress line: text that replaces the line begins or ends with it. */
export const CLEAR_LINE = '\x1b[K'

export function clearLine(terminal: Terminal): void {
  if (terminal.isTTY) terminal.write(CLEAR_LINE)
}

export function showLine(terminal: Terminal, text: string): void {
  if (terminal.isTTY) terminal.write(`${text.slice(0, (terminal.columns || 80) - 1)}${CLEAR_LINE}\r`)
}

const CELLS = 20

/** As in `[##########··········] 50 %`. */
export function barOf(share: number, gap = ' '): string {
  const cells = Math.floor(CELLS * Math.min(1, share))
  return `[${'#'.repeat(cells)}${'·'.repeat(CELLS - cells)}]${gap}${percent(share)}`
}

export const percent = (share: number) => `${Math.floor(100 * share)} %`
export const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/**
 * @param least smaller totals are not shown, because they finish quickly
 * @param all formats the total, after `50 % of `
 */
export function createBar(
  terminal: Terminal,
  { least, all }: { least: number; all(total: number): string } = { least: 5_000_000, all: megabytes },
): { show(done: number, total: number): void; clear(): void } {
  let shown = ''
  return {
    show(done, total) {
      const text = `${barOf(done / total)} of ${all(total)}`
      if (total < least || text === shown) return
      shown = text
      showLine(terminal, text)
    },
    clear() {
      if (shown !== '') clearLine(terminal)
      shown = ''
    },
  }
}
