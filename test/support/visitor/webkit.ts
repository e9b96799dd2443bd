/** Drives an installed WebKitGTK, the engine of Safari, over WebDriver: its driver opens a small browser on a display. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { Builder, Key, Origin, type WebDriver } from 'selenium-webdriver'
import { freePort } from '../free-port.ts'
import { scratch } from '../scratch.ts'
import type { Driver, Preferences, Size } from './driver.ts'
import { findWebKit } from './engines.ts'

const KEYS: Record<string, string> = {
  Tab: Key.TAB,
  Shift: Key.SHIFT,
  Escape: Key.ESCAPE,
  Enter: Key.ENTER,
  Space: Key.SPACE,
  End: Key.END,
  PageDown: Key.PAGE_DOWN,
  ArrowDown: Key.ARROW_DOWN,
}
/** Its toolbar has no use here, and would be wider than a phone. */
const NO_TOOLBAR =
  '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; -gtk-icon-transform: scale(0.1) }'

/**
 * A message bus that starts no services. A desktop's own would: its portal for documents mounts a file system in the
 * profile, which cannot be deleted then.
 */
const BUS = `<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`

/** Where several start at once, its browser now and then ends at once, and its driver waits for it for good. */
const ATTEMPTS = 3
const START_MS = 15_000

export async function driveWebKit(preferences: Preferences): Promise<Driver> {
  for (let attempt = 1; ; attempt++)
    try {
      return await startWebKit(preferences)
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof NeverStarted)) throw error
    }
}

class NeverStarted extends Error {}

async function startWebKit(preferences: Preferences): Promise<Driver> {
  const programs = findWebKit()
  if (!programs)
    throw new Error('WebKit is not installed (Debian: apt-get install webkit2gtk-driver xvfb dbus-x11)')
  if (preferences.forcedColours) throw new Error('WebKit has no forced colours')
  const place = scratch()
  const started: ChildProcess[] = []
  const end = async () => {
    process.off('exit', killAll)
    killAll()
    await Promise.all(started.map(child => (hasEnded(child) ? undefined : once(child, 'exit'))))
    place[Symbol.dispose]()
  }
  const killAll = () => {
    for (const child of started) kill(child)
  }
  // Nobody else ends them when a run is broken off.
  process.on('exit', killAll)
  try {
    const settings = place.path('gtk-3.0')
    mkdirSync(settings)
    writeFileSync(`${settings}/gtk.css`, NO_TOOLBAR)
    writeFileSync(
      `${settings}/settings.ini`,
      `[Settings]\ngtk-enable-animations=${preferences.reducedMotion ? 0 : 1}\n`,
    )
    const bus = place.path('bus.conf')
    writeFileSync(bus, BUS)
    const port = await freePort()
    // A number that nobody else has: a screen that ends takes the door of the next one of its number with it.
    const display = `:${port}`
    const screen = spawn(
      programs.display,
      [display, '-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '1600x1600x24'],
      { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    )
    started.push(screen)
    await orEnds(screen, programs.display, isReady(screen))
    const driven = spawn(programs.bus, [`--config-file=${bus}`, '--', programs.driver, `--port=${port}`], {
      // A group of its own: the bus leaves what it has started behind.
      detached: true,
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: display,
        XDG_CONFIG_HOME: place.folder,
        XDG_CACHE_HOME: place.folder,
        XDG_DATA_HOME: place.folder,
        GTK_THEME: preferences.dark ? 'Adwaita:dark' : 'Adwaita',
        // Nothing to find for a program that looks for a screen reader.
        NO_AT_BRIDGE: '1',
        // Its sandbox wants rights that a container's root does not have.
        ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
      },
    })
    started.push(driven)
    await orEnds(driven, programs.driver, answering(`http://127.0.0.1:${port}/status`, driven))
    const session = new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({
        browserName: 'MiniBrowser',
        ...(preferences.proxy && {
          proxy: {
            proxyType: 'manual',
            httpProxy: preferences.proxy,
            sslProxy: preferences.proxy,
            noProxy: ['127.0.0.1'],
          },
        }),
        'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
      })
      .build()
    const late = setTimeout(START_MS, undefined, { ref: false })
    const driver = await Promise.race([session, late])
    // It is given up when the driver ends.
    session.catch(() => {})
    if (!driver) throw new NeverStarted(`${programs.browser} did not start within ${START_MS / 1000} s`)
    return driverOf(driver, end)
  } catch (error) {
    await end()
    throw error
  }
}

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess) =>
  pid === undefined || exitCode !== null || signalCode !== null

