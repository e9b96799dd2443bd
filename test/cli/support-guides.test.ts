/** The guides to attendance and to the calls for support staff: programs run, and commands print what stands there. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StartedService, startService } from '../../console/index.ts'
import { call } from '../support/call.ts'
import { run, start } from '../support/command.ts'
import { programOf } from '../support/guides.ts'
import { type Scratch, scratch } from '../support/scratch.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const ATTENDANCE = readFileSync(join(ROOT, 'docs', 'integrate', 'attendance.md'), 'utf8')
const SUPPORT = readFileSync(join(ROOT, 'docs', 'integrate', 'support-calls.md'), 'utf8')
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

describe('programs', () => {
  const written = (name: string) => {
    const main = place.path(`${name}.mts`)
    writeFileSync(main, here(programOf('integrate/attendance.md', name)))
    return main
  }

  it('print who was late, and a term by student', async () => {
    const [late, range] = await Promise.all(
      ['late', 'range'].map(name => run([], { main: written(name), env: KEY })),
    )
    expect(late).toMatchObject({ code: 0, errors: '' })
    expect(late?.output).toContain('TB260004 Tsz-kiu Yim Arrived at 08:52\n')
    expect(late?.output).toContain('students: 14')
    expect(range?.code).toBe(0)
    expect(range?.output).toContain('TB260001 8 3\n')
    expect(range?.errors).toMatch(/109 of 109\n$/)
  })

  it('watch a day', async () => {
    await using watching = start([], { main: written('watch'), env: KEY })
    expect(await watching.nextLine()).toBe('14 students')
    expect(await watching.stop('SIGINT')).toEqual({ code: 0, signal: null })
  })
})

describe('commands', () => {
  it('of the guide to attendance print what stands there', async () => {
    const [table, summary, csv] = shownIn(ATTENDANCE)
    for (const shown of [table, summary]) {
      const { code, output } = await call(shown?.words ?? [], KEY)
      expect({ code, output }).toEqual({ code: 0, output: shown?.output })
    }
    const words = csv?.words.map(word => (word === 'rowing.csv' ? place.path(word) : word)) ?? []
    expect(await call(words, KEY)).toMatchObject({ code: 0 })
    expect(readFileSync(place.path('rowing.csv'), 'utf8')).toMatch(
      /^\uFEFFdate,userId,refNo,lastName,firstName,status,note,/,
    )
  })

  it('of the guide to support calls print such as stands there', async () => {
    const [session, popups, news] = shownIn(SUPPORT)
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
        .replace(/media\/\S+/, 'media/…')
        // Whole days are left in the last hour before midnight only.
        .replace(/: in \d+ days( \d+ h)?/, ': in … days')
    expect(lasting(user)).toBe(lasting(session?.output))
    expect(lasting(messages).startsWith(lasting(popups?.output).trimEnd())).toBe(true)
    for (const line of lasting(news?.output).split('\n').slice(0, 5)) expect(lasting(entries)).toContain(line)
    expect(entries).toMatch(/\ntxID {2}\S+\n$/)
  })

  it('refuse a token in the words of the guide', async () => {
    const [, refusal = ''] = /^(schoolbell: The token.*)$/m.exec(SUPPORT) ?? []
    const env = { SCHOOLBELL_SESSION_TOKEN: 'another' }
    const args = [
      'session',
      'resolve',
      '--session-url',
      service.sessionUrls.staging,
      '--app-id',
      'sample-school',
    ]
    expect((await call(args, env)).errors).toBe(`${here(refusal)}\n`)
  })
})

it('the guide names every code of an attendance error', () => {
  const [table = ''] = /^\| `error\.code`.*?\n\n/ms.exec(ATTENDANCE) ?? []
  const source = readFileSync(join(ROOT, 'shared', 'client', 'errors.ts'), 'utf8')
  const faults = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, code]) => code)
  const named = [...table.matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code)
  expect(new Set(named)).toEqual(new Set([...faults, 'CONTRACT']))
})
