/** People and school structures by the console's API: entered, changed, deleted with what hangs on them, brought back. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAttendanceClient, createSessionClient } from '../../../shared/client/index.ts'
import { CONSOLE_TOKEN } from '../../support/console-calls.ts'
import { type OfficeSchool, startOfficeSchool } from '../../support/office.ts'
import { ACCESS_KEY, APP_ID, MP3, STAGING_TOKEN } from '../../support/small-school.ts'

let school: OfficeSchool
beforeAll(async () => {
  school = await startOfficeSchool()
})
beforeEach(() => school.beginAgain())
afterAll(() => school[Symbol.asyncDispose]())

const ROWING = { unitId: 1, yearId: 2026, groupName: '1A - Rowing', date: '2026-09-01' }
const list = (change: object = {}) =>
  createAttendanceClient({
    syncUrl: school.addresses.syncUrl,
    appId: APP_ID,
    accessKey: ACCESS_KEY,
  }).attendanceList({ ...ROWING, ...change })
const ids = async (change: object = {}) => (await list(change)).map(({ _id }) => _id)

const NEW_STUDENT = {
  role: 'Student',
  refNo: ' LW-40 ',
  firstName: 'Wren',
  lastName: 'Aldermoor',
  chineseName: '艾鷦',
  email: 'wren@larkwater.example',
}
interface Structures {
  units: { unitId: number; name: string; groups: number; stamp: string }[]
  groups: { groupId: number; groupName: string; unitId: number; students: number }[]
}
const groups = async () => (await school.call<Structures>('GET', '/structures')).body.groups
const groupId = async (name: string) =>
  (await groups()).find(({ groupName }) => groupName === name)?.groupId ?? 0
const undo = ({ undo: id }: Record<string, unknown>) => school.call('POST', '/undo', { undo: id })
/** The stamp of a record, as it is now. */
const stampAt = async (path: string) => (await school.call('GET', path)).body.stamp
/** A call that is refused, by its reasons. */
const faults = async (method: string, path: string, draft: unknown) => {
  const { status, body } = await school.call<{ errors: { path: string; reason: string }[] }>(
    method,
    path,
    draft,
  )
  expect(status).toBe(422)
  return body.errors.map(({ path, reason }) => `${path} ${reason}`)
}