/** With all that it has started. */
function kill(child: ChildProcess): void {
  if (hasEnded(child)) return
  try {
    process.kill(-(child.pid as number))
  } catch {
    // It has just ended.
  }
}

/** What is waited for, or an error when the program ends first. */
async function orEnds<Result>(
  child: ChildProcess,
  program: string,
  wanted: Promise<Result>,
): Promise<Result> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with ${code}`)
  })
  return Promise.race([wanted, ended])
}

function driverOf(driver: WebDriver, end: () => Promise<void>): Driver {
  const actions = () => driver.actions({ async: true })
  return {
    goto: address => driver.get(address),
    reload: () => driver.navigate().refresh(),
    back: () => driver.navigate().back(),
    resize: size => resize(driver, size),
    async evaluate(expression) {
      const { value, error } = await driver.executeAsyncScript<{ value?: unknown; error?: string }>(
        `const done = arguments[0]
        Promise.resolve().then(() => ${expression}).then(value => done({ value }), error => done({ error: String(error) }))`,
      )
      if (error) throw new Error(error)
      return value
    },
    async press(key) {
      const keys = key.split('+').map(name => KEYS[name] ?? name)
      const presses = actions()
      for (const one of keys) presses.keyDown(one)
      for (const one of keys.reverse()) presses.keyUp(one)
      await presses.perform()
    },
    type: text => actions().sendKeys(text).perform(),
    click: (x, y) =>
      actions()
        .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT })
        .click()
        .perform(),
    async picture() {
      // The first shows what was drawn before, and has the rest drawn.
      await driver.takeScreenshot()
      await driver.executeAsyncScript('requestAnimationFrame(() => requestAnimationFrame(arguments[0]))')
      return Buffer.from(await driver.takeScreenshot(), 'base64')
    },
    async close() {
      await driver.quit().catch(() => {})
      await end()
    },
  }
}

/** Of the content: the window is larger by what is left of the toolbar. */
async function resize(driver: WebDriver, size: Size): Promise<void> {
  const content = async (): Promise<Size> => {
    const [width = 0, height = 0] = await driver.executeScript<number[]>('return [innerWidth, innerHeight]')
    return { width, height }
  }
  let more = { width: 0, height: 0 }
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const before = await content()
    await driver
      .manage()
      .window()
      .setRect({ width: size.width + more.width, height: size.height + more.height })
    // The display follows a moment after the driver has answered.
    let now = await content()
    for (let look = 0; look < MOST_LOOKS && isSame(now, before); look++) now = await content()
    if (isSame(now, size)) return
    more = { width: more.width + size.width - now.width, height: more.height + size.height - now.height }
    if (Math.abs(more.width) > 200 || Math.abs(more.height) > 200) more = { width: 0, height: 0 }
  }
  throw new Error(`the window does not become ${size.width} x ${size.height}`)
}

const MOST_ATTEMPTS = 20
const MOST_LOOKS = 50
const isSame = (one: Size, other: Size) => one.width === other.width && one.height === other.height

/** It writes its number once it can be drawn on. */
async function isReady(screen: ChildProcess): Promise<void> {
  const pipe = screen.stdio[3]
  if (!pipe) throw new Error('the display has no pipe')
  await once(pipe, 'data')
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  const isUp = () =>
    fetch(url).then(
      reply => reply.ok,
      () => false,
    )
  while (!hasEnded(child) && !(await isUp())) await setTimeout(20)
}
