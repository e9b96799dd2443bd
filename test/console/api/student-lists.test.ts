/** Student lists: files as schools have them, shown before anything is written, written whole, taken back whole. */
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportPreview } from '../../../service/school/import/students.ts'
import { createAttendanceClient } from '../../../shared/client/index.ts'
import { type OfficeSchool, startOfficeSchool } from '../../support/office.ts'
import { ACCESS_KEY, APP_ID } from '../../support/small-school.ts'

let school: OfficeSchool
beforeAll(async () => {
  school = await startOfficeSchool()
})
beforeEach(() => school.beginAgain())
afterAll(() => school[Symbol.asyncDispose]())

const send = (file: string | Buffer, more: object = {}) =>
  school.call<ImportPreview & { undo: string }>('POST', '/student-lists', {
    file: Buffer.from(file as string).toString('base64'),
    ...more,
  })
const preview = async (file: string | Buffer, defaults: object = {}) => (await send(file, { defaults })).body
const namesIn = async (groupName: string, unitId = 1) => {
  const client = createAttendanceClient({
    ...{ syncUrl: school.addresses.syncUrl, appId: APP_ID, accessKey: ACCESS_KEY },
  })
  const list = await client.attendanceList({ unitId, yearId: 2026, groupName, date: '2026-09-01' })
  return list.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
}
const reasons = ({ faults }: ImportPreview) =>
  faults.map(({ line, column, reason }) => `${line} ${column}: ${reason}`)
const people = async () => (await school.call<{ people: object }>('GET', '/structures')).body.people

const LIST = `Reference no.,First name,Last name,Chinese name,E-mail,Unit,Year,Group
LW-50,Wren,Aldermoor,艾鷦,wren@larkwater.example,1,2026,1A - Rowing
LW-51,Bram,Fennimore,,,Academy,2026–27,3C - Drama
LW-20,Tobias,,,,1,2026,1A - Rowing
LW-22,Perrin,Saltmarsh,鹽白靈,,1,2026,1A - Rowing
`

