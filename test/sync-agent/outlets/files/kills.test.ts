/** A publisher killed at any moment, while somebody reads what it writes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as moment } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fileOf } from '../../../support/built.ts'
import { chanceFrom } from '../../simulation/random.ts'
import { ACADEMY, ACADEMY_ZH } from '../../support.ts'
import { BASE, dated, entries, everyFile, faultsIn, NOW, type School, school } from './support.ts'

const CHILD = join(import.meta.dirname, 'publish-child.ts')
const LIBRARY = fileOf('@schoolbell/sync-agent')
const KILLS = process.env.SOAK ? 150 : 4
const STANDING = 130

// Promise: operate/files-whole
it(`a reader finds no half file and no dead link through ${KILLS} kills, and the next run ends the work`, {
  timeout: 3_600_000,
}, async () => {
  await using place = await school()
  const chance = chanceFrom(7)
  await place.copy(entries(STANDING))
  await place.copy(entries(STANDING), [], ACADEMY_ZH)
  const faults = new Set<string>()
  let killed = 0
  let looks = 0
  const look = () => {
    for (const fault of faultsIn(place.to)) faults.add(fault)
    looks += 1
  }
  for (let kill = 0; kill < KILLS; kill += 1) {
    await change(place, kill)
    // Every other one dies by itself, at work on any machine; the others are killed at any moment up to their last.
    const [share, lifeMs] =
      kill % 2 === 0
        ? [chance.number(), Number.POSITIVE_INFINITY]
        : [Number.POSITIVE_INFINITY, chance.between(0, 900)]
    const child = spawn(process.execPath, [CHILD, LIBRARY, place.db, place.to, BASE, NOW, `${share}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    const dyingAt = performance.now() + lifeMs
    while (performance.now() < dyingAt && child.exitCode === null && child.signalCode === null) {
      look()
      await moment(20)
    }
    child.kill('SIGKILL')
    const [, signal] = await ended
    killed += Number(signal === 'SIGKILL')
    look()
  }
  expect([...faults]).toEqual([])
  // It was worth looking.
  expect(killed).toBeGreaterThan(KILLS / 3)
  expect(looks).toBeGreaterThan(KILLS)

  await place.publish()
  const underWay = readdirSync(place.to, { recursive: true }).filter(name => `${name}`.endsWith('.new'))
  expect(underWay).toEqual([])
  await place.publish({ to: place.path('at once') })
  expect(bytesIn(place.to)).toEqual(bytesIn(place.path('at once')))
})

/** New entries, an edit, and a deletion that cuts pages anew. */
async function change(place: School, round: number): Promise<void> {
  const next = STANDING + 3 * round + 1
  await place.copy(
    [...entries(3, next), dated(round + 40, { newsTitle: `Edited ${round}` })],
    [`n${2 * round + 1}`],
    round % 2 === 0 ? ACADEMY : ACADEMY_ZH,
  )
}

function bytesIn(folder: string): Map<string, string> {
  return new Map(
    [...everyFile(folder).keys()].sort().map(path => [path, readFileSync(join(folder, path), 'utf8')]),
  )
}