describe('people', () => {
  // Promise: silent/student-left, office/undo
  it('are added, put in a group, taken out of it and back with their records, changed, deleted and brought back', async () => {
    const added = await school.call('POST', '/people', NEW_STUDENT)
    expect(added).toMatchObject({
      status: 201,
      body: { userId: 31, refNo: 'LW-40', imageUrl: '/media/avatar.svg' },
    })
    const rowing = await groupId('1A - Rowing')
    const group = `/structures/groups/${rowing}`
    const putIn = async (students: number[]) => {
      const { status } = await school.call('PUT', `${group}/students`, {
        students,
        stamp: await stampAt(group),
      })
      expect(status).toBe(200)
    }
    const record = async () => (await list()).find(({ _id }) => _id === 20)?.attendanceEntry
    const before = await record()
    await putIn([31, 21, 22])
    expect(await ids()).toEqual([31, 21, 22])
    await putIn([31, 20, 21, 22])
    expect(await ids()).toEqual([31, 20, 21, 22])
    expect(await record()).toEqual(before)
    const changed = { ...NEW_STUDENT, firstName: 'Rowan', avatar: 'gate', stamp: added.body.stamp }
    expect((await school.call('PUT', '/people/31', changed)).status).toBe(200)
    expect(await school.call('PUT', '/people/31', { ...changed, firstName: 'Robin' })).toMatchObject({
      status: 409,
      body: { current: { firstName: 'Rowan', stamp: expect.not.stringContaining(String(changed.stamp)) } },
    })
    expect((await list())[0]).toMatchObject({
      firstName: 'Rowan',
      imageUrl: expect.stringContaining('small.png'),
    })

    const deleted = await school.call('DELETE', '/people/31')
    expect(await ids()).toEqual([20, 21, 22])
    expect((await undo(deleted.body)).status).toBe(204)
    expect(await ids()).toEqual([31, 20, 21, 22])
    expect((await undo(deleted.body)).status).toBe(404)
  })

  it('take places, attendance, sessions and family ties with them, and bring all of it back', async () => {
    const before = { list: await list(), person: await school.call('GET', '/people/20') }
    const { token } = school.service.sessions.issue({ environment: 'staging', userId: 20 })
    const resolve = () =>
      createSessionClient({ sessionUrl: school.addresses.sessionUrls.staging, appId: APP_ID }).resolve(token)
    const deleted = await school.call('DELETE', '/people/20')
    expect(deleted.status).toBe(200)
    expect(await ids()).toEqual([22, 21])
    expect((await school.call('GET', '/people/10')).body).toMatchObject({ children: [] })
    await expect(resolve()).rejects.toMatchObject({ status: 401 })

    await undo(deleted.body)
    expect(await list()).toEqual(before.list)
    expect((await school.call('GET', '/people/20')).body).toEqual(before.person.body)
    expect(await resolve()).toMatchObject({ userId: 20 })
  })

  it('are found by part of a name, Chinese name, reference number, e-mail or id, and page by page', async () => {
    const find = async (query: string) => {
      const { body } = await school.call<{ people: { userId: number }[] }>('GET', `/people?${query}`)
      return body.people.map(({ userId }) => userId)
    }
    expect(await find('search=quill')).toEqual([10, 20])
    expect(await find('search=quill&role=Student')).toEqual([20])
    expect(await find('search=%E5%AE%89%E6%B1%80')).toEqual([21])
    expect(await find('search=LW-2')).toEqual([21, 20, 22])
    expect(await find('search=Tobiah%20Quill')).toEqual([20])
    expect(await find('search=30')).toEqual([30])
    expect(await find('search=%25')).toEqual([])
    expect(await find('search=%00')).toEqual([])
    const { directory } = school.service.school
    for (let at = 0; at < 60; at += 1)
      directory.add({ ...NEW_STUDENT, role: 'Student', refNo: `X-${at}`, lastName: `Z${at % 7}` })
    interface Page {
      people: { userId: number }[]
      next?: string
    }
    const first = (await school.call<Page>('GET', '/people')).body
    const second = (await school.call<Page>('GET', `/people?after=${first.next}`)).body
    expect(first.people).toHaveLength(50)
    expect(second.next).toBeUndefined()
    expect(new Set([...first.people, ...second.people].map(({ userId }) => userId)).size).toBe(65)
  })

  it('with faults are refused with all of them', async () => {
    const nameless = { ...NEW_STUDENT, firstName: ' ', lastName: '', chineseName: '' }
    const faulty = { ...nameless, refNo: 'LW-20', email: 'nowhere', children: [21] }
    expect(await faults('POST', '/people', faulty)).toEqual([
      '/firstName must not be empty when there is no other name',
      '/refNo "LW-20" is Tobiah Quillfeather’s already',
      '/email must be an e-mail address (as in name@school.example)',
      '/children are a guardian’s only',
    ])
    const guardian = { ...NEW_STUDENT, role: 'Guardian', children: [21, 21, 30, 99] }
    expect(await faults('POST', '/people', guardian)).toEqual([
      '/children/1 21 is in the list already',
      '/children/2 30 is no student but Staff',
      '/children/3 99 names no user',
    ])
  })

  it('are not brought back over a change of the same rows, or of a record; who approved attendance stays', async () => {
    const put = async (person: object) => {
      const { stamp } = (await school.call('GET', '/people/21')).body
      return await school.call('PUT', '/people/21', { ...person, stamp })
    }
    const changed = await put({ ...NEW_STUDENT, refNo: 'LW-21' })
    await put({ ...NEW_STUDENT, refNo: 'LW-21', firstName: 'Other' })
    expect((await undo(changed.body)).status).toBe(409)
    expect((await school.call('GET', '/people/21')).body).toMatchObject({ firstName: 'Other' })
    // Undo would take the record away.
    const added = await school.call('POST', '/people', NEW_STUDENT)
    const { userId } = added.body
    const day = `/attendance/students/${userId}/days/2026-09-02`
    expect((await school.call('PUT', day, { status: 'Present', note: '' })).status).toBe(200)
    expect((await undo(added.body)).status).toBe(409)
    expect((await school.call('GET', `/people/${userId}`)).status).toBe(200)
    expect(await school.call('DELETE', '/people/30')).toMatchObject({
      ...{ status: 409, body: { title: expect.stringContaining('approved an attendance entry') } },
    })
  })
})

