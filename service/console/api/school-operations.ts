/** What the OpenAPI document says of the school office's calls. */
import Type, { type TObject, type TSchema } from 'typebox'
import { ATTENDANCE_STATUSES } from '../../../shared/contract/attendance.ts'
import { ENVIRONMENTS, ROLES } from '../../../shared/contract/session.ts'
import { LANGUAGES } from '../../../shared/contract/site.ts'
import { type Operation, recordRefusal, refusal, type Tag } from '../../openapi.ts'

export const WholeNumber = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
})
const Instant = Type.String({ description: 'ISO 8601 in UTC.' })
const Status = Type.Enum(ATTENDANCE_STATUSES)
const Environment = Type.Enum(ENVIRONMENTS)
const Undo = Type.String({ description: 'Takes the change back: POST …/restore.' })

export const Restore = Type.Object({ undo: Type.String() }, { title: 'Restore' })
const Undoable = Type.Object({ undo: Undo }, { title: 'Undoable' })
const Counted = Type.Object({ count: Type.Integer(), undo: Undo }, { title: 'CountedUndoable' })

const names = { firstName: Type.String(), lastName: Type.String(), chineseName: Type.String() }
const person = {
  userId: WholeNumber,
  role: Type.Enum(ROLES),
  refNo: Type.String(),
  ...names,
  email: Type.String(),
  avatar: Type.Optional(Type.String({ description: 'Name of a picture in the media.' })),
  imageUrl: Type.String({ description: 'Path of the picture on this service.' }),
}
const Person = Type.Object(person, { title: 'Person' })
export const PersonDraft = Type.Object(
  {
    userId: Type.Optional(WholeNumber),
    role: Type.Enum(ROLES),
    refNo: Type.String(),
    ...names,
    email: Type.String(),
    avatar: Type.Optional(Type.String()),
    children: Type.Optional(
      Type.Array(WholeNumber, { maxItems: 100, description: 'A guardian’s, as user ids.' }),
    ),
  },
  { title: 'PersonDraft' },
)
const group = { unitId: WholeNumber, yearId: WholeNumber, groupName: Type.String() }
const PersonInFull = Type.Object(
  {
    ...person,
    children: Type.Array(Person),
    guardians: Type.Array(Person),
    groups: Type.Array(Type.Object({ groupId: WholeNumber, ...group })),
    attendanceEntries: Type.Integer(),
    approvedEntries: Type.Integer({ description: 'Above 0 they cannot be deleted.' }),
    undo: Type.Optional(Undo),
  },
  { title: 'PersonInFull' },
)
export const UnitDraft = Type.Object(
  { unitId: Type.Optional(WholeNumber), name: Type.String() },
  { title: 'UnitDraft' },
)
export const YearDraft = Type.Object(
  { yearId: Type.Optional(WholeNumber), name: Type.String() },
  { title: 'YearDraft' },
)
export const GroupDraft = Type.Object(group, { title: 'GroupDraft' })
export const GroupStudents = Type.Object(
  { students: Type.Array(WholeNumber, { maxItems: 2000, description: 'User ids, in their order.' }) },
  { title: 'GroupStudents' },
)
const Structures = Type.Object(
  {
    units: Type.Array(Type.Object({ unitId: WholeNumber, name: Type.String(), groups: Type.Integer() })),
    years: Type.Array(Type.Object({ yearId: WholeNumber, name: Type.String(), groups: Type.Integer() })),
    groups: Type.Array(Type.Object({ groupId: WholeNumber, ...group, students: Type.Integer() })),
    people: Type.Object({
      students: Type.Integer(),
      guardians: Type.Integer(),
      staff: Type.Integer(),
    }),
  },
  { title: 'Structures' },
)
const Group = Type.Object(
  { groupId: WholeNumber, ...group, students: Type.Array(Person) },
  { title: 'GroupInFull' },
)

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

export const SessionDraft = Type.Object(
  {
    userId: WholeNumber,
    environment: Environment,
    minutes: Type.Integer({ minimum: 1, maximum: 366 * 24 * 60 }),
  },
  { title: 'SessionDraft' },
)
export const EndDraft = Type.Union(
  [Type.Object({ userId: WholeNumber }), Type.Object({ expired: Type.Literal(true) })],
  { title: 'EndDraft' },
)
const IssuedToken = Type.Object(
  {
    token: Type.String({ description: 'In the clear, for the only time.' }),
    environment: Environment,
    userId: WholeNumber,
    createdAt: Instant,
    expireAt: Instant,
    appId: Type.String(),
    address: Type.String({ description: 'Where a web-app asks whose token it is.' }),
  },
  { title: 'IssuedToken' },
)
const SessionList = Type.Object(
  {
    now: Instant,
    live: Type.Integer(),
    more: Type.Boolean(),
    sessions: Type.Array(
      Type.Object({
        sessionId: Type.String({ description: 'The token’s hash: it opens nothing.' }),
        environment: Environment,
        userId: WholeNumber,
        createdAt: Instant,
        expireAt: Instant,
        sample: Type.Boolean(),
        person: Type.Optional(Person),
      }),
    ),
  },
  { title: 'SessionList' },
)

