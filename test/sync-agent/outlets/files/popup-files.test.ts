/** The popup widget in a published folder: of one build, and there for as long as pages load it. */
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { handClock } from '../../support.ts'
import { buildWidget, entries, everyFile, namesIn, type School, school } from './support.ts'

let place: School
let widgetDir: string
beforeEach(async () => {
  place = await school()
  widgetDir = place.path('widget')
  buildWidget(widgetDir, 'aaaaaa')
  await place.copy(entries(1))
})
afterEach(async () => place[Symbol.asyncDispose]())

const publish = (clock = handClock(`${Temporal.Now.instant()}`)) =>
  place.publish({ formats: ['popups'], widgetDir, clock })
const published = () => namesIn(join(place.to, 'popups'))
const of = (build: string) => ['purify', 'school-popup', 'shared'].map(name => `${name}-${build}.js`)

it('has its scripts and icons beside the tag’s script', async () => {
  await publish()
  expect(published()).toEqual(['academy.js', 'icons', ...of('aaaaaa')].sort())
  expect(readFileSync(join(place.to, 'popups/academy.js'), 'utf8')).toContain('school-popup-aaaaaa.js')
})

it('stays when its own folder is gone, and the error says what to do', async () => {
  await publish()
  const before = everyFile(place.to)
  rmSync(widgetDir, { recursive: true })
  await expect(publish()).rejects.toMatchObject({
    code: 'WIDGET_UNUSABLE',
    message: `${place.to} has the popup widget, but ${widgetDir} does not have it any more: install or build it again; nothing was changed`,
  })
  expect(everyFile(place.to)).toEqual(before)
  // A host that wants it no longer says so.
  await place.publish({ formats: ['popups'], widgetDir: false })
  expect(everyFile(place.to).size).toBe(0)
})

it.each([
  [
    'a script of another build',
    () => writeFileSync(join(widgetDir, 'popup.js'), 'another'),
    /popup\.js is of another build than integrity\.json; install/,
  ],
  [
    'no dialog',
    () => rmSync(join(widgetDir, 'school-popup-bbbbbb.js')),
    /school-popup-bbbbbb\.js cannot be read: it does not exist \(ENOENT\); install/,
  ],
  [
    'half a list',
    () => writeFileSync(join(widgetDir, 'integrity.json'), '{"scripts":'),
    /integrity\.json is not complete; install/,
  ],
])('is not published during an update, with %s', async (_, spoil, message) => {
  await publish()
  const before = everyFile(place.to)
  buildWidget(widgetDir, 'bbbbbb')
  spoil()
  await expect(publish()).rejects.toMatchObject({
    code: 'WIDGET_UNUSABLE',
    message: expect.stringMatching(message),
  })
  expect(everyFile(place.to)).toEqual(before)
})

it('keeps the scripts of earlier builds for a week after an update', async () => {
  await publish()
  rmSync(widgetDir, { recursive: true })
  buildWidget(widgetDir, 'bbbbbb')
  const [sixDays, eightDays] = [6, 8].map(days => Temporal.Now.instant().add({ hours: 24 * days }))
  for (const clock of [undefined, handClock(`${sixDays}`)]) {
    await publish(clock)
    expect(published()).toEqual(['academy.js', 'icons', ...of('aaaaaa'), ...of('bbbbbb')].sort())
  }
  expect(readFileSync(join(place.to, 'popups/academy.js'), 'utf8')).toContain('school-popup-bbbbbb.js')
  await publish(handClock(`${eightDays}`))
  expect(published()).toEqual(['academy.js', 'icons', ...of('bbbbbb')].sort())
})

it('leaves alone the scripts of an agent that was updated before this one', async () => {
  await publish()
  // This build has been here for a month.
  const monthAgo = Date.now() / 1000 - 30 * 86_400
  for (const name of [...of('aaaaaa'), 'icons/rain.svg'])
    utimesSync(join(place.to, 'popups', name), monthAgo, monthAgo)
  await publish()
  const older = widgetDir
  widgetDir = place.path('newer')
  buildWidget(widgetDir, 'bbbbbb')
  await publish()
  widgetDir = older
  await publish()
  expect(readFileSync(join(place.to, 'popups/academy.js'), 'utf8')).toContain('school-popup-aaaaaa.js')
  expect(published()).toEqual(['academy.js', 'icons', ...of('aaaaaa'), ...of('bbbbbb')].sort())
})