describe('a change is not taken back', () => {
  const goesBack = async (changed: { body: Record<string, unknown> }) => (await undo(changed.body)).status

  it('when it is of another state of the school', async () => {
    const deleted = await school.call('DELETE', '/people/22')
    const { snapshotId } = school.service.state.snapshots.take('Before another school')
    await school.service.state.reset('empty')
    expect(await goesBack(deleted)).toBe(404)
    school.service.state.snapshots.apply(snapshotId)
    expect(await goesBack(deleted)).toBe(404)
  })

  it('when a rule would be broken by it: a number given to somebody else, a role that something is built on', async () => {
    const { directory, structures } = school.service.school
    const freed = await school.call('DELETE', '/people/22')
    directory.add({ ...NEW_STUDENT, role: 'Student', refNo: 'LW-22' })
    expect(await goesBack(freed)).toBe(409)

    const rowing = await groupId('1A - Rowing')
    const others = structures.studentsOf(rowing)
    const { result: joined } = directory.add({ ...NEW_STUDENT, role: 'Student' })
    structures.setStudents(rowing, [...others, joined])
    const left = structures.setStudents(rowing, others)
    directory.change(joined, { ...NEW_STUDENT, role: 'Staff' })
    expect(await goesBack({ body: { undo: left.undo } })).toBe(409)
    expect(structures.studentsOf(rowing)).toEqual(others)
  })

  // Promise: office/undo
  it('when somebody has deleted something else in its place; and can be when that is as it was again', async () => {
    const popup = await school.call('POST', '/popups', {
      ...{ sites: ['academy'], displayDate: '20261120090000', onWebsite: false },
      texts: { 'en-US': { msgTitle: 'Kites', msgBody: '' }, 'zh-HK': { msgTitle: '', msgBody: '' } },
    })
    const path = `/popups/${popup.body.popupId}`
    const first = await school.call('DELETE', path)
    const { stamp } = (await school.call('GET', path)).body
    const theirs = { ...popup.body, displayDate: '20261121090000', stamp }
    const changed = await school.call('PUT', path, theirs)
    await school.call('DELETE', path)
    expect(await goesBack(first)).toBe(409)
    expect((await school.call('GET', path)).body).toMatchObject({
      deleted: true,
      displayDate: '20261121090000',
    })
    expect(changed.status).toBe(200)
  })

  it.each(['/popups/1', '/news/N-1', '/media/unused.mp3'])(
    'when what it deleted came back and was deleted by somebody else: %s',
    async path => {
      const { media } = school.service
      if (path === '/media/unused.mp3') await media.add(MP3, { name: 'unused' })
      const first = await school.call('DELETE', path)
      if (path === '/media/unused.mp3') await media.add(MP3, { name: 'unused' })
      else expect((await school.call('POST', `${path}/restore`)).status).toBe(200)
      const second = await school.call('DELETE', path)
      expect([first.status, second.status]).toEqual([200, 200])
      expect(await goesBack(first)).toBe(409)
      expect(await goesBack(second)).toBe(204)
    },
  )

  it('only when it is too old, and not because of refusals, which change nothing', async () => {
    const made = await school.call('POST', '/structures/years', { yearId: 2050, name: '2050–51' })
    for (let count = 0; count < 101; count += 1) await school.call('DELETE', '/popups/4711')
    expect(await goesBack(made)).toBe(204)
  })

  it('unless it changed nothing: who presses undo then is not told that it is too late', async () => {
    const settings = await school.call('GET', '/app-settings')
    const { moreEnabled, entranceUrl, stamp } = settings.body
    const same = await school.call('PUT', '/app-settings', { moreEnabled, entranceUrl, stamp })
    expect(await goesBack(same)).toBe(204)
    expect(await goesBack(await school.call('POST', '/sessions/end', { userId: 4711 }))).toBe(204)
    expect(await goesBack(await school.call('DELETE', '/lab/faults'))).toBe(204)
    const approval = `/attendance/groups/${await groupId('1A - Rowing')}/days/2026-09-02/approval`
    expect(await goesBack(await school.call('POST', `${approval}/take-back`, {}))).toBe(204)
    expect((await school.call('GET', '/app-settings')).body).toEqual(settings.body)
  })
})

