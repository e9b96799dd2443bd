/**
 * A visitor who looks, taps and types in any engine: what scenes are written with.
 *
 * A tap goes where a finger would go, in the middle of what is there, and fails where something else lies over it.
 */
import { writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { constants, inflateSync } from 'node:zlib'
import { inject } from 'vitest'
import { driveChromium } from './chromium.ts'
import type { Driver, Preferences, Size } from './driver.ts'
import type { Engine } from './engines.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    engine: Engine
  }
}

export const PHONE: Size = { width: 390, height: 844 }
export const LANDSCAPE: Size = { width: 844, height: 390 }
export const DESKTOP: Size = { width: 1280, height: 800 }
/** A window of 1280 x 800 at 200 % zoom. */
export const ZOOMED: Size = { width: 640, height: 400 }
/** The phone at 200 % zoom. */
export const ZOOMED_PHONE: Size = { width: 195, height: 422 }

/** For code that runs in the page; all of it looks into shadow roots. */
export interface Look {
  /** All elements that match, in the order of the page. */
  all(selector: string): HTMLElement[]
  /** The first that is on the screen, with this text in it. */
  find(selector: string, text?: string): HTMLElement | undefined
  /** What lies on top at this point of the window. */
  at(x: number, y: number): Element | undefined
  /** Whether one is the other or inside of it. */
  isWithin(inner: Element | undefined, outer: Element): boolean
  /** What has the focus. */
  focused(): HTMLElement | undefined
}

