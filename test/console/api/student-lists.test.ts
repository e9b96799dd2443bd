/** Student lists as CSV files. */
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OfficeSchool, startOfficeSchool } from '../../support/office.ts'

let school: OfficeSchool
beforeAll(async () => {
  school = await startOfficeSchool()
})
beforeEach(() => school.beginAgain())
afterAll(() => school[Symbol.asyncDispose]())

describe('an exported list', () => {
  const download = async (path: string) => {
    const answer = await fetch(`${school.addresses.base}/console/api${path}`, {
      headers: { authorization: 'Bearer a-console-token-of-no-other-use-0123456789' },
    })
    return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  it('opens in a spreadsheet and runs nothing there', async () => {
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
  })

  it('of one group has its order', async () => {
    const groups = (
      await school.call<{ groups: { groupId: number; groupName: string }[] }>('GET', '/structures')
    ).body
    const rowing = groups.groups.find(({ groupName }) => groupName === '1A - Rowing')
    const { bytes } = await download(`/student-lists?groupId=${rowing?.groupId}`)
    const rows: string[][] = parse(bytes, { bom: true, from: 2 })
    expect(rows.map(([refNo]) => refNo)).toEqual(['LW-22', 'LW-20', 'LW-21'])
  })
})