describe('the same from code', () => {
  it('enters people and groups, takes the register, and takes a change back', async () => {
    const { directory, structures, register, undo: shelf } = school.service.school
    const { result: userId } = directory.add({ ...NEW_STUDENT, role: 'Student' })
    const place = { unitId: 2, yearId: 2026, groupName: 'Terns' }
    const { result: terns } = structures.addGroup(place)
    structures.setStudents(terns, [userId])
    const { undo: mark } = register.record(userId, '2026-09-01', { status: 'Late', note: '' })
    expect(await list(place)).toMatchObject([{ _id: userId, attendanceEntry: { status: 'Late' } }])
    expect(shelf.undo(mark)).toBe('undone')
    expect((await list(place))[0]).not.toHaveProperty('attendanceEntry')
    expect(() => directory.remove(30)).toThrow('approved')
  })
})

describe('units, years and groups', () => {
  it('are added with identifiers of their own or given ones, renamed, deleted and brought back', async () => {
    expect((await school.call('POST', '/structures/units', { name: 'Harbour' })).body).toMatchObject({
      unitId: 3,
    })
    const year = await school.call('POST', '/structures/years', { yearId: 2030, name: '2030–31' })
    expect(year).toMatchObject({ status: 201, body: { yearId: 2030 } })
    const unit = async () =>
      (await school.call<Structures>('GET', '/structures')).body.units.find(({ unitId }) => unitId === 3)
    const { stamp } = (await unit()) ?? {}
    const rename = (name: string) => school.call('PUT', '/structures/units/3', { name, stamp })
    expect((await rename('Harbour 海港')).status).toBe(200)
    expect(await rename('Haven')).toMatchObject({ status: 409, body: { current: { name: 'Harbour 海港' } } })
    expect(await unit()).toMatchObject({ name: 'Harbour 海港' })
    const group = { unitId: 3, yearId: 2030, groupName: '小一 / Kites' }
    const added = await school.call('POST', '/structures/groups', group)
    expect(added.status).toBe(201)
    expect(await ids(group)).toEqual([])
    const renamed = { ...group, groupName: 'Kites' }
    const path = `/structures/groups/${added.body.groupId}`
    const first = await stampAt(path)
    expect((await school.call('PUT', path, { ...renamed, stamp: first })).status).toBe(200)
    for (const stale of [
      { path, ...group },
      { path: `${path}/students`, students: [20] },
    ])
      expect(await school.call('PUT', stale.path, { ...stale, stamp: first })).toMatchObject({
        ...{ status: 409, body: { current: { groupName: 'Kites', students: [] } } },
      })
    await expect(ids(group)).rejects.toMatchObject({ status: 404 })
    expect(await ids(renamed)).toEqual([])

    expect(await school.call('DELETE', '/structures/units/3')).toMatchObject({
      status: 409,
      body: { title: 'The unit has the group Kites: delete or move them first' },
    })
    const rowing = await groupId('1A - Rowing')
    const deleted = await school.call('DELETE', `/structures/groups/${rowing}`)
    await expect(ids()).rejects.toMatchObject({ status: 404 })
    await undo(deleted.body)
    expect(await ids()).toEqual([22, 20, 21])

    expect((await undo(year.body)).status).toBe(409)
    await school.call('DELETE', `/structures/groups/${added.body.groupId}`)
    expect((await school.call('DELETE', '/structures/years/2030')).status).toBe(200)
  })

  it('name a group once, however its accents are encoded', async () => {
    const [composed, decomposed] = ['1C – Café', '1C – Café'].map((name, at) =>
      name.normalize(at === 0 ? 'NFC' : 'NFD'),
    )
    const place = { unitId: 1, yearId: 2026 }
    await school.call('POST', '/structures/groups', { ...place, groupName: decomposed })
    expect(await ids({ groupName: composed })).toEqual([])
    expect(await ids({ groupName: decomposed })).toEqual([])
    expect(await faults('POST', '/structures/groups', { ...place, groupName: composed })).toEqual([
      `/groupName "${composed}" is there already in this unit and year`,
    ])
  })

  it('with faults are refused with all of them', async () => {
    const nowhere = { unitId: 9, yearId: 8, groupName: ' .. ' }
    expect(await faults('POST', '/structures/groups', nowhere)).toEqual([
      '/groupName ".." cannot stand in an address: it means a folder there',
      '/unitId 9 names no unit',
      '/yearId 8 names no year',
    ])
    const twice = { unitId: 1, yearId: 2026, groupName: '1A - Rowing' }
    expect(await faults('POST', '/structures/groups', twice)).toEqual([
      '/groupName "1A - Rowing" is there already in this unit and year',
    ])
    expect(await faults('POST', '/structures/units', { unitId: -1, name: 'A\0B' })).toEqual([
      '/unitId must not be negative, and -1 is',
      '/name must have no NUL character (U+0000) and no half of a character (a lone surrogate)',
    ])
    expect(await faults('POST', '/structures/units', { unitId: 1, name: ' ' })).toEqual([
      '/unitId 1 is there already',
      '/name must not be empty',
    ])
    const rowing = await groupId('1A - Rowing')
    const path = `/structures/groups/${rowing}`
    const students = { students: [20, 20, 30, 77], stamp: await stampAt(path) }
    expect(await faults('PUT', `${path}/students`, students)).toEqual([
      '/students/1 20 is in the list already',
      '/students/2 30 is no student but Staff',
      '/students/3 77 names no user',
    ])
    expect(await ids()).toEqual([22, 20, 21])
  })
})