export const KeyDraft = Type.Object({ label: Type.String() }, { title: 'KeyDraft' })
const CreatedKey = Type.Object(
  {
    keyId: WholeNumber,
    label: Type.String(),
    key: Type.String({ description: 'In the clear, for the only time.' }),
  },
  { title: 'CreatedKey' },
)
const KeyList = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        keyId: WholeNumber,
        label: Type.String(),
        sample: Type.Boolean(),
        createdAt: Type.Union([Instant, Type.Null()]),
        lastUsedAt: Type.Union([Instant, Type.Null()]),
      }),
    ),
    most: Type.Integer(),
    appId: Type.String(),
    syncUrl: Type.String(),
    example: Type.Optional(Type.Object({ ...group, date: Type.String() })),
  },
  { title: 'KeyList' },
)

export const SettingsDraft = Type.Object(
  { moreEnabled: Type.Boolean(), entranceUrl: Type.String() },
  { title: 'SettingsDraft' },
)
const Settings = Type.Object(
  {
    moreEnabled: Type.Boolean(),
    entranceUrl: Type.String(),
    appId: Type.String(),
    schoolName: Type.Object({ 'en-US': Type.String(), 'zh-HK': Type.String() }),
    warnings: Type.Array(Type.String()),
    undo: Type.Optional(Undo),
  },
  { title: 'Settings' },
)

export const StudentListUpload = Type.Object(
  {
    file: Type.String({
      pattern: '^[A-Za-z0-9+/]*={0,2}$',
      description: 'The CSV file as Base64: at most 5 MB and 20,000 lines.',
    }),
    defaults: Type.Optional(
      Type.Object(
        {
          unitId: Type.Optional(Type.Integer()),
          yearId: Type.Optional(Type.Integer()),
          groupName: Type.Optional(Type.String({ maxLength: 200 })),
        },
        { description: 'Where a line’s student goes when the line does not say.' },
      ),
    ),
    seal: Type.Optional(
      Type.String({ description: 'Of the preview that is confirmed; absent for a preview.' }),
    ),
  },
  { title: 'StudentListUpload' },
)
const place = { line: Type.Integer(), column: Type.String() }
const StudentListPreview = Type.Object(
  {
    counts: Type.Object({
      new: Type.Integer(),
      changed: Type.Integer(),
      unchanged: Type.Integer(),
      faults: Type.Integer(),
    }),
    seal: Type.Optional(Type.String({ description: 'Absent when there is nothing to write.' })),
    rows: Type.Array(Type.Object({ line: Type.Integer(), outcome: Type.String() })),
    faults: Type.Array(
      Type.Object({ ...place, code: Type.String(), value: Type.String(), reason: Type.String() }),
    ),
    newGroups: Type.Array(Type.Object({ ...group, groupId: Type.Optional(WholeNumber) })),
    ignored: Type.Array(Type.String({ description: 'Columns that are not read.' })),
    encoding: Type.Optional(Type.String()),
    separator: Type.Optional(Type.String()),
  },
  { title: 'StudentListPreview' },
)
const ImportedList = Type.Object(
  { counts: StudentListPreview.properties.counts, undo: Undo },
  { title: 'ImportedList' },
)

const json = (description: string, schema: TSchema) => ({ description, type: 'application/json', schema })
const gone = (what: string) => ({ 404: refusal(`There is no such ${what}`) })
const faulty = { 422: recordRefusal() }

/** The calls of a slice share its heading and what their addresses hold. */
function slice(tag: Tag) {
  const call = (
    summary: string,
    answers: Operation['answers'],
    more: Partial<Operation> = {},
  ): Operation => ({
    tag,
    summary,
    answers,
    ...more,
  })
  return {
    call,
    restore: call(
      'Take a change back',
      {
        204: { description: 'It is as it was' },
        404: refusal('The change has been taken back already, or is too old'),
        409: refusal('Somebody has changed it since'),
      },
      { body: Restore },
    ),
  }
}

const byUser: TObject = Type.Object({ userId: Type.String() })
const byId: TObject = Type.Object({ id: Type.String() })

const people = slice('Console: users and sessions')
const personGone = gone('person')
export const PEOPLE_CALLS = {
  restore: people.restore,
  list: people.call(
    'Find people, by family name',
    {
      200: json(
        'A page of them; `next` asks for the one after it',
        Type.Object(
          { people: Type.Array(Person), next: Type.Optional(Type.String()) },
          { title: 'PeoplePage' },
        ),
      ),
    },
    {
      query: Type.Object({
        role: Type.Optional(Type.Enum(ROLES)),
        search: Type.Optional(
          Type.String({ description: 'Part of a name, reference number or e-mail, or a user id.' }),
        ),
        after: Type.Optional(Type.String()),
      }),
    },
  ),
  one: people.call(
    'Read a person',
    { 200: json('The person', PersonInFull), ...personGone },
    { path: byUser },
  ),
  add: people.call(
    'Enter a person',
    { 201: json('The person', PersonInFull), ...faulty },
    { body: PersonDraft },
  ),
  change: people.call(
    'Change a person',
    { 200: json('The person', PersonInFull), ...personGone, ...faulty },
    { path: byUser, body: PersonDraft },
  ),
  remove: people.call(
    'Delete a person with their attendance, places in groups and sessions',
    {
      200: json('Deleted', Undoable),
      ...personGone,
      409: refusal('They have approved attendance'),
    },
    { path: byUser },
  ),
}

