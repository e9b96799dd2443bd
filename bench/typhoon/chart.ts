/** A line chart as SVG, for readers with a light and with a dark page. Its axes begin at 0, or are logarithmic. */

export interface Chart {
  title: string
  /** Below the horizontal axis, whose unit is a second. */
  horizontal: string
  vertical: string
  lines: { name: string; values: number[] }[]
  /** Values with a line of the grid; logarithmic when the first one is not 0. */
  grid: number[]
  /** Seconds between two numbers below the horizontal axis. */
  tick: number
  /** Vertical lines with a name. */
  marks?: { at: number; name: string }[]
}

const WIDTH = 760
const HEIGHT = 380
const PLOT = { left: 78, right: 168, top: 54, bottom: 52 }
/** Distinct for readers who do not tell colours apart: each line has its own dashes, and its name at its end. */
const LINES = [
  { light: '#0b5cad', dark: '#7cb8ff', dashes: '' },
  { light: '#a8480a', dark: '#ffb37a', dashes: '8 4' },
  { light: '#1f6f43', dark: '#7fdca6', dashes: '2 4' },
]

export function drawChart({ title, horizontal, vertical, lines, grid, tick, marks = [] }: Chart): string {
  const [low = 0, high = 1] = [grid[0], grid.at(-1)]
  const scale = low === 0 ? (value: number) => value : (value: number) => Math.log10(Math.max(value, low))
  const seconds = Math.max(...lines.map(({ values }) => values.length))
  const x = (second: number) => rounded(PLOT.left + (second / seconds) * (WIDTH - PLOT.left - PLOT.right))
  const y = (value: number) =>
    rounded(
      HEIGHT -
        PLOT.bottom -
        ((scale(value) - scale(low)) / (scale(high) - scale(low))) * (HEIGHT - PLOT.top - PLOT.bottom),
    )
  const right = x(seconds)
  const ends = apart(lines.map(({ values }) => y(values.at(-1) ?? 0)))
  const text = (at: [number, number], what: string, more = '') =>
    `<text x="${at[0]}" y="${at[1]}"${more}>${escaped(what)}</text>`
  const anchored = (anchor: string) => ` text-anchor="${anchor}"`
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title">`,
    `<title id="title">${escaped(title)}</title>`,
    `<style>${style()}</style>`,
    `<rect class="page" width="${WIDTH}" height="${HEIGHT}"/>`,
    text([PLOT.left, 24], title, ' class="title"'),
    text([PLOT.left, 43], vertical, ' class="quiet"'),
    ...grid.flatMap(value => [
      `<path class="grid" d="M${PLOT.left} ${y(value)}H${right}"/>`,
      text([PLOT.left - 8, y(value) + 4], value.toLocaleString('en'), `${anchored('end')}`),
    ]),
    ...Array.from({ length: Math.floor(seconds / tick) + 1 }, (_, index) =>
      text([x(index * tick), HEIGHT - PLOT.bottom + 20], `${index * tick}`, anchored('middle')),
    ),
    text([(PLOT.left + right) / 2, HEIGHT - 12], horizontal, ` class="quiet"${anchored('middle')}`),
    ...marks.flatMap(({ at, name }) => [
      `<path class="mark" d="M${x(at)} ${PLOT.top}V${HEIGHT - PLOT.bottom}"/>`,
      text([x(at) + 6, HEIGHT - PLOT.bottom - 8], name, ' class="quiet"'),
    ]),
    ...lines.flatMap(({ name, values }, index) => [
      `<polyline class="line line-${index}" points="${values.map((value, second) => `${x(second + 0.5)},${y(value)}`).join(' ')}"/>`,
      text([right + 8, (ends[index] ?? 0) + 4], name, ` class="name name-${index}"`),
    ]),
    '</svg>',
  ].join('\n')}\n`
}

/** Names at the ends of lines, so far from each other that they can be read. */
function apart(heights: number[]): number[] {
  const ROOM = 18
  const sorted = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height)
  let last = Number.NEGATIVE_INFINITY
  const placed = [...heights]
  for (const { height, index } of sorted) {
    last = Math.max(height, last + ROOM)
    placed[index] = last
  }
  return placed
}

const style = () =>
  [
    'text{font:13px system-ui,sans-serif;fill:#1d1d1f}.title{font-size:16px;font-weight:600}.quiet{fill:#5c5c66}',
    '.page{fill:#fff}.grid{stroke:#dcdce2}.mark{stroke:#8a8a94;stroke-dasharray:3 3}.line{fill:none;stroke-width:2}',
    ...LINES.map(
      ({ light, dashes }, index) =>
        `.line-${index}{stroke:${light}${dashes && `;stroke-dasharray:${dashes}`}}.name-${index}{fill:${light};font-weight:600}`,
    ),
    '@media (prefers-color-scheme:dark){text{fill:#f2f2f5}.quiet{fill:#b4b4be}.page{fill:#1b1b1f}.grid{stroke:#3a3a42}',
    ...LINES.map(({ dark }, index) => `.line-${index}{stroke:${dark}}.name-${index}{fill:${dark}}`),
    '}',
  ].join('')

const rounded = (value: number) => Math.round(value * 10) / 10
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