interface Register {
  students: { userId: number; entry?: { stamp: string } }[]
}

describe('attendance', () => {
  const path = async (more = '') =>
    `/attendance/groups/${await groupId('1A - Rowing')}/days/2026-09-01${more}`
  const entry = (userId: number, date = '2026-09-01') => `/attendance/students/${userId}/days/${date}`

  const stampOf = async (student: number) => {
    const { students } = (await school.call<Register>('GET', await path())).body
    return students.find(({ userId }) => userId === student)?.entry?.stamp
  }

  it('entered is in the attendance API at once; what is changed after approval is approved no more', async () => {
    const put = await school.call('PUT', entry(22), { status: 'Excused', note: 'Dentist' })
    expect(put).toMatchObject({
      status: 200,
      body: { status: 'Excused', entryDate: '2026-11-20T01:30:00.000Z' },
    })
    expect((await list())[0]).toMatchObject({
      _id: 22,
      attendanceEntry: { status: 'Excused', note: 'Dentist' },
    })

    school.clock.set('2026-11-20T02:00:00Z')
    const approved = await school.call('POST', await path('/approval'), { approvedBy: 30 })
    // Of the three one was approved before.
    expect(approved.body).toMatchObject({ count: 2 })
    const byIsaura = { approvedBy: { _id: 30 }, approvedAt: '2026-11-20T02:00:00.000Z' }
    expect((await list())[0]?.attendanceEntry).toMatchObject(byIsaura)
    await undo(approved.body)
    expect((await list())[0]?.attendanceEntry).not.toHaveProperty('approvedBy')

    await school.call('POST', await path('/approval'), { approvedBy: 30, students: [22] })
    expect((await list())[2]?.attendanceEntry).not.toHaveProperty('approvedBy')
    const later = { status: 'Excused', note: 'Dentist, 10:00' }
    // It was approved since.
    expect(await school.call('PUT', entry(22), { ...later, stamp: put.body.stamp })).toMatchObject({
      ...{ status: 409, body: { current: { note: 'Dentist', approvedBy: { userId: 30 } } } },
    })
    const stamp = await stampOf(22)
    const changed = await school.call('PUT', entry(22), { ...later, stamp })
    expect(changed.body).toMatchObject({ entryDate: '2026-11-20T01:30:00.000Z' })
    expect((await list())[0]?.attendanceEntry).not.toHaveProperty('approvedBy')
    await undo(changed.body)
    expect((await list())[0]?.attendanceEntry).toMatchObject({ note: 'Dentist', ...byIsaura })

    const back = await school.call('POST', await path('/approval/take-back'), {})
    expect(back.body).toMatchObject({ count: 2 })
    expect((await list()).filter(({ attendanceEntry }) => attendanceEntry?.approvedBy)).toEqual([])
  })

  it('is a CSV file of a day or of some days, for a spreadsheet or for a program', async () => {
    const csv = async (query: string) => {
      const id = await groupId('1A - Rowing')
      const answer = await fetch(
        `${school.addresses.base}/console/api/attendance/groups/${id}/csv?from=2026-09-01&${query}`,
        { headers: { authorization: `Bearer ${CONSOLE_TOKEN}` } },
      )
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
      return { status: answer.status, headers: answer.headers, text, rows: text.split('\r\n') }
    }
    const stamp = await stampOf(22)
    await school.call('PUT', entry(22), { status: 'Excused', note: '=HYPERLINK("x")', stamp })
    await school.call('PUT', entry(22, '2026-09-04'), { status: 'EarlyLeave', note: '-1' })
    const day = await csv('to=2026-09-01&lang=zh-HK')
    expect(day.rows.slice(0, 2)).toEqual([
      '\uFEFF日期,學生編號,姓氏,名字,中文姓名,考勤,備註,記錄時間,批核人,批核時間',
      `2026-09-01,LW-22,Saltmarsh,Perrin,鹽白靈,請假,"'=HYPERLINK(""x"")",2026-11-20 09:30:00,,`,
    ])
    expect(day.rows).toHaveLength(5)
    expect(day.headers.get('content-disposition')).toBe(
      `attachment; filename="attendance-2026-09-01.csv"; filename*=UTF-8''1A%20-%20Rowing%202026-09-01.csv`,
    )
    // The other days have no record of anybody.
    const range = await csv('to=2026-09-30&form=plain')
    expect(range.rows[0]).toBe(
      'date,userId,refNo,lastName,firstName,chineseName,status,note,entryDate,approvedBy,approvedAt',
    )
    expect(range.rows.slice(1, -1).map(row => row.split(',').slice(0, 2).join(' '))).toEqual(
      ['2026-09-01', '2026-09-04'].flatMap(date => [22, 20, 21].map(id => `${date} ${id}`)),
    )
    expect(range.rows).toContain(
      '2026-09-04,22,LW-22,Saltmarsh,Perrin,鹽白靈,EarlyLeave,-1,2026-11-20T01:30:00.000Z,,',
    )
    for (const [query, says] of [
      ['to=2026-08-31', 'to must not be before from'],
      ['to=2027-09-02', 'to must be at most 366 days after from'],
      ['to=2026-09-31', 'to must be a day that exists'],
    ] as const) {
      const { status, text } = await csv(query)
      expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining(says) })
    }
  })

  it('of the rest is filled in one go, and taken back in one; a month has each student’s days and sums', async () => {
    school.clock.set('2026-11-20T17:00:00Z')
    expect((await school.call('GET', '/attendance/today')).body).toEqual({ today: '2026-11-21' })
    const month = `/attendance/groups/${await groupId('1A - Rowing')}/months/2026-09`
    expect((await school.call<{ students: unknown[] }>('GET', month)).body.students).toMatchObject([
      { userId: 22, days: {} },
      { userId: 20, days: { 1: { status: 'Late', approved: true } }, sums: { Late: 1, Present: 0 } },
      { userId: 21, days: { 1: { status: 'Present', approved: false } }, sums: { Present: 1 } },
    ])
    const filled = await school.call('POST', await path('/fill'), { status: 'Present' })
    expect(filled.body).toMatchObject({ count: 1 })
    expect((await list()).map(({ attendanceEntry }) => attendanceEntry?.status)).toEqual([
      'Present',
      'Late',
      'Present',
    ])
    await undo(filled.body)
    expect((await list())[0]).not.toHaveProperty('attendanceEntry')
    const cleared = await school.call('DELETE', `${entry(20)}?stamp=${await stampOf(20)}`)
    expect((await list())[1]).not.toHaveProperty('attendanceEntry')
    await undo(cleared.body)
    expect((await list())[1]?.attendanceEntry).toMatchObject({ _id: 1, approvedBy: { _id: 30 } })
  })

  it('is neither cleared nor approved when it is another one than was read', async () => {
    const read = await stampOf(20)
    const stamps = { 20: read, 21: await stampOf(21) }
    const changed = await school.call('PUT', entry(20), { status: 'Late', note: 'Ferry', stamp: read })
    expect(await school.call('DELETE', `${entry(20)}?stamp=${read}`)).toMatchObject({
      ...{ status: 409, body: { current: { status: 'Late', note: 'Ferry' } } },
    })
    expect(await school.call('DELETE', entry(20))).toMatchObject({ status: 400 })
    for (const act of ['/approval', '/approval/take-back'])
      for (const students of [undefined, [20]]) {
        const stale = await school.call('POST', await path(act), { approvedBy: 30, students, stamps })
        expect(stale.status).toBe(409)
      }
    expect((await list()).find(({ _id }) => _id === 20)?.attendanceEntry).not.toHaveProperty('approvedBy')
    const fresh = { approvedBy: 30, students: [20], stamps: { 20: await stampOf(20) } }
    const approved = await school.call('POST', await path('/approval'), fresh)
    expect(approved.body).toMatchObject({ count: 1 })
    await undo(approved.body)
    await undo(changed.body)
  })

  it('that cannot be is refused', async () => {
    const mark = { status: 'Present', note: '' }
    expect(await faults('PUT', entry(30, '2026-02-30'), mark)).toEqual([
      '/userId 30 is no student but Staff',
      '/date must be a day that exists (YYYY-MM-DD)',
    ])
    expect((await faults('PUT', entry(22), { ...mark, status: 'Asleep' }))[0]).toMatch(/^\/status/)
    expect(await faults('PUT', entry(22), { ...mark, note: 'x'.repeat(1001) })).toEqual([
      '/note must have at most 1000 characters',
    ])
    expect(await faults('POST', await path('/approval'), { approvedBy: 20 })).toEqual([
      '/approvedBy 20 names no member of staff',
    ])
    for (const nothing of ['/attendance/groups/99/days/2026-09-01', '/structures/groups/99', '/people/99'])
      expect((await school.call('GET', nothing)).status).toBe(404)
    expect((await school.call('GET', `/attendance/groups/1/days/today`)).status).toBe(422)
  })
})

