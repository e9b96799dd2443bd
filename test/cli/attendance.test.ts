/** `schoolbell attendance` as an office and a school system run it. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { daysText, failedDays, listText } from '../../cli/attendance/format.ts'
import attendanceCommand, { deliver, showRange } from '../../cli/attendance.ts'
import { type StartedService, startService } from '../../console/index.ts'
import { AttendanceError } from '../../shared/client/index.ts'
import type { AttendanceItem } from '../../shared/contract/index.ts'
import { plainCell } from '../../shared/text/csv.ts'
import { call } from '../support/call.ts'
import { MAIN, start } from '../support/command.ts'
import { refusal } from '../support/refusal.ts'
import { scratch } from '../support/scratch.ts'
import { json, startUpstream } from '../support/scripted-upstream.ts'
import { ACCESS_KEY, APP_ID, SMALL_SCHOOL, writeSeed } from '../support/small-school.ts'

const ODD_NAME = '2B / Science-Lab 科學'
const FORMULA = '=HYPERLINK("http://evil.example","請按")'

let service: StartedService
beforeAll(async () => {
  using place = scratch()
  const { groups, attendance } = SMALL_SCHOOL
  const [first] = attendance
  service = await startService({
    seed: writeSeed(place.folder, {
      ...SMALL_SCHOOL,
      groups: [...groups, { unitId: 1, yearId: 2026, groupName: ODD_NAME, students: [20, 21] }],
      attendance: [...attendance, { ...first, date: '2026-09-02', note: FORMULA }],
    }),
  })
})
afterAll(() => service.close())
afterEach(() => void service.faults.clear())

const KEY = { SCHOOLBELL_ACCESS_KEY: ACCESS_KEY }
const group = (name = '1A - Rowing') => [
  ...['attendance', '--sync-url', service.syncUrl, '--app-id', APP_ID],
  ...['--unit', '1', '--year', '2026', '--group', name],
]
const RECORD = { userId: 22, status: 'Late', entryDate: '2026-10-01T01:00:00Z', note: '' } as const
const RANGE = ['--from', '2026-08-31', '--to', '2026-09-04']

describe('schoolbell attendance', () => {
  it('prints the list of a day as a table, and counts it', async () => {
    const { code, output, errors } = await call([...group(), '--date', '2026-09-01'], KEY)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toBe(
      [
        'Ref. no.  Name                  Status     Recorded             Approved by        Note',
        'LW-22     Saltmarsh, Perrin     no record',
        'LW-20     Quillfeather, Tobiah  Late       2026-09-01 08:41:00  Penhallow, Isaura  Ferry delayed',
        'LW-21     Marrowby, Ondine      Present    2026-09-01 08:10:00',
        '',
        '3 students: 1 Present, 1 Late, 1 no record',
        '',
      ].join('\n'),
    )
  })

  // Promise: integrate/csv
  it('writes CSV that Excel opens, in which no note is run', async () => {
    using place = scratch()
    const file = place.path('list.csv')
    const args = [...group(ODD_NAME), '--date', '2026-09-02', '--format', 'csv', '--bom', '--output', file]
    expect(await call(args, KEY)).toEqual({ code: 0, output: '', errors: '' })
    const bytes = readFileSync(file)
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(bytes.toString().match(/\r\n/g)).toHaveLength(3)
    const rows: Record<string, string>[] = parse(bytes, { bom: true, columns: true })
    expect(rows[0]).toMatchObject({ date: '2026-09-02', userId: '20', status: 'Late', note: `'${FORMULA}` })
    expect(plainCell(rows[0]?.note ?? '')).toBe(FORMULA)
    expect(rows[1]).toMatchObject({ userId: '21', status: '', note: '' })
  })

  it('prints JSON: a day as it came, a range by date, with what went wrong', async () => {
    service.faults.add({ endpoint: 'attendance', when: { calls: 1 }, fault: { kind: 'status', status: 500 } })
    const args = [...group(), ...RANGE, '--format', 'json', '--parallel', '1']
    const { code, output, errors } = await call(args, KEY)
    expect(code).toBe(1)
    const { days, failed } = JSON.parse(output)
    expect(Object.keys(days)).toEqual(['2026-09-01', '2026-09-02', '2026-09-03', '2026-09-04'])
    expect(days['2026-09-01'][2]).toMatchObject({ _id: 21, attendanceEntry: { status: 'Present' } })
    expect(failed).toEqual({ '2026-08-31': { code: 'STATUS', message: expect.stringContaining('HTTP 500') } })
    expect(errors).toMatch(/^schoolbell: 2026-08-31: .*HTTP 500: .*\n$/)
  })

  it('takes the key from a file, and counts a range by student', async () => {
    using place = scratch()
    writeFileSync(place.path('key'), `${ACCESS_KEY}\n`)
    const args = [...group(), ...RANGE, '--summary', '--access-key-file', place.path('key')]
    const { code, output } = await call(args)
    expect(code).toBe(0)
    expect(output).toContain(
      'LW-20     Quillfeather, Tobiah  0        0          0        2     0           0',
    )
    expect(output).toContain(
      'LW-22     Saltmarsh, Perrin     0        0          0        0     0           2',
    )
    expect(output).toContain('5 days: 2 with records, 3 without any (not shown)')
  })

  it('says where to look when the group is unknown, and when the key is not let in', async () => {
    const [unknown, refused] = await Promise.all([
      call([...group('9Z'), '--date', '2026-09-01'], KEY),
      call([...group(), '--date', '2026-09-01'], { SCHOOLBELL_ACCESS_KEY: 'sesame' }),
    ])
    expect(unknown).toMatchObject({ code: 1, output: '' })
    expect(unknown.errors).toContain('There is no such group')
    expect(unknown.errors).toContain('in the school’s console: Settings, School Structures')
    expect(refused).toMatchObject({ code: 1, output: '' })
    expect(refused.errors).toContain('check that the access key belongs to this app id and is still valid')
    expect(refused.errors).not.toContain('sesame')
  })

  it('--watch prints the list, then what changes, until Ctrl-C', async () => {
    const env = { ...KEY, SCHOOLBELL_INTERVAL: '1' }
    await using watching = start([...group(), '--date', '2026-10-01', '--watch'], { env })
    while ((await watching.nextLine()) !== '3 students: 3 no record');
    service.attendance.put({ ...RECORD, date: '2026-10-01', note: '渡輪延誤' })
    expect(await watching.nextLine()).toMatch(
      /^\d\d:\d\d:\d\d {2}LW-22 {2}Saltmarsh, Perrin: no record → Late \(渡輪延誤\)$/,
    )
    expect(await watching.nextLine()).toMatch(/3 students: 1 Late, 2 no record$/)
    expect(await watching.stop('SIGINT')).toEqual({ code: 0, signal: null })
    expect(watching.errors()).toBe('')
  })

  it('Ctrl-C ends a range in order, and leaves no half a file', async () => {
    using place = scratch()
    const asked = Promise.withResolvers<void>()
    await using upstream = await startUpstream(() => asked.resolve())
    const args = [
      ...group().with(2, upstream.url),
      ...RANGE,
      '--format',
      'csv',
      '--output',
      place.path('list.csv'),
    ]
    await using running = start(args, { env: KEY })
    await asked.promise
    expect(await running.stop('SIGINT')).toEqual({ code: 1, signal: null })
    expect(running.errors()).toMatch(/cancelled\n$/)
    expect(existsSync(place.path('list.csv'))).toBe(false)
  })

  // Promise: integrate/terminal
  it('lets no escape sequence of the service reach the terminal', async () => {
    const item = {
      ...{ _id: 7, refNo: 'S\u001b[2J7', firstName: 'Bo\u009b31m', lastName: 'Ex\u0007ample', imageUrl: '' },
      attendanceEntry: {
        ...{ _id: 9, status: 'Late', user: 7, entryDate: '2026-09-01T00:10:00Z', note: 'a\r\nb\u001b[31m' },
        approvedBy: { _id: 3, firstName: 'Ada', lastName: 'Example\u001b]0;x' },
      },
    }
    await using upstream = await startUpstream(json([item]))
    const args = (format: string) => [
      ...group().with(2, upstream.url),
      ...['--date', '2026-09-01', '--format', format],
    ]
    const [table, asJson] = await Promise.all([call(args('table'), KEY), call(args('json'), KEY)])
    for (const { code, output } of [table, asJson]) {
      expect(code).toBe(0)
      expect(output).not.toMatch(/[^\P{Cc}\n]/u)
    }
    expect(JSON.parse(asJson.output)).toEqual([item])
  })

  it('--output - is standard output, and a disk that is full is told of in one line', async () => {
    const args = [...group(), '--date', '2026-09-01', '--format', 'csv', '--output', '-']
    expect(await call(args, KEY)).toMatchObject({ code: 0, output: expect.stringContaining('LW-20') })
    expect(existsSync('-')).toBe(false)
    const full = promisify(execFile)('sh', ['-c', '"$0" "$@" >/dev/full', process.execPath, MAIN, ...args], {
      env: { ...process.env, ...KEY },
    })
    await expect(full).rejects.toMatchObject({
      ...{ code: 1, stderr: 'schoolbell: standard output cannot be written (ENOSPC)\n' },
    })
    await expect(deliver('list', '/dev/full')).rejects.toThrow(
      '--output: /dev/full cannot be written (ENOSPC)',
    )
  })

  it.each<[args: string[], reason: string]>([
    [['--date', '2026-02-30'], '--date: "2026-02-30" is not a day that exists (YYYY-MM-DD)'],
    [['--date', '20260901'], '--date: "20260901" does not have the form YYYY-MM-DD'],
    [['--sync-url', '127.0.0.1:4010/sync'], 'as in http://127.0.0.1:4010/sync.'],
    [['--from', '2026-09-02', '--to', '2026-09-01'], '--to: 2026-09-01 is before --from'],
    [['--from', '2026-01-01', '--to', '2027-01-02'], 'has 367 days, the limit is 366'],
    [
      ['--date', '2026-09-01', '--from', '2026-09-01'],
      "'--date <day>' cannot be used with option '--from <day>'",
    ],
    [['--to', '2026-09-01'], '--to needs --from'],
    [['--bom'], '--bom is for --format csv'],
    [['--watch', '--from', '2026-09-01'], "'--watch' cannot be used with option '--from <day>'"],
    [['--watch', '--format', 'csv'], '--watch prints a table'],
    [['--watch', '--output', 'x'], "'--watch' cannot be used with option '--output <file>'"],
    [['--group', '..'], '".." cannot be part of a URL'],
    [['--group', ''], 'It must not be empty'],
    [['--output', '/nowhere/list.csv'], '--output: there is no folder /nowhere; make it first'],
    [['--zone', 'Moon'], 'It must be a time zone'],
    [['--unit', 'one'], 'It must be a whole number'],
    [['--access-key-file', '/nowhere'], '--access-key-file: the file cannot be read (ENOENT)'],
  ])('a wrong call is refused and says why: %j', async (args, reason) => {
    expect(await refusal(attendanceCommand(), [...group().slice(1), ...args])).toContain(reason)
  })

  it('--watch ends without a word when its reader has seen enough', async () => {
    const env = { ...KEY, SCHOOLBELL_INTERVAL: '1' }
    await using watching = start([...group(), '--date', '2026-10-03', '--watch'], { env })
    while ((await watching.nextLine()) !== '3 students: 3 no record');
    watching.process.stdout?.destroy()
    service.attendance.put({ ...RECORD, date: '2026-10-03' })
    expect(await watching.ended).toEqual({ code: 0, signal: null })
    expect(watching.errors()).toBe('')
  })
})

const flags = { format: 'table', zone: 'Asia/Hong_Kong' } as const
const item = (refNo: string, lastName: string, status?: 'Late'): AttendanceItem => ({
  ...{ _id: Number(refNo), refNo, firstName: '', lastName, imageUrl: '' },
  ...(status && { attendanceEntry: { _id: 1, status, user: 1, entryDate: 'soon' } }),
})

it('a table’s columns stand under one another, Chinese names or not', () => {
  const list = [item('1', '歐陽羽桐', 'Late'), item('2', 'Quillfeather', 'Late'), item('3', 'é麥', 'Late')]
  // A Chinese character is as wide as two others.
  expect(listText('2026-09-01', list, flags).split('\n').slice(0, 4)).toEqual([
    'Ref. no.  Name          Status  Recorded  Approved by  Note',
    '1         歐陽羽桐      Late    soon',
    '2         Quillfeather  Late    soon',
    '3         é麥           Late    soon',
  ])
})

it('an empty group is a list all the same', () => {
  expect(listText('2026-09-01', [], flags)).toContain('\n0 students\n')
  expect(
    listText('2026-09-01', [], { ...flags, format: 'csv' })
      .trimEnd()
      .split('\r\n'),
  ).toHaveLength(1)
  expect(listText('2026-09-01', [], { ...flags, format: 'json' })).toBe('[]\n')
})

it('CSV moves no cursor and turns no line round on a terminal, and is what was typed in a pipe', async () => {
  const note = 'a\r\nb\u001b]52;c;eA==\u0007\rc\u0000\u202ed'
  const shownOn = async (isTTY: boolean) => {
    let text = ''
    await deliver(note, undefined, { isTTY, write: more => (text += more) })
    return text
  }
  expect(await shownOn(true)).toBe('a\r\nb ]52;c;eA==  c  d')
  expect(await shownOn(false)).toBe(note)
})

it('days that failed alike share a line', () => {
  const errorOf = (day: string, code: 'BAD_KEY' | 'UNKNOWN_GROUP', message: string) =>
    new AttendanceError(`http://h/2026-09-${day}`, code, message)
  const days = [
    { date: '2026-09-01', list: [] },
    ...['02', '03', '04'].map(day => ({
      date: `2026-09-${day}`,
      error: day === '03' ? errorOf(day, 'BAD_KEY', 'HTTP 401') : errorOf(day, 'UNKNOWN_GROUP', 'HTTP 404'),
    })),
  ]
  expect(failedDays(days)).toEqual([
    '2026-09-02 and 1 more day: http://h/2026-09-02: HTTP 404',
    '2026-09-03: http://h/2026-09-03: HTTP 401',
  ])
  expect(daysText(days, flags)).toContain('4 days: 0 with records, 1 without any (not shown), 3 failed')
})

it('a long range shows how far it is on a terminal, and nothing in a file', () => {
  const shown = (isTTY: boolean) => {
    let text = ''
    const write = (more: string) => {
      text += more
    }
    const { onProgress, end } = showRange({ isTTY, write })
    onProgress({ done: 30, total: 120, failed: 0, waitMs: 0 })
    onProgress({ done: 30, total: 120, failed: 0, waitMs: 90_000 })
    end()
    return text
  }
  expect(shown(true)).toContain('25 % of 120 days')
  expect(shown(true)).toContain('the service asks for a pause of 1 min 30 s')
  expect(shown(false)).not.toContain('%')
})
