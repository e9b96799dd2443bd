/**
 * Without a message: the cost for every visitor on a normal day.
 *
 * Most of the main thread's time is the browser's own, for the first script element and the first `fetch` of a page. A
 * bare script that reads its tag and sends one request measures this; the limit is on the loader's time as a ratio to it.
 */

import type { Browser, CDPSession } from 'playwright-core'
import { launchBrowser } from '../../test/support/browser.ts'
import { inTurn, type Measured, median, rounded } from '../suite.ts'
import { bare, type Contestant, isOf, ofAgent, ours, peers } from './contestants.ts'
import { landingPage } from './landing-page.ts'
import { type PageServer, pageOf, servePages } from './page-server.ts'
import { CPU_SLOWDOWN, type Transfer, transfers, visit } from './visit.ts'

const ROUNDS = 15
const LIMIT_SCRIPT_BYTES = 1_250
/** With what the script says of the messages, for which the other one asks. */
const LIMIT_AGENT_SCRIPT_BYTES = 1_350
const LIMIT_MAIN_THREAD = 2
/** Trace events that count as script work on the main thread. */
const SCRIPT_WORK = new Set([
  'EvaluateScript',
  'v8.compile',
  'v8.compileModule',
  'v8.evaluateModule',
  'FunctionCall',
  'RunMicrotasks',
])

const NO_TAG = 'the page alone'

interface Idle {
  own: Transfer[]
  mainThread: number
}

export async function popupIdle(): Promise<Measured> {
  const landing = await landingPage()
  // The page's own scripts are removed, because they would be measured as well.
  const still = { ...landing, html: landing.html.replace(/<script src="\/site\.js"[^>]*><\/script>/, '') }
  const contestants = [ofAgent(), ours(), bare(), ...(await peers())]
  await using server = await servePages({ landing: still, contestants })
  const browser = await launchBrowser([server.browserSwitch])
  const visits = [undefined, ...contestants].map(
    contestant => [contestant?.name ?? NO_TAG, () => idleVisit(browser, server, contestant)] as const,
  )
  const found = await inTurn(ROUNDS + 1, Object.fromEntries(visits)).finally(() => browser.close())
  // The first round warms up the browser.
  const idlesOf = (name: string) => found[name]?.slice(1) ?? []
  const withoutTag = median(idlesOf(NO_TAG).map(({ mainThread }) => mainThread))
  const rows: Measured['rows'] = {}
  const figures = contestants.map(contestant => {
    const idles = idlesOf(contestant.name)
    const own = idles[0]?.own ?? []
    const scripts = own.filter(({ path }) => /\.js(?:$|\?)/.test(path))
    const requests = own.filter(({ path }) => path.startsWith('/cms/'))
    const mainThread = median(idles.map(idle => idle.mainThread)) - withoutTag
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
    rows[contestant.name] = {
      'script bytes, brotli': bytes,
      scripts: scripts.length,
      'requests for data': requests.length,
      'main thread, ms': rounded(mainThread),
    }
    return { bytes, scripts: scripts.length, requests: requests.length, mainThread }
  })
  const [agents, own, least] = figures
  if (!agents || !own || !least) throw new Error('nothing was measured')
  return {
    rows,
    limits: [
      { what: 'requests for data', found: agents.requests, limit: 0 },
      { what: 'script bytes, brotli', found: agents.bytes, limit: LIMIT_AGENT_SCRIPT_BYTES },
      { what: 'requests for data without an agent', found: own.requests, limit: 1 },
      { what: 'script bytes without an agent, brotli', found: own.bytes, limit: LIMIT_SCRIPT_BYTES },
      {
        what: 'scripts (the dialog would be a second one)',
        found: Math.max(agents.scripts, own.scripts),
        limit: 1,
      },
      {
        what: 'main thread: the loader to the bare script',
        found: rounded(Math.max(agents.mainThread, own.mainThread) / least.mainThread),
        limit: LIMIT_MAIN_THREAD,
      },
    ],
  }
}

async function idleVisit(browser: Browser, server: PageServer, contestant?: Contestant): Promise<Idle> {
  return visit(browser, { slow: false }, async (page, session) => {
    const fetched = transfers(session)
    const trace = await startTrace(browser, session)
    await page.goto(pageOf(server, contestant), { waitUntil: 'networkidle' })
    const own = fetched.filter(({ path }) => isOf(contestant, path))
    return { own, mainThread: await trace() }
  })
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  ph: string
  ts: number
  /** The thread's own processor time in µs: other work of the machine does not count. */
  tts?: number
  tdur?: number
}

/**
 * Records a page. The returned function stops and returns how long its scripts would occupy a phone's main thread, in ms.
 *
 * The slowdown is multiplied, not emulated: emulation pauses the thread for longer than most of this work takes.
 */
async function startTrace(browser: Browser, session: CDPSession): Promise<() => Promise<number>> {
  const tracing = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  tracing.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await tracing.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'v8', 'disabled-by-default-v8.compile'] },
  })
  return async () => {
    // Finishes pending work of the page.
    await session.send('Runtime.evaluate', { expression: '0' })
    const complete = new Promise(resolve => tracing.once('Tracing.tracingComplete', resolve))
    await tracing.send('Tracing.end')
    await complete
    await tracing.detach()
    return (scriptTime(events) / 1000) * CPU_SLOWDOWN
  }
}

/** In µs. */
function scriptTime(events: TraceEvent[]): number {
  const ends = new Map<string, number>()
  let sum = 0
  const work = events.filter(({ name, ph }) => ph === 'X' && SCRIPT_WORK.has(name))
  for (const { pid, tid, tts = 0, tdur = 0 } of work.toSorted((a, b) => a.ts - b.ts)) {
    const thread = `${pid}/${tid}`
    const end = ends.get(thread) ?? 0
    sum += Math.max(0, tts + tdur - Math.max(tts, end))
    ends.set(thread, Math.max(tts + tdur, end))
  }
  return sum
}