describe('a student list', () => {
  it('is shown first, written when confirmed, and taken back whole', async () => {
    const before = await people()
    const seen = await preview(LIST)
    expect(seen).toMatchObject({
      counts: { new: 2, changed: 1, unchanged: 1, faults: 0 },
      ...{ encoding: 'utf-8', separator: ',', ignored: [] },
      newGroups: [{ unitId: 1, yearId: 2026, groupName: '3C - Drama' }],
    })
    expect(seen.rows.map(({ line, outcome, changes }) => [line, outcome, changes])).toEqual([
      [2, 'new', []],
      [3, 'new', []],
      [4, 'changed', [{ field: 'firstName', from: 'Tobiah', to: 'Tobias' }]],
    ])
    expect(await people()).toEqual(before)
    await expect(namesIn('3C - Drama')).rejects.toMatchObject({ status: 404 })

    const done = await send(LIST, { defaults: {}, seal: seen.seal })
    expect(done).toMatchObject({ status: 201, body: { counts: { new: 2, changed: 1 } } })
    expect(await namesIn('1A - Rowing')).toEqual([
      'Perrin Saltmarsh',
      // An empty cell says nothing: the family name stays.
      'Tobias Quillfeather',
      'Ondine Marrowby',
      'Wren Aldermoor',
    ])
    expect(await namesIn('3C - Drama')).toEqual(['Bram Fennimore'])
    expect((await preview(LIST)).counts).toEqual({ new: 0, changed: 0, unchanged: 4, faults: 0 })
    expect((await preview(LIST)).seal).toBeUndefined()

    expect((await school.call('POST', '/student-lists/restore', { undo: done.body.undo })).status).toBe(204)
    expect(await people()).toEqual(before)
    expect(await namesIn('1A - Rowing')).toEqual([
      'Perrin Saltmarsh',
      'Tobiah Quillfeather',
      'Ondine Marrowby',
    ])
    await expect(namesIn('3C - Drama')).rejects.toMatchObject({ status: 404 })
  })

  it('is not written when the school or the file is no longer what was shown', async () => {
    const { seal } = await preview(LIST)
    expect((await send(LIST.replace('Wren', 'Rowan'), { seal })).status).toBe(409)
    await school.call('DELETE', '/people/22')
    expect((await send(LIST, { seal })).status).toBe(409)
    expect(await people()).toMatchObject({ students: 2 })
  })

  it('with faults says the line, the column and the remedy of each; the other lines can be written', async () => {
    const list = `學生編號;名字;姓氏;電郵;學部;學年;組別;備註
;Wren;Aldermoor;;1;2026;1A - Rowing;
LW-60;Bram;Fennimore;nowhere;9;2026;1A - Rowing;

LW-60;Bram;Fennimore;;9;2026;1A - Rowing;
LW-61;;;;1;2026;;
LW-30;Isaura;Penhallow;;1;2026;;
LW-62;Elspeth;Corrie;;1;2026;..;
LW-63;Elspeth;Corrie;;;2026;1A - Rowing;
LW-64;Ivo;Lark;;1;2026;1A - Rowing;"two
lines"
LW-64;Iva;Lark;;1;2026;100% Science?;
LW-64;Ivo;Lark;;1;2026;1A - Rowing;
LW-64;Ivo;Lark;;1;2026;100% Science?;
`
    const seen = await preview(list)
    expect(seen.ignored).toEqual(['備註'])
    expect(seen.separator).toBe(';')
    expect(reasons(seen)).toEqual([
      '2 學生編號: the reference number is missing',
      '3 電郵: “nowhere” is no e-mail address (as in name@school.example)',
      '5 學部: names no unit; there are: 1 (Academy), 2 (Pre-school)',
      '6 名字: a new student needs a name',
      '7 學生編號: “LW-30” is the reference number of somebody who is no student',
      '8 組別: “..” cannot be the name of a group',
      '9 學部: say the unit of the group: 1 (Academy), 2 (Pre-school)',
      '12 名字: says something else of this student than line 10',
      '13 學生編號: is the same as line 10; delete one',
    ])
    expect(seen.counts).toEqual({ new: 1, changed: 1, unchanged: 0, faults: 9 })
    expect(seen.newGroups).toEqual([])
    await send(list, { seal: seen.seal, defaults: {} })
    expect(await namesIn('1A - Rowing')).toContain('Ivo Lark')
    expect(await namesIn('100% Science?')).toEqual(['Ondine Marrowby', 'Ivo Lark'])
    expect(await people()).toMatchObject({ students: 4 })
  })

  it('without columns for the group goes where its reader says', async () => {
    const list = 'Student No\tGiven Name\tSurname\nLW-70\tWren\tAldermoor\n'
    const defaults = { unitId: 2, yearId: 2026, groupName: '晨星班' }
    const seen = await preview(list, defaults)
    expect(seen).toMatchObject({ separator: '\t', counts: { new: 1 } })
    await send(list, { seal: seen.seal, defaults })
    expect(await namesIn('晨星班', 2)).toEqual(['Wren Aldermoor'])
  })

  it('names a unit, a year and a group by either half of a name in both languages', async () => {
    for (const [path, body] of [
      ['units', { unitId: 7, name: 'Academy (Lower) 書院（初中）' }],
      ['years', { yearId: 2027, name: '二〇二七年度 / School year 2027' }],
      ['groups', { unitId: 7, yearId: 2027, groupName: 'Class 1A 1A班' }],
      ['groups', { unitId: 7, yearId: 2027, groupName: 'Class 1B 1B班' }],
      ['groups', { unitId: 7, yearId: 2027, groupName: 'Choir 高級合唱團' }],
      ['groups', { unitId: 7, yearId: 2027, groupName: 'Choir 初級合唱團' }],
    ] as const)
      expect((await school.call('POST', `/structures/${path}`, body)).status).toBe(201)
    const list = `Reference no.,First name,Unit,Year,Class
LW-80,Ada,Academy (Lower),school year 2027,Class 1A
LW-81,Ben,書院（初中）,二〇二七年度,１Ａ班
LW-82,Cai,書院(初中),2027,1B班
LW-83,Dan,Academy (Lower) 書院（初中）,2027,Class
LW-84,Eva,Lower,2027,Class 1A
LW-85,Fay,Academy (Lower),2027,Choir
`
    const seen = await preview(list)
    expect(seen.rows.map(({ joins }) => joins?.groupName)).toEqual([
      'Class 1A 1A班',
      'Class 1A 1A班',
      'Class 1B 1B班',
      'Class',
    ])
    expect(seen.newGroups.map(({ groupName }) => groupName)).toEqual(['Class'])
    expect(reasons(seen)).toEqual([
      expect.stringContaining('6 Unit: names no unit'),
      '7 Class: fits more than one group; write the whole name: Choir 高級合唱團, Choir 初級合唱團',
    ])
  })

  it('of two thousand lines is written, but fills no group beyond what one may have, and no cell beyond what the office may enter', async () => {
    const rows = Array.from({ length: 2_001 }, (_, at) => `F-${at},Name${at},,1,2026,2B/Choir & Strings`)
    const cells = [`${'x'.repeat(101)},Ada,,,,`, `F-9000,Ada,${'x'.repeat(300)}@school.example,,,`]
    const file = ['Reference no.,First name,E-mail,Unit,Year,Group', ...rows, ...cells].join('\n')
    const seen = await preview(file)
    // One student is in it already.
    expect(reasons(seen)).toEqual([
      '2001 Group: “2B/Choir & Strings” would have more than 2,000 students; put this one into another group',
      '2002 Group: “2B/Choir & Strings” would have more than 2,000 students; put this one into another group',
      '2003 Reference no.: is too long: a reference number may have 100 characters, an e-mail address 320, anything else 200',
    ])
    expect(seen.counts).toMatchObject({ new: 2_000, faults: 3 })
    expect((await send(file, { seal: seen.seal })).status).toBe(201)
    expect(await people()).toMatchObject({ students: 2_003 })
  })
})

