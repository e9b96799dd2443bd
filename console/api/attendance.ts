/** Attendance: the register of a group on a day, marks, notes and approval; a group's month. */
import { Readable } from 'node:stream'
import Type, { type Static } from 'typebox'
import { DraftError } from '../../service/office/refuse.ts'
import { type RegisterEntry as Entry, isMonth } from '../../service/office/register.ts'
import type { Group } from '../../service/office/structures.ts'
import type { Tag } from '../../service/openapi.ts'
import { MOST_STUDENTS } from '../../service/seed.ts'
import { ATTENDANCE_STATUSES } from '../../shared/contract/attendance.ts'
import { isDay } from '../../shared/contract/day.ts'
import { LANGUAGES } from '../../shared/contract/site.ts'
import { json, recordRefusal, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import { InvalidParameter, type TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { CSV_FORMS, registerCsv } from './attendance-csv.ts'
import { withPicture } from './picture.ts'
import {
  CountedUndoable,
  group,
  INVALID_PARAMETER,
  Instant,
  names,
  Undo,
  Undoable,
  WholeNumber,
} from './schemas.ts'
import { changedSince, refuseStale, stamp, stampOf } from './stamp.ts'

const Status = Type.Enum(ATTENDANCE_STATUSES)
const entry = {
  entryId: WholeNumber,
  status: Status,
  note: Type.String(),
  entryDate: Instant,
  approvedBy: Type.Optional(
    Type.Object({ userId: WholeNumber, firstName: Type.String(), lastName: Type.String() }),
  ),
  approvedAt: Type.Optional(Instant),
  stamp,
}
const student = { userId: WholeNumber, refNo: Type.String(), ...names, imageUrl: Type.String() }
const registered = {
  group: Type.Object({ groupId: WholeNumber, ...group, students: Type.Integer() }),
  today: Type.String({ description: 'The school’s own, YYYY-MM-DD.' }),
}

const RegisterEntry = Type.Object({ ...entry, undo: Undo }, { title: 'RegisterEntry' })
export type RegisterEntry = Static<typeof RegisterEntry>

const DayRegister = Type.Object(
  {
    ...registered,
    date: Type.String(),
    students: Type.Array(Type.Object({ ...student, entry: Type.Optional(Type.Object(entry)) })),
  },
  { title: 'DayRegister' },
)
export type DayRegister = Static<typeof DayRegister>

const MonthRegister = Type.Object(
  {
    ...registered,
    month: Type.String(),
    students: Type.Array(
      Type.Object({
        ...student,
        days: Type.Record(
          Type.String(),
          Type.Object({ status: Status, note: Type.String(), approved: Type.Boolean() }),
          { description: 'By day of the month, as in `1`.' },
        ),
        sums: Type.Record(Type.String(), Type.Integer(), { description: 'By status.' }),
      }),
    ),
  },
  { title: 'MonthRegister' },
)
export type MonthRegister = Static<typeof MonthRegister>

const students = Type.Optional(
  Type.Array(WholeNumber, { maxItems: MOST_STUDENTS, description: 'Absent: the whole group.' }),
)
const MarkDraft = Type.Object(
  {
    status: Status,
    note: Type.String(),
    stamp: Type.Optional(Type.String({ description: 'Of the entry that there is; absent: there is none.' })),
  },
  { title: 'MarkDraft' },
)
const FillDraft = Type.Object({ status: Status }, { title: 'FillDraft' })
const stamps = Type.Optional(
  Type.Record(Type.String(), Type.String(), {
    description:
      'Of the entries as they were read, by student. When others are there by now, nothing is changed. Absent: those that are there.',
  }),
)
const ApprovalDraft = Type.Object({ approvedBy: WholeNumber, students, stamps }, { title: 'ApprovalDraft' })
const SomeStudents = Type.Object({ students, stamps }, { title: 'SomeStudents' })

const DAY = '/attendance/groups/:groupId/days/:date'
const ENTRY = '/attendance/students/:userId/days/:date'

export async function attendanceApi(
  server: TypedServer,
  { office, settings }: ConsoleContext,
): Promise<void> {
  const { register, structures } = office

  function groupWith(groupId: number): Group {
    const group = structures.group(groupId)
    if (!group) throw new HttpProblem(404, 'There is no such group')
    return group
  }

  const registeredOf = (group: Group) => ({
    group,
    today: register.today(),
  })

  server.get('/attendance/today', { schema: TODAY }, () => ({ today: register.today() }))

  server.get(DAY, { schema: READ_DAY }, ({ params: { groupId, date } }) => {
    const group = groupWith(groupId)
    if (!isDay(date))
      throw new DraftError({ path: '/date', reason: 'must be a day that exists (YYYY-MM-DD)' })
    const students = register
      .of(groupId, date)
      .map(({ entry, ...student }) => ({ ...withPicture(student), ...(entry && { entry: stamped(entry) }) }))
    return { ...registeredOf(group), date, students }
  })

  server.get(
    '/attendance/groups/:groupId/months/:month',
    { schema: READ_MONTH },
    ({ params: { groupId, month } }) => {
      const group = groupWith(groupId)
      if (!isMonth(month))
        throw new DraftError({ path: '/month', reason: 'must be a month that exists (YYYY-MM)' })
      const students = register.month(groupId, month).map(withPicture)
      return { ...registeredOf(group), month, students }
    },
  )

  server.get(
    '/attendance/groups/:groupId/csv',
    { schema: EXPORT, config: { byTicket: true } },
    ({ params: { groupId }, query }, reply) => {
      const { groupName } = groupWith(groupId)
      refuseNoRange(query)
      const days = query.from === query.to ? query.from : `${query.from}_${query.to}`
      reply.headers(csvFile(`attendance-${days}.csv`, `${groupName} ${days}.csv`))
      return Readable.from(registerCsv(register, settings.zone, { groupId, ...query }))
    },
  )

  server.put(ENTRY, { schema: RECORD }, ({ params: { userId, date }, body }) => {
    const { stamp, ...mark } = body
    const before = register.entry(userId, date)
    refuseStale(stamp, before && stamped(before))
    const { result: entry, undo } = register.record(userId, date, mark)
    return { ...stamped(entry), undo }
  })

  server.delete(ENTRY, { schema: CLEAR }, ({ params: { userId, date }, query }) => {
    const before = register.entry(userId, date)
    if (!before) throw new HttpProblem(404, 'There is no such entry')
    refuseStale(query.stamp, stamped(before))
    return { undo: register.clear(userId, date).undo }
  })

  /** @throws {HttpProblem} the entries of these students are others than were read */
  function refuseChanged(
    { groupId, date }: { groupId: number; date: string },
    { students, stamps }: Static<typeof SomeStudents>,
  ): void {
    if (!stamps) return
    const read = new Map(Object.entries(stamps))
    const isSame = register
      .of(groupId, date)
      .filter(({ userId }) => students?.includes(userId) ?? true)
      .every(({ userId, entry }) => read.get(`${userId}`) === (entry && stamped(entry).stamp))
    if (!isSame) throw new HttpProblem(409, 'It was changed after it was read; read the register again')
  }

  server.post(`${DAY}/fill`, { schema: FILL }, ({ params: { groupId, date }, body }) => {
    groupWith(groupId)
    const { result: count, undo } = register.fill(groupId, date, body.status)
    return { count, undo }
  })

  server.post(`${DAY}/approval`, { schema: APPROVE }, ({ params, body }) => {
    groupWith(params.groupId)
    refuseChanged(params, body)
    const { result: count, undo } = register.approve({ ...body, ...params })
    return { count, undo }
  })

  server.post(`${DAY}/approval/take-back`, { schema: TAKE_BACK }, ({ params, body }) => {
    groupWith(params.groupId)
    refuseChanged(params, body)
    const { result: count, undo } = register.takeApprovalBack({ ...body, ...params })
    return { count, undo }
  })
}

const stamped = (entry: Entry) => ({
  ...entry,
  stamp: stampOf([entry.status, entry.note, entry.approvedBy?.userId ?? null]),
})

/** @throws {InvalidParameter} */
function refuseNoRange({ from, to }: { from: string; to: string }): void {
  for (const [name, date] of Object.entries({ from, to }))
    if (!isDay(date)) throw new InvalidParameter(name, 'must be a day that exists (YYYY-MM-DD)', date)
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (days < 1) throw new InvalidParameter('to', 'must not be before from', to)
  if (days > MOST_DAYS) throw new InvalidParameter('to', `must be at most ${MOST_DAYS} days after from`, to)
}

/** @param ascii for programs that know no other names */
const csvFile = (ascii: string, name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encodeRfc5987(name)}`,
})

/** Without what ends a name there, or is a path. */
const encodeRfc5987 = (name: string) =>
  encodeURIComponent(name.replaceAll(/[/\\:]/g, '-')).replaceAll(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** As many as a client may ask for: a leap year. */
const MOST_DAYS = 366

const TAG: Tag = 'Console: attendance'
const tags = [TAG]
const date = Type.String({ description: 'YYYY-MM-DD' })
const day = Type.Object({ groupId: WholeNumber, date })
const studentDay = Type.Object({ userId: WholeNumber, date })
const NO_SUCH_GROUP = refusal('There is no such group')
const counted = {
  200: json('How many', CountedUndoable),
  404: NO_SUCH_GROUP,
  422: recordRefusal(),
}

const unlessChanged = { ...counted, 409: refusal('An entry has been changed since; nothing was changed') }

const TODAY = {
  tags,
  operationId: 'getToday',
  summary: 'The school’s own today',
  response: { 200: json('The day', Type.Object({ today: Type.String() }, { title: 'Today' })) },
}
const READ_DAY = {
  tags,
  operationId: 'getDayRegister',
  summary: 'Read a group’s register of a day',
  params: day,
  response: { 200: json('The register', DayRegister), 404: NO_SUCH_GROUP, 422: recordRefusal() },
}
const READ_MONTH = {
  tags,
  operationId: 'getMonthRegister',
  summary: 'Read a group’s month',
  params: Type.Object({ groupId: WholeNumber, month: Type.String({ description: 'YYYY-MM' }) }),
  response: { 200: json('The month', MonthRegister), 404: NO_SUCH_GROUP, 422: recordRefusal() },
}
const EXPORT = {
  tags,
  operationId: 'exportRegister',
  summary: 'Export a group’s register as CSV',
  description:
    'A line for each student and day. Of several days, those on which nothing is recorded of the group are left out.',
  params: Type.Object({ groupId: WholeNumber }),
  querystring: Type.Object({
    from: date,
    to: date,
    form: Type.Enum(CSV_FORMS, {
      default: 'spreadsheet',
      description:
        'For a spreadsheet: column names and statuses in `lang`, times of the school, UTF-8 with a byte order mark, and no cell runs as a formula. Plain: names and values of the interface, each text as it is.',
    }),
    lang: Type.Enum(LANGUAGES, { default: 'en-US' }),
  }),
  response: {
    200: {
      description: 'A CSV file in UTF-8',
      content: { 'text/csv': { schema: Type.Unsafe<Readable>({ type: 'string' }) } },
    },
    400: INVALID_PARAMETER,
    404: NO_SUCH_GROUP,
  },
}
const RECORD = {
  tags,
  operationId: 'recordDay',
  summary: 'Record a student’s day',
  description: 'A change of an approved entry takes the approval away.',
  params: studentDay,
  body: MarkDraft,
  response: {
    200: json('The entry', RegisterEntry),
    404: refusal('There is no such student'),
    409: changedSince(Type.Optional(Type.Object(entry))),
    422: recordRefusal(),
  },
}
const CLEAR = {
  tags,
  operationId: 'clearDay',
  summary: 'Clear a student’s day',
  params: studentDay,
  querystring: Type.Object({ stamp }),
  response: {
    200: json('Cleared', Undoable),
    400: INVALID_PARAMETER,
    404: refusal('There is no such entry'),
    409: changedSince(Type.Object(entry)),
  },
}
const FILL = {
  tags,
  operationId: 'recordRest',
  summary: 'Give a status to those of a group who have none that day',
  params: day,
  body: FillDraft,
  response: counted,
}
const APPROVE = {
  tags,
  operationId: 'approveRecords',
  summary: 'Approve what is recorded',
  params: day,
  body: ApprovalDraft,
  response: unlessChanged,
}
const TAKE_BACK = {
  tags,
  operationId: 'withdrawApprovals',
  summary: 'Take approvals back',
  params: day,
  body: SomeStudents,
  response: unlessChanged,
}
