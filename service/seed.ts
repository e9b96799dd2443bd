/**
 * A whole school as one JSON value: what `--seed FILE` reads and what the sample school is written as.
 *
 * Times are the school's wall clock (`YYYYMMDDhhmmss`) where the interface has them so, else ISO 8601 in UTC.
 * Keys and tokens are here in plain text; the store keeps only their hashes.
 */
import Type, { type Static } from 'typebox'
import { ATTENDANCE_STATUSES } from '../shared/contract/attendance.ts'
import { EXACT } from '../shared/contract/formats.ts'
import { OTHER_TYPES, PICTURE_TYPES } from '../shared/contract/news.ts'
import { CONFIRMATIONS } from '../shared/contract/popup.ts'
import { ENVIRONMENTS, ROLES } from '../shared/contract/session.ts'
import { SiteId } from '../shared/contract/site.ts'
import { WireDateTime } from '../shared/contract/wire-time.ts'

const inBothLanguages = <Text extends Type.TSchema>(text: Text) =>
  Type.Object({ 'en-US': text, 'zh-HK': text })
/** Beyond these JSON numbers are no longer exact: two identifiers would become one. */
const WholeNumber = Type.Integer(EXACT)
const Pixels = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const Sites = Type.Array(SiteId, { minItems: 1 })
/** Of a group. */
export const MOST_STUDENTS = 2000
/** Characters, of what an access key is for. */
export const LONGEST_LABEL = 100
/** Of a guardian. */
export const MOST_CHILDREN = 100

export const SeedPopup = Type.Object({
  sites: Sites,
  displayDate: WireDateTime,
  /** "Send popup message to website". */
  onWebsite: Type.Boolean(),
  /** The first second in which the website gets it; absent: as soon as it is sent. */
  startsAt: Type.Optional(WireDateTime),
  /** The first second in which the website no longer gets it; absent: it stays. */
  endsAt: Type.Optional(WireDateTime),
  iconId: Type.Optional(Type.String()),
  needConfirm: Type.Optional(Type.Enum(CONFIRMATIONS)),
  texts: inBothLanguages(Type.Object({ msgTitle: Type.String(), msgBody: Type.String() })),
})
export type SeedPopup = Static<typeof SeedPopup>

/** A file that news entries, users and bodies refer to by name. Bodies write its address as `media:NAME`. */
export const SeedMedia = Type.Object({
  name: Type.String({ minLength: 1 }),
  fileType: Type.Enum([...PICTURE_TYPES, ...OTHER_TYPES]),
  /** Path relative to the seed file. */
  file: Type.String({ minLength: 1 }),
  /** 200 px by 200 px, a PNG or JPEG file. */
  thumbnail: Type.String({ minLength: 1 }),
  /** 1024 px wide, a PNG or JPEG file. */
  screen: Type.String({ minLength: 1 }),
  imageWidth: Type.Optional(Pixels),
  imageHeight: Type.Optional(Pixels),
  imageDateTime: Type.Optional(Type.String()),
})
export type SeedMedia = Static<typeof SeedMedia>

export const SeedNews = Type.Object({
  newsId: Type.String({ minLength: 1 }),
  sites: Sites,
  newsDateTime: WireDateTime,
  /** The first second in which its websites get it; absent: as soon as it is published. */
  publishAt: Type.Optional(WireDateTime),
  /** The second in which it is deleted for its websites; absent: it stays. */
  unpublishAt: Type.Optional(WireDateTime),
  /** When it was deleted; absent while it is published. */
  deletedAt: Type.Optional(WireDateTime),
  texts: inBothLanguages(Type.Object({ newsTitle: Type.String(), newsContent: Type.String() })),
  /** Name of a picture in `media`. */
  cover: Type.Optional(Type.String()),
  /** Names in `media`. */
  attachments: Type.Array(Type.String()),
})
export type SeedNews = Static<typeof SeedNews>

export const SeedUser = Type.Object({
  userId: WholeNumber,
  role: Type.Enum(ROLES),
  refNo: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  chineseName: Type.String(),
  email: Type.String(),
  /** Name of a picture in `media`; its thumbnail is the avatar. */
  avatar: Type.Optional(Type.String()),
  /** A guardian's children, as user ids. */
  children: Type.Optional(Type.Array(WholeNumber, { maxItems: MOST_CHILDREN })),
})
export type SeedUser = Static<typeof SeedUser>

export const SeedGroup = Type.Object({
  unitId: WholeNumber,
  yearId: WholeNumber,
  groupName: Type.String({ minLength: 1 }),
  /** User ids of its students, in the order of the list. */
  students: Type.Array(WholeNumber, { maxItems: MOST_STUDENTS }),
})
export type SeedGroup = Static<typeof SeedGroup>

export const SeedAttendance = Type.Object({
  userId: WholeNumber,
  date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A day, YYYY-MM-DD.' }),
  status: Type.Enum(ATTENDANCE_STATUSES),
  /** ISO 8601 in UTC. */
  entryDate: Type.String(),
  note: Type.String(),
  /** User id of a member of staff. */
  approvedBy: Type.Optional(WholeNumber),
  /** ISO 8601 in UTC. */
  approvedAt: Type.Optional(Type.String()),
})
export type SeedAttendance = Static<typeof SeedAttendance>

export const SeedSession = Type.Object({
  token: Type.String({ minLength: 1 }),
  environment: Type.Enum(ENVIRONMENTS),
  userId: WholeNumber,
  /** ISO 8601 in UTC. */
  createdAt: Type.String(),
  expireAt: Type.String(),
})
export type SeedSession = Static<typeof SeedSession>

/** What X-App-Id carries: a header holds no control characters. */
const AppId = Type.String({
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  description: 'One line of characters, without control characters.',
})

export const Seed = Type.Object(
  {
    /** The keys and tokens are known to others: the service is then served on loopback only. */
    sample: Type.Optional(Type.Boolean()),
    school: inBothLanguages(Type.String()),
    appId: AppId,
    accessKeys: Type.Array(
      Type.Object({ label: Type.String({ maxLength: LONGEST_LABEL }), key: Type.String({ minLength: 1 }) }),
    ),
    units: Type.Array(Type.Object({ unitId: WholeNumber, name: Type.String() })),
    years: Type.Array(Type.Object({ yearId: WholeNumber, name: Type.String() })),
    groups: Type.Array(SeedGroup),
    users: Type.Array(SeedUser),
    sessions: Type.Array(SeedSession),
    attendance: Type.Array(SeedAttendance),
    media: Type.Array(SeedMedia),
    popups: Type.Array(SeedPopup),
    news: Type.Array(SeedNews),
    /** Console: Settings, App Settings, More item. */
    more: Type.Object({ enabled: Type.Boolean(), entranceUrl: Type.String() }),
  },
  { title: 'Seed' },
)
export type Seed = Static<typeof Seed>
