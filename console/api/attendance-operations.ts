/** What the OpenAPI document says of the calls of the register. */
import Type from 'typebox'
import { ATTENDANCE_STATUSES } from '../../shared/contract/attendance.ts'
import {
  Counted,
  faulty,
  gone,
  group,
  Instant,
  json,
  names,
  slice,
  Undo,
  Undoable,
  WholeNumber,
} from './office-operations.ts'

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
}

const student = { userId: WholeNumber, refNo: Type.String(), ...names, imageUrl: Type.String() }
const registered = {
  group: Type.Object({ groupId: WholeNumber, ...group, students: Type.Integer() }),
  today: Type.String({ description: 'The school’s own, YYYY-MM-DD.' }),
}

const DayRegister = Type.Object(
  {
    ...registered,
    date: Type.String(),
    students: Type.Array(Type.Object({ ...student, entry: Type.Optional(Type.Object(entry)) })),
  },
  { title: 'DayRegister' },
)

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

export const MarkDraft = Type.Object({ status: Status, note: Type.String() }, { title: 'MarkDraft' })
export const FillDraft = Type.Object({ status: Status }, { title: 'FillDraft' })
const some = Type.Optional(
  Type.Array(WholeNumber, { maxItems: 2000, description: 'Absent: the whole group.' }),
)

export const ApprovalDraft = Type.Object(
  { approvedBy: WholeNumber, students: some },
  { title: 'ApprovalDraft' },
)

export const SomeStudents = Type.Object({ students: some }, { title: 'SomeStudents' })
const attendance = slice('Console: attendance')
const day = Type.Object({ groupId: Type.String(), date: Type.String({ description: 'YYYY-MM-DD' }) })
const studentDay = Type.Object({ userId: Type.String(), date: Type.String({ description: 'YYYY-MM-DD' }) })
const groupGone = gone('group')
const counted = (description: string) => ({ 200: json(description, Counted), ...groupGone, ...faulty })
export const ATTENDANCE_CALLS = {
  restore: attendance.restore,
  today: attendance.call('The school’s own today', {
    200: json('The day', Type.Object({ today: Type.String() }, { title: 'Today' })),
  }),
  day: attendance.call(
    'Read a group’s register of a day',
    { 200: json('The register', DayRegister), ...groupGone, ...faulty },
    { path: day },
  ),
  month: attendance.call(
    'Read a group’s month',
    { 200: json('The month', MonthRegister), ...groupGone, ...faulty },
    {
      path: Type.Object({ groupId: Type.String(), month: Type.String({ description: 'YYYY-MM' }) }),
    },
  ),
  record: attendance.call(
    'Record a student’s day',
    {
      200: json('The entry', Type.Object({ ...entry, undo: Undo }, { title: 'RegisterEntry' })),
      ...gone('student'),
      ...faulty,
    },
    {
      path: studentDay,
      body: MarkDraft,
      description: 'A change of what was approved takes the approval away.',
    },
  ),
  clear: attendance.call(
    'Clear a student’s day',
    { 200: json('Cleared', Undoable), ...gone('entry') },
    { path: studentDay },
  ),
  fill: attendance.call('Give a status to those of a group who have none that day', counted('How many'), {
    path: day,
    body: FillDraft,
  }),
  approve: attendance.call('Approve what is recorded', counted('How many'), {
    path: day,
    body: ApprovalDraft,
  }),
  takeBack: attendance.call('Take approvals back', counted('How many'), { path: day, body: SomeStudents }),
}
