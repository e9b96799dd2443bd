/** The guide to attendance and the calls for support staff: its program runs, and its commands print what stands there. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StartedService, startService } from '../../console/index.ts'
import { call } from '../support/call.ts'
import { run } from '../support/command.ts'
import { programOf } from '../support/guides.ts'
import { type Scratch, scratch } from '../support/scratch.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const GUIDE = readFileSync(join(ROOT, 'docs', 'integrate', 'attendance.md'), 'utf8')
const KEY = { SCHOOLBELL_ACCESS_KEY: 'sample-access-key' }

let service: StartedService
let place: Scratch
beforeAll(async () => {
  service = await startService()
  place = scratch()
})
afterAll(async () => {
  place[Symbol.dispose]()
  await service.close()
})
const here = (text: string) => text.replaceAll('http://127.0.0.1:4010', service.base)

/** A command of a guide, as a shell would cut it. */
function wordsOf(shell: string): string[] {
  const line = shell.replaceAll('\\\n', ' ').replace(/.*?schoolbell /, '')
  return [...here(line).matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

/** Commands in a guide, each with the output that stands behind it. */
function shownIn(guide: string) {
  const blocks = [
    ...guide.matchAll(/^```sh\n((?:(?!^```).)*schoolbell .*?)^```(?:\n\n```text\n(.*?)^```)?/gms),
  ]
  return blocks.map(([, shell = '', output]) => ({
    words: wordsOf(shell.replace(/^export .*\n/, '')),
    output,
  }))
}

it('the program prints who was late', async () => {
  const main = place.path('late.mts')
  writeFileSync(main, here(programOf('integrate/attendance.md', 'late')))
  const { code, output, errors } = await run([], { main, env: KEY })
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(output).toContain('TB260004 Tsz-kiu Yim Arrived at 08:52\n')
  expect(output).toContain('students: 14')
})

describe('commands', () => {
  it('for attendance print what stands there', async () => {
    const [, , , table, csv] = shownIn(GUIDE)
    const { code, output } = await call(table?.words ?? [], KEY)
    expect(code).toBe(0)
    expectParts(output, table?.output)
    const words = csv?.words.map(word => (word === 'rowing.csv' ? place.path(word) : word)) ?? []
    expect(await call(words, KEY)).toMatchObject({ code: 0 })
    expect(readFileSync(place.path('rowing.csv'), 'utf8')).toMatch(
      /^\uFEFFdate,userId,refNo,lastName,firstName,status,note,/,
    )
  })

  it('for support staff print such as stands there', async () => {
    const [session, popups, news] = shownIn(GUIDE)
    const env = { SCHOOLBELL_SESSION_TOKEN: 'sample-guardian' }
    const withoutFile = session?.words.filter(
      (word, at, all) => word !== '--token-file' && all[at - 1] !== '--token-file',
    )
    const answers = await Promise.all([
      call(withoutFile ?? [], env),
      call(popups?.words ?? []),
      call(news?.words ?? []),
    ])
    for (const { code, errors } of answers) expect({ code, errors }).toEqual({ code: 0, errors: '' })
    const [user, messages, entries] = answers.map(({ output }) => output)
    // But for what is another at each start: the time of the day, an address, days that are left, ids.
    const lasting = (text = '') =>
      here(text)
        .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'TIME')
        // Whole days are left in the last hour before midnight only.
        .replace(/: in \d+ days( \d+ h)?/, ': in … days')
    for (const [printed, shown] of [
      [user, session],
      [messages, popups],
      [entries, news],
    ] as const)
      for (const line of lasting(shown?.output)
        .split('\n')
        .filter(line => line !== '…'))
        expect(lasting(printed)).toContain(line)
    expect(entries).toMatch(/\ntxID {2}\S+\n$/)
  })
})

it('the guides name every code of an attendance error', () => {
  const client = readFileSync(join(ROOT, 'docs', 'integrate', 'client.md'), 'utf8')
  const tables = [/^\| `error\.code`.*?\n\n/ms.exec(GUIDE), /^\| Error \| `code`.*?\n\n/ms.exec(client)]
  const table = tables.flatMap(found => found ?? []).join('')
  const source = readFileSync(join(ROOT, 'shared', 'client', 'errors.ts'), 'utf8')
  const faults = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, code]) => code)
  const named = [...table.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code)
  expect(new Set(named)).toEqual(new Set([...faults, 'CONTRACT', 'SERVICE']))
})

/** @param shown with `…` in place of lines that the guide leaves out */
function expectParts(output: string | undefined, shown: string | undefined): void {
  const [begin = '', end = ''] = `${shown}`.split('…\n')
  expect(begin).not.toBe('')
  expect(output?.slice(0, begin.length)).toBe(begin)
  expect(output?.slice(output.length - end.length)).toBe(end)
}