describe('sessions', () => {
  const resolve = (token: string, environment: 'staging' | 'production' = 'staging') =>
    createSessionClient({ sessionUrl: school.addresses.sessionUrls[environment], appId: APP_ID }).resolve(
      token,
    )

  it('are issued, their token said once, listed without it, ended and brought back', async () => {
    const draft = { userId: 21, environment: 'production', minutes: 30 }
    const issued = (await school.call('POST', '/sessions', draft)).body
    expect(issued).toMatchObject({
      ...{ appId: APP_ID, expireAt: '2026-11-20T02:00:00Z' },
      address: `${school.addresses.sessionUrls.production}/v2/grd/external-session`,
    })
    const token = String(issued.token)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await resolve(token, 'production')).toMatchObject({ userId: 21, role: 'Student' })

    interface Listed {
      live: number
      sessions: { sessionId: string; environment: string; person: { firstName: string } }[]
    }
    const listed = (await school.call<Listed>('GET', '/sessions?userId=21')).body
    expect(JSON.stringify(listed)).not.toContain(token)
    expect(listed).toMatchObject({
      live: 4,
      sessions: [{ environment: 'production', person: { firstName: 'Ondine' } }],
    })
    const ended = await school.call('DELETE', `/sessions/production/${listed.sessions[0]?.sessionId}`)
    await expect(resolve(token, 'production')).rejects.toMatchObject({ status: 401 })
    await undo(ended.body)
    expect(await resolve(token, 'production')).toMatchObject({ userId: 21 })
  })

  it('of a person end all at once, those that are over are cleared; they need somebody who exists and a length', async () => {
    const ended = await school.call('POST', '/sessions/end', { userId: 10 })
    expect(ended.body).toMatchObject({ count: 1 })
    await expect(resolve(STAGING_TOKEN)).rejects.toMatchObject({ status: 401 })
    await undo(ended.body)
    expect(await resolve(STAGING_TOKEN)).toMatchObject({ userId: 10 })
    const draft = { userId: 99, environment: 'staging', minutes: 30 }
    expect(await faults('POST', '/sessions', draft)).toEqual(['/userId 99 names no user'])
    for (const minutes of [0, 1.5, 1e9, '5'])
      expect((await school.call('POST', '/sessions', { ...draft, userId: 20, minutes })).status).toBe(422)
    expect((await school.call('DELETE', '/sessions/production/none')).status).toBe(404)
    school.clock.set('2026-11-20T04:00:00Z')
    expect((await school.call('POST', '/sessions/end', { expired: true })).body).toMatchObject({ count: 1 })
  })
})