describe('a file', () => {
  it.each([
    ['utf-8', Buffer.from(`\uFEFF學生編號,中文姓名\r\nLW-80,艾鷦\r\n`)],
    ['utf-16le', Buffer.from(`\uFEFF學生編號,中文姓名\r\nLW-80,艾鷦\r\n`, 'utf16le')],
    ['utf-16le', Buffer.from(`Ref no,中文姓名\r\nLW-80,艾鷦\r\n`, 'utf16le')],
    ['utf-16be', Buffer.from(`\uFEFFRef no,中文姓名\r\nLW-80,艾鷦\r\n`, 'utf16le').swap16()],
    // 學生編號,中文姓名 / LW-80,陳大文 as Excel of Hong Kong saves it.
    ['big5', Buffer.from('bec7a5cdbd73b8b92ca4a4a4e5a96da6570d0a4c572d38302cb3afa46aa4e50d0a', 'hex')],
  ])('is read in %s', async (encoding, file) => {
    const seen = await preview(file)
    expect(seen).toMatchObject({ encoding, counts: { new: 1, faults: 0 } })
    expect(seen.rows[0]?.person.chineseName).toBe(encoding === 'big5' ? '陳大文' : '艾鷦')
  })

  it.each<[what: string, code: string, line: number, file: string | Buffer]>([
    ['an Excel workbook', 'workbook', 0, Buffer.from('504b030414000600', 'hex')],
    ['a picture', 'not-text', 0, Buffer.from('89504e470d0a1a0a0000000d49484452fffe00', 'hex')],
    ['more than 5 MB', 'too-big', 0, Buffer.alloc(5 * 1024 * 1024 + 1, 'a')],
    ['nothing', 'empty', 1, ''],
    ['column names alone', 'empty', 1, 'Reference no.\n'],
    ['an open quotation mark', 'quotes', 3, 'Reference no.,First name\nA,B\nC,"D\nE,F\n'],
    ['a cell without end', 'too-long', 2, `Reference no.\n"${'x\n'.repeat(15_000)}"\n`],
    ['more than 20,000 lines', 'too-many-lines', 20_002, `Ref no\n${'A\n'.repeat(20_001)}`],
    ['no reference numbers', 'no-ref-no-column', 1, 'First name\nWren\n'],
    ['a column twice', 'repeated-column', 1, 'Ref no,Reference no.\nA,B\n'],
  ])('that is %s is refused and says so', async (_what, code, line, file) => {
    const seen = await preview(file)
    expect(seen.faults).toMatchObject([{ code, line }])
    expect(seen.seal).toBeUndefined()
  })
})

describe('an exported list', () => {
  const download = async (path: string) => {
    const answer = await fetch(`${school.addresses.base}/console/api${path}`, {
      headers: { authorization: 'Bearer a-console-token-of-no-other-use-0123456789' },
    })
    return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  it('opens in a spreadsheet, runs nothing there, and comes back unchanged', async () => {
    const student = {
      ...{ role: 'Student', refNo: '=1+1', firstName: '@SUM(A1)', lastName: '-x' },
      ...{ chineseName: '', email: '' },
    }
    await school.call('POST', '/people', { ...student, lastName: 'with "quotes", commas' })
    await school.call('POST', '/people', { ...student, refNo: "+cmd|' /C calc'!A0" })
    const { headers, bytes } = await download('/student-lists?lang=zh-HK')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toContain('students.csv')
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const rows: string[][] = parse(bytes, { bom: true })
    expect(rows[0]).toEqual(['學生編號', '名字', '姓氏', '中文姓名', '電郵', '學部', '學年', '組別'])
    expect(rows.flat().filter(cell => /^[=+\-@]/.test(cell))).toEqual([])
    expect(rows).toContainEqual(["'=1+1", "'@SUM(A1)", 'with "quotes", commas', '', '', '', '', ''])
    expect((await preview(bytes)).counts).toMatchObject({ new: 0, changed: 0, faults: 0 })
  })

  it('of one group has its order; the template can be imported', async () => {
    const groups = (
      await school.call<{ groups: { groupId: number; groupName: string }[] }>('GET', '/structures')
    ).body
    const rowing = groups.groups.find(({ groupName }) => groupName === '1A - Rowing')
    const { bytes } = await download(`/student-lists?groupId=${rowing?.groupId}`)
    const rows: string[][] = parse(bytes, { bom: true, from: 2 })
    expect(rows.map(([refNo]) => refNo)).toEqual(['LW-22', 'LW-20', 'LW-21'])
    const template = (await download('/student-lists/template?lang=en-US')).bytes
    expect((await preview(template)).counts).toMatchObject({ new: 1, faults: 0 })
  })
})