export interface Visitor {
  engine: Engine
  open(address: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  resize(size: Size): Promise<void>
  /** Runs a function in the page. It uses nothing from outside: nothing of the test is known there. */
  run<Result, Argument = undefined>(
    inPage: (look: Look, argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>
  /** The function's first result that is not empty; of an element, that it is there. */
  until<Result, Argument = undefined>(
    inPage: (look: Look, argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<NonNullable<Result>>
  /** When such an element is on the screen; its text. */
  sees(selector: string, text?: string): Promise<string>
  /** When no such element is on the screen any more. */
  waitsUntilGone(selector: string, text?: string): Promise<void>
  tap(selector: string, text?: string): Promise<void>
  tapAt(x: number, y: number): Promise<void>
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** How many sheets of paper the page has; undefined in an engine that is not asked to print. */
  sheets(): Promise<number | undefined>
  /** Writes a picture of the window. */
  picture(file: string): Promise<void>
  close(): Promise<void>
}

/** Longer than the slowest of machines takes; only ends what hangs. */
const PATIENCE_MS = 20_000

export async function openVisitor(preferences: Preferences = {}): Promise<Visitor> {
  const engine = inject('engine')
  return visitorOf(engine, await drive(engine, preferences))
}

/** What drives Firefox and WebKit is a package of its own, beside this file: only their scenes need it. */
async function drive(engine: Engine, preferences: Preferences): Promise<Driver> {
  switch (engine) {
    case 'Chromium':
      return driveChromium(preferences)
    case 'Oldest':
      return driveChromium(preferences, true)
    case 'Firefox':
      return (await driverIn('firefox')).driveFirefox(preferences)
    case 'WebKit':
      return (await driverIn('webkit')).driveWebKit(preferences)
    default:
      return engine satisfies never
  }
}

/** By a name that the compiler does not follow: it reads them where what they import is installed. */
const driverIn = (name: string): Promise<Record<'driveFirefox' | 'driveWebKit', typeof driveChromium>> =>
  import(/* @vite-ignore */ `${import.meta.dirname}/${name}.ts`)

function visitorOf(engine: Engine, driver: Driver): Visitor {
  const run: Visitor['run'] = async (inPage, argument) =>
    (await driver.evaluate(
      `Promise.resolve((${inPage})((${looking})(), ${JSON.stringify(argument)})).then(found => found instanceof Node || found)`,
    )) as never

  const until: Visitor['until'] = async (inPage, argument) => {
    let last: unknown
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await setTimeout(20)) {
      try {
        last = await run(inPage, argument)
        if (last) return last as never
      } catch (error) {
        // One page goes, the next comes.
        last = error
      }
    }
    throw new Error(`never true: ${inPage} with ${JSON.stringify(argument)}; last result: ${last}`)
  }

  return {
    engine,
    open: driver.goto,
    reload: driver.reload,
    back: driver.back,
    resize: driver.resize,
    run,
    until,
    async sees(selector, text) {
      return await until(
        (look, [selector, text]) => {
          const found = look.find(selector, text)
          return found && (found.textContent?.trim() || ' ')
        },
        [selector, text] as const,
      )
    },
    async waitsUntilGone(selector, text) {
      await until((look, [selector, text]) => !look.find(selector, text), [selector, text] as const)
    },
    async tap(selector, text) {
      const { x, y } = await until(pointOf, [selector, text] as const)
      await driver.click(x, y)
    },
    tapAt: driver.click,
    async press(...keys) {
      for (const key of keys) await driver.press(key)
    },
    type: driver.type,
    async sheets() {
      const pdf = await driver.print?.()
      return pdf && sheetsIn(Buffer.from(pdf))
    },
    async picture(file) {
      writeFileSync(file, await driver.picture())
    },
    close: driver.close,
  }
}

/** Firefox compresses the objects of a PDF file. */
function sheetsIn(pdf: Buffer): number {
  const file = pdf.toString('latin1')
  const streams = [...file.matchAll(/stream\r?\n/g)].map(({ 0: { length }, index }) => {
    try {
      const options = { finishFlush: constants.Z_SYNC_FLUSH }
      return inflateSync(pdf.subarray(index + length), options).toString('latin1')
    } catch {
      // Not compressed.
      return ''
    }
  })
  return [file, ...streams].join().match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

/** Where to tap: the middle of the first such element, when the page is loaded, nothing else lies there and it stands still. */
async function pointOf(look: Look, [selector, text]: readonly [string, string | undefined]) {
  // Firefox lets a tap fall through a page that it has not drawn yet.
  if (document.readyState !== 'complete') return undefined
  const element = look.find(selector, text)
  if (!element) return undefined
  let top: Element | undefined
  // Nearest, it may lie under a bar that stays at the window's edge.
  for (const block of ['nearest', 'center'] as const) {
    element.scrollIntoView({ block })
    const before = element.getBoundingClientRect()
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const { x, y, width, height } = element.getBoundingClientRect()
    if (x !== before.x || y !== before.y) return undefined
    const middle = { x: x + width / 2, y: y + height / 2 }
    top = look.at(middle.x, middle.y)
    if (look.isWithin(top, element)) return middle
  }
  throw new Error(`${selector} is covered by ${top?.outerHTML.slice(0, 200)}`)
}

/** Runs in the page: uses nothing from outside. */
function looking(): Look {
  const all = (selector: string, root: ParentNode = document): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>('*')].flatMap(element => [
      ...(element.matches(selector) ? [element] : []),
      ...(element.shadowRoot ? all(selector, element.shadowRoot) : []),
    ])
  const parentOf = (element: Element): Element | null =>
    element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? null
  return {
    all: selector => all(selector),
    find: (selector, text) =>
      all(selector).find(
        element =>
          element.getClientRects().length > 0 &&
          getComputedStyle(element).visibility === 'visible' &&
          (element.textContent ?? '').replace(/\s+/g, ' ').includes(text ?? ''),
      ),
    at(x, y) {
      let top = document.elementFromPoint(x, y)
      for (let inner = top; inner?.shadowRoot; ) {
        inner = inner.shadowRoot.elementFromPoint(x, y)
        if (!inner || inner === top) break
        top = inner
      }
      return top ?? undefined
    },
    isWithin(inner, outer) {
      for (
        let element: Element | null | undefined = inner;
        element;
        element = element.assignedSlot ?? parentOf(element)
      )
        if (element === outer) return true
      return false
    },
    focused() {
      let element = document.activeElement
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
      return (element as HTMLElement | null) ?? undefined
    },
  }
}