describe('access keys', () => {
  const tryKey = async (accessKey: string) =>
    createAttendanceClient({ syncUrl: school.addresses.syncUrl, appId: APP_ID, accessKey })
      .attendanceList(ROWING)
      .then(
        () => 200,
        ({ status }: { status: number }) => status,
      )
  interface Keys {
    keys: {
      keyId: number
      label: string
      stamp: string
      createdAt: string | null
      lastUsedAt: string | null
    }[]
  }
  const keys = async () => (await school.call<Keys>('GET', '/access-keys')).body.keys

  it('are made, named, said once, two live while one takes over, revoked and brought back', async () => {
    const made = await school.call('POST', '/access-keys', { label: ' Timetable ' })
    expect(made).toMatchObject({ status: 201, body: { label: 'Timetable' } })
    const key1 = (await keys()).find(({ keyId }) => keyId === made.body.keyId)
    const named = (label: string) =>
      school.call('PUT', `/access-keys/${key1?.keyId}`, { label, stamp: key1?.stamp })
    expect((await named('Gate')).status).toBe(200)
    expect(await named('Door')).toMatchObject({ status: 409, body: { current: { label: 'Gate' } } })
    expect((await keys()).map(({ label }) => label)).toContain('Gate')
    expect(await faults('POST', '/access-keys', { label: ' ' })).toEqual(['/label must not be empty'])
    const key = String(made.body.key)
    expect([await tryKey(key), await tryKey(ACCESS_KEY)]).toEqual([200, 200])
    expect(JSON.stringify(await keys())).not.toContain(key)
    const third = await school.call('POST', '/access-keys', { label: 'Third' })
    expect(third).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('revoke one first') },
    })

    const revoked = await school.call('DELETE', `/access-keys/${made.body.keyId}`)
    expect(await tryKey(key)).toBe(401)
    await undo(revoked.body)
    expect(await tryKey(key)).toBe(200)

    const again = await school.call('DELETE', `/access-keys/${made.body.keyId}`)
    const next = await school.call('POST', '/access-keys', { label: 'Third' })
    expect(next.status).toBe(201)
    // A note with the number of a revoked key means no other key.
    expect(next.body.keyId).not.toBe(made.body.keyId)
    expect((await undo(again.body)).status).toBe(409)
    expect(await tryKey(key)).toBe(401)
  })

  it('note when they were used, once a minute', async () => {
    expect((await keys())[0]).toMatchObject({ createdAt: null, lastUsedAt: null })
    for (const [at, noted] of [
      ['30:00', '30:00'],
      ['30:59', '30:00'],
      ['31:00', '31:00'],
    ]) {
      school.clock.set(`2026-11-20T01:${at}Z`)
      await tryKey(ACCESS_KEY)
      expect((await keys())[0]?.lastUsedAt).toBe(`2026-11-20T01:${noted}.000Z`)
    }
  })

  it('keep that note when their new name is taken back', async () => {
    const [key] = await keys()
    const renamed = await school.call('PUT', `/access-keys/${key?.keyId}`, {
      ...{ label: 'Gate', stamp: key?.stamp },
    })
    await tryKey(ACCESS_KEY)
    expect((await undo(renamed.body)).status).toBe(204)
    expect((await keys())[0]).toMatchObject({ label: key?.label, lastUsedAt: '2026-11-20T01:30:00.000Z' })
  })
})

