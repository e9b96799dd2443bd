/** With a message: time until it is visible, and its cost. */

import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../test/support/browser.ts'
import { inTurn, type Measured, median, rounded } from '../suite.ts'
import { askedAhead, type Contestant, isOf, OURS, ofAgent, ours, peers, unhurried } from './contestants.ts'
import { landingPage } from './landing-page.ts'
import { type PageServer, pageOf, servePages } from './page-server.ts'
import { transfers, visit } from './visit.ts'

const ROUNDS = 7
/** Of the one plain tag, and of a tag without an agent, with its preload line. */
const LIMIT_RATIO = { plain: 0.95, askedAhead: 1 }
const LIMIT_BYTES = 15_500
/** The page's own tasks are in both: the widget makes none that keeps the page from answering for longer. */
const LIMIT_LONGEST_TASK = 1.3
/** In ms. Browsers report no shorter ones. */
const LONG_TASK = 50

interface Sight {
  visible: number
  shift: number
  longTasks: number[]
}

export async function popupVisible(): Promise<Measured> {
  const landing = await landingPage()
  const plain = [ours(), ...(await peers())]
  // With the hints a peer in one script is always faster than one that loads its dialog afterwards.
  const contestants = [
    ofAgent(),
    ...plain,
    ...plain.filter(({ name }) => !name.endsWith('lazy')).map(askedAhead),
    unhurried(ofAgent()),
  ]
  await using server = await servePages({ landing, contestants })
  server.messages = landing.message
  const browser = await launchBrowser([server.browserSwitch])
  try {
    const bytes = new Map<Contestant, number>()
    for (const contestant of contestants) bytes.set(contestant, await bytesOf(browser, server, contestant))
    const looks = contestants.map(one => [one.name, () => look(browser, server, one)] as const)
    const sights = await inTurn(ROUNDS, Object.fromEntries(looks))
    return verdict(contestants, sights, bytes)
  } finally {
    await browser.close()
  }
}

/** Everything that the page fetches because of the tag, including the dialog's pictures. */
async function bytesOf(browser: Browser, server: PageServer, contestant: Contestant): Promise<number> {
  return visit(browser, { slow: false }, async (page, session) => {
    const fetched = transfers(session)
    await page.goto(pageOf(server, contestant), { waitUntil: 'networkidle' })
    const own = fetched.filter(({ path }) => isOf(contestant, path))
    return own.reduce((sum, { bytes }) => sum + bytes, 0)
  })
}

async function look(browser: Browser, server: PageServer, contestant: Contestant): Promise<Sight> {
  const probe = `(${watch})(${JSON.stringify(contestant.heading)}, ${JSON.stringify(server.messages['en-US'][0]?.msgTitle)})`
  return visit(browser, { probe, slow: true }, async page => {
    await page.goto(pageOf(server, contestant), { waitUntil: 'commit' })
    return (await page.evaluate('seen')) as Sight
  })
}

/**
 * Runs in the page, the same for all contestants: checks in each frame whether the heading has a box in the window and is
 * neither hidden nor transparent, then waits two frames until it is painted. Layout shifts and long tasks within the next
 * half second count as well.
 */
function watch(path: string[], title: string) {
  let shift = 0
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  const longTasks: number[] = []
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })

  const heading = () => {
    let root: Document | ShadowRoot | null | undefined = document
    let element: Element | null = null
    for (const selector of path) {
      element = root?.querySelector(selector) ?? null
      root = element?.shadowRoot
    }
    return element
  }
  const isVisible = (element: Element | null) => {
    if (!element?.textContent?.includes(title)) return false
    const { width, height, top, left } = element.getBoundingClientRect()
    return (
      width * height > 0 &&
      top < innerHeight &&
      top + height > 0 &&
      left < innerWidth &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
  const seen = async () => {
    while (!isVisible(heading())) {
      if (performance.now() > 60_000) throw new Error(`no heading "${title}" within a minute`)
      await frame()
    }
    await frame()
    await frame()
    const visible = performance.now()
    await new Promise(resolve => setTimeout(resolve, 500))
    return { visible, shift, longTasks }
  }
  Object.assign(window, { seen: seen() })
}

function verdict(
  contestants: readonly Contestant[],
  sights: Record<string, Sight[]>,
  bytes: Map<Contestant, number>,
): Measured {
  const timesOf = (contestant: Contestant) =>
    (sights[contestant.name] ?? []).map(({ visible }) => visible).toSorted((a, b) => a - b)
  // Other work of the machine only ever adds time.
  const timeOf = (contestant: Contestant) => timesOf(contestant)[ROUNDS >> 2] ?? Number.NaN
  const longestTaskOf = (contestant: Contestant) =>
    median((sights[contestant.name] ?? []).map(({ longTasks }) => Math.max(LONG_TASK, ...longTasks)))
  const isOurs = ({ name }: Contestant) => name.startsWith(OURS)
  const [own, withoutAgent, hinted] = contestants.filter(isOurs)
  if (!own || !withoutAgent || !hinted) throw new Error('nothing of ours was measured')
  const rivals = contestants.filter(contestant => !isOurs(contestant) && !contestant.isHinted)
  const fastest = Math.min(...rivals.map(timeOf))
  const rows: Measured['rows'] = {}
  for (const contestant of contestants) {
    const seen = sights[contestant.name] ?? []
    const times = timesOf(contestant)
    rows[contestant.name] = {
      'bytes, brotli': bytes.get(contestant),
      'visible, ms': Math.round(timeOf(contestant)),
      'median, ms': Math.round(median(times)),
      'ours / this': rounded(timeOf(contestant.isHinted ? hinted : own) / timeOf(contestant)),
      'layout shift': rounded(Math.max(...seen.map(({ shift }) => shift)), 4),
      'longest task, ms': Math.round(longestTaskOf(contestant)),
      'long tasks, ms': Math.round(median(seen.map(({ longTasks }) => longTasks.reduce((a, b) => a + b, 0)))),
    }
  }
  return {
    rows,
    limits: [
      {
        what: 'time to the visible message, one plain tag of an agent / fastest peer',
        found: rounded(timeOf(own) / fastest, 3),
        limit: LIMIT_RATIO.plain,
      },
      {
        what: 'the same without an agent, both lines of `schoolbell widget tag` / fastest peer',
        found: rounded(timeOf(hinted) / fastest, 3),
        limit: LIMIT_RATIO.askedAhead,
      },
      {
        what: 'longest task of the page with ours / with the peer of the shortest',
        found: rounded(longestTaskOf(own) / Math.min(...rivals.map(longestTaskOf))),
        limit: LIMIT_LONGEST_TASK,
      },
      {
        what: 'layout shift of ours',
        found: Math.max(
          ...[own, withoutAgent].flatMap(({ name }) => sights[name] ?? []).map(({ shift }) => shift),
        ),
        limit: 0,
      },
      { what: 'bytes of ours with a message', found: bytes.get(own) ?? Number.NaN, limit: LIMIT_BYTES },
      {
        what: 'the same without an agent',
        found: bytes.get(withoutAgent) ?? Number.NaN,
        limit: LIMIT_BYTES,
      },
    ],
  }
}