const structures = slice('Console: school structures')
const placeCalls = (what: 'unit' | 'year' | 'group', draft: TObject, added: TObject) => ({
  add: structures.call(`Add a ${what}`, { 201: json('Added', added), ...faulty }, { body: draft }),
  change: structures.call(
    `Change a ${what}`,
    { 200: json('Changed', Undoable), ...gone(what), ...faulty },
    { path: byId, body: draft },
  ),
  remove: structures.call(
    `Delete a ${what}`,
    {
      200: json('Deleted', Undoable),
      ...gone(what),
      ...(what !== 'group' && { 409: refusal('It has groups') }),
    },
    { path: byId },
  ),
})
export const STRUCTURES_CALLS = {
  restore: structures.restore,
  all: structures.call('Read units, years and groups', { 200: json('All of them', Structures) }),
  unit: placeCalls(
    'unit',
    UnitDraft,
    Type.Object({ unitId: WholeNumber, undo: Undo }, { title: 'AddedUnit' }),
  ),
  year: placeCalls(
    'year',
    YearDraft,
    Type.Object({ yearId: WholeNumber, undo: Undo }, { title: 'AddedYear' }),
  ),
  group: placeCalls(
    'group',
    GroupDraft,
    Type.Object(
      { groupId: WholeNumber, ...group, students: Type.Integer(), undo: Undo },
      { title: 'AddedGroup' },
    ),
  ),
  oneGroup: structures.call(
    'Read a group with its students',
    { 200: json('The group', Group), ...gone('group') },
    { path: byId },
  ),
  students: structures.call(
    'Say who is in a group, in which order',
    { 200: json('Changed', Undoable), ...gone('group'), ...faulty },
    { path: byId, body: GroupStudents },
  ),
}

const lang = Type.Optional(Type.Enum(LANGUAGES, { description: 'Of the column names.' }))
const csv = { description: 'A CSV file in UTF-8', type: 'text/csv', schema: Type.String() }
export const LIST_CALLS = {
  restore: structures.restore,
  import: structures.call(
    'Look at a student list, or import it as it was looked at',
    {
      200: json('What the list would do; nothing is written', StudentListPreview),
      201: json('Written, lines with faults left out', ImportedList),
      409: refusal('The school or the file is not what was looked at'),
      413: refusal('The file is too large'),
      ...faulty,
    },
    { body: StudentListUpload },
  ),
  export: structures.call(
    'Export students',
    { 200: csv },
    {
      query: Type.Object({
        lang,
        groupId: Type.Optional(Type.String({ description: 'One group; absent: all.' })),
      }),
    },
  ),
  template: structures.call(
    'Download a template of a student list',
    { 200: csv },
    { query: Type.Object({ lang }) },
  ),
}

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

export const SESSION_CALLS = {
  restore: people.restore,
  list: people.call(
    'List sessions, never their tokens',
    { 200: json('Live and expired ones', SessionList) },
    {
      query: Type.Object({ userId: Type.Optional(Type.String()), environment: Type.Optional(Environment) }),
    },
  ),
  issue: people.call(
    'Issue a session token',
    { 201: json('The token, this one time', IssuedToken), ...faulty },
    { body: SessionDraft },
  ),
  end: people.call(
    'End a session',
    { 200: json('Ended', Undoable), ...gone('session') },
    {
      path: Type.Object({ environment: Environment, sessionId: Type.String() }),
    },
  ),
  endSome: people.call(
    'End all sessions of a person, or remove expired ones',
    { 200: json('How many', Counted), ...faulty },
    { body: EndDraft },
  ),
}

const keys = slice('Console: access keys')
const byKey = Type.Object({ keyId: Type.String() })
export const KEY_CALLS = {
  restore: keys.restore,
  list: keys.call('List access keys, never the keys themselves', { 200: json('The keys', KeyList) }),
  create: keys.call(
    'Create an access key',
    {
      201: json('The key, this one time', CreatedKey),
      409: refusal('There are two keys already'),
      ...faulty,
    },
    { body: KeyDraft },
  ),
  rename: keys.call(
    'Say what a key is for',
    { 204: { description: 'Changed' }, ...gone('key'), ...faulty },
    { path: byKey, body: KeyDraft },
  ),
  revoke: keys.call('Revoke a key', { 200: json('Revoked', Undoable), ...gone('key') }, { path: byKey }),
}

const app = slice('Console: app settings')
export const SETTINGS_CALLS = {
  restore: app.restore,
  read: app.call('Read the app’s settings', { 200: json('The settings', Settings) }),
  change: app.call(
    'Change the app’s settings',
    { 200: json('The settings', Settings), ...faulty },
    { body: SettingsDraft },
  ),
}