describe('the app’s settings', () => {
  // Promise: entrance/set-up
  it('are changed and brought back', async () => {
    const stamp = await stampAt('/app-settings')
    const wanted = { moreEnabled: true, entranceUrl: ' https://app.larkwater.example/entrance ', stamp }
    const changed = await school.call('PUT', '/app-settings', wanted)
    expect(await school.call('PUT', '/app-settings', { ...wanted, moreEnabled: false })).toMatchObject({
      ...{ status: 409, body: { current: { moreEnabled: true } } },
    })
    expect(changed).toMatchObject({ status: 200, body: { appId: APP_ID, warnings: [] } })
    expect(school.service.app.settings).toEqual({
      moreEnabled: true,
      entranceUrl: 'https://app.larkwater.example/entrance',
    })
    await undo(changed.body)
    expect((await school.call('GET', '/app-settings')).body).toMatchObject({
      entranceUrl: 'http://127.0.0.1:4030/',
      warnings: ['this-machine'],
    })
  })

  it.each([
    ['', 'must not be empty while the More item is on'],
    ['app.larkwater.example', 'must be a whole address'],
    ['javascript:alert(1)', 'must begin with https:// or http://'],
    ['data:text/html,x', 'must begin with https:// or http://'],
    ['https://user:secret@app.larkwater.example/', 'must not hold a name or password'],
    ['http://app.larkwater.example/', ['not-encrypted']],
    ['http://192.168.1.20:3000/', ['private-network', 'not-encrypted']],
    ['https://localhost/#start', ['this-machine', 'fragment']],
    ['https://intranet/', ['private-network']],
  ])('refuse %j as an entrance, or warn of it: %s', async (entranceUrl, said) => {
    const settings = { moreEnabled: true, entranceUrl, stamp: await stampAt('/app-settings') }
    if (typeof said === 'string')
      expect((await faults('PUT', '/app-settings', settings))[0]).toContain(`/entranceUrl ${said}`)
    else expect((await school.call('PUT', '/app-settings', settings)).body.warnings).toEqual(said)
  })
})
