/** Lighthouse's performance score of the landing page, under its own policy: with the tag and a message, and without the tag. */

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installBeside } from '../../scripts/install-beside.ts'
import { launchBrowser } from '../../test/support/browser.ts'
import { freePort } from '../../test/support/free-port.ts'
import { inTurn, type Measured, median, rounded } from '../suite.ts'
import { ofAgent, PEERS_DIR } from './contestants.ts'
import { landingPage } from './landing-page.ts'
import { pageOf, servePages } from './page-server.ts'

const RUNS = 5
/** Points that the tag may cost; Lighthouse shows whole points. */
const LIMIT_POINTS = 0
const COMMAND = join(PEERS_DIR, 'node_modules', 'lighthouse', 'cli', 'index.js')

interface Score {
  performance: number
  firstPaint: number
  largestPaint: number
  blocking: number
  shift: number
  speedIndex: number
}

export async function popupLighthouse(): Promise<Measured> {
  installBeside(PEERS_DIR)
  const landing = await landingPage()
  const tag = ofAgent()
  await using server = await servePages({ landing, contestants: [tag], strict: true })
  server.messages = landing.message
  // The pipe that controls the browser cannot tell the port it chose.
  const port = await freePort()
  const browser = await launchBrowser([server.browserSwitch, `--remote-debugging-port=${port}`])
  const { without, withTag } = await inTurn(RUNS, {
    without: () => scoreOf(pageOf(server), port),
    withTag: () => scoreOf(pageOf(server, tag), port),
  }).finally(() => browser.close())
  const rows = { 'without the tag': summary(without), 'with the tag': summary(withTag) }
  const lost = rows['without the tag'].performance - rows['with the tag'].performance
  return { rows, limits: [{ what: 'points lost by the tag', found: lost, limit: LIMIT_POINTS }] }
}

/** One run with Lighthouse's mobile preset. */
async function scoreOf(url: string, port: number): Promise<Score> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...[COMMAND, url, `--port=${port}`, '--output=json', '--only-categories=performance', '--quiet'],
      '--no-enable-error-reporting',
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  const { categories, audits, runtimeError } = JSON.parse(stdout)
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`)
  const value = (audit: string): number => audits[audit].numericValue
  return {
    performance: Math.round(categories.performance.score * 100),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    speedIndex: value('speed-index'),
  }
}

function summary(scores: readonly Score[]) {
  const middle = (key: keyof Score) => median(scores.map(score => score[key]))
  return {
    performance: middle('performance'),
    'all runs': scores.map(({ performance }) => performance).join(' '),
    'first paint, ms': Math.round(middle('firstPaint')),
    'largest paint, ms': Math.round(middle('largestPaint')),
    'blocking, ms': Math.round(middle('blocking')),
    'layout shift': rounded(middle('shift'), 3),
    'speed index, ms': Math.round(middle('speedIndex')),
  }
}
