/** Services that miss one rule each, and the case that must find it. */
import {
  attachment,
  body,
  entry,
  envelope,
  type Fields,
  message,
  messages,
  news,
  record,
  refusal,
  type Spoil,
  student,
  students,
  textBody,
  user,
} from './spoil.ts'
import type { Spoiling } from './spoiling-proxy.ts'

export interface Defect extends Spoiling {
  what: string
  foundBy: string
  says: RegExp
  /** Pictures are fetched only where they matter: it takes time. */
  media?: boolean
}

const spoils = (foundBy: string, what: string, says: RegExp, spoiling: Spoiling): Defect => ({
  ...{ foundBy, what, says },
  ...spoiling,
})
const asks = (foundBy: string, what: string, says: RegExp, ask: NonNullable<Spoiling['ask']>) =>
  spoils(foundBy, what, says, { ask })
/** One kind of thing in what it answers is changed. */
const answers = <Change>(
  foundBy: string,
  what: string,
  says: RegExp,
  hand: (change: Change) => Spoil,
  change: Change,
) => spoils(foundBy, what, says, { answer: hand(change) })

const LOST = /is a number, not a whole number up to 9007199254740991/
const without = (field: string) => (fields: Fields) => void delete fields[field]
const set = (values: Fields) => (fields: Fields) => void Object.assign(fields, values)
/** Where it stands and is not empty. */
const changed = (field: string, change: (value: string) => unknown) => (fields: Fields) => {
  if (fields[field]) fields[field] = change(`${fields[field]}`)
}
const swapped = (field: string, from: string, to: string) =>
  changed(field, value => (value === from ? to : value))

const pathInstead = (path: string, other: string) => (url: URL) => {
  url.pathname = url.pathname.replace(path, other)
}
const headerInstead = (name: string, value: string) => (_url: URL, headers: Headers) =>
  headers.set(name, value)
const parameterInstead = (name: string, value: string) => (url: URL) => {
  if (url.searchParams.get(name)) url.searchParams.set(name, value)
}

const list = (change: (text: string) => string) => textBody(/attendance-lists/, change)
const account = (change: (text: string) => string) => textBody(/external-session/, change)

function anySite(url: URL): void {
  if (url.searchParams.get('siteId') === 'schoolbell') url.searchParams.set('siteId', 'academy')
}

/** The headers of somebody who is let in, for whoever brings none. */
const lettingIn = (secret: string, value: string) => (_url: URL, headers: Headers) => {
  if (headers.has('x-app-id') || headers.has(secret)) return
  headers.set('x-app-id', 'sample-school')
  headers.set(secret, value)
}

/** HTTP 200 with this body instead of a refusal. */
const emptyForRefused = (body: string): Spoiling => ({
  answer(passing) {
    if (passing.status < 400) return
    Object.assign(passing, { status: 200, headers: { 'content-type': 'application/json' }, body })
  },
})

/** All news is asked for since 2000. */
const isUntil = (url: URL) => /^(?!2000)\d{14}$/.test(url.searchParams.get('lastSyncTime') ?? '')

const CONTENT: readonly Defect[] = [
  answers('popups/tx-id', 'no txID', /txID is missing/, envelope, without('txID')),
  answers(
    'news/txid-unique',
    'one txID for all',
    /two responses have the same txID, "0001"/,
    envelope,
    set({ txID: '0001' }),
  ),
  answers('popups/refusal-tx-id', 'a txID that is a number', /txID is a number/, envelope, value => {
    value.txID = Number.parseInt(`${value.txID}`, 16)
  }),
  answers('popups/code', 'return codes in small letters', /"d00000"/, envelope, value => {
    value.code = `${value.code}`.toLowerCase()
  }),
  answers('news/message', 'no message', /message is missing/, envelope, without('message')),
  answers('popups/content-array', 'the messages in an object', /content is an object/, messages, list => ({
    popupList: list,
  })),
  answers('news/news-list', 'the bare news list', /content is an array/, envelope, value => {
    value.content = Object(value.content).newsList ?? value.content
  }),
  answers(
    'popups/icon-id',
    'null for an icon',
    /\/content\/\d+\/iconId is null, not a string/,
    message,
    value => {
      value.iconId ??= null
    },
  ),
  answers(
    'popups/need-confirm',
    'a button that nobody knows',
    /"accept", not one of confirm, Accept/,
    message,
    swapped('needConfirm', 'Accept', 'accept'),
  ),
  answers(
    'popups/display-date',
    'a displayDate that is no day of the calendar',
    /"20260230120000", not a time that exists/,
    message,
    set({ displayDate: '20260230120000' }),
  ),
  answers('popups/msg-body', 'no body', /\/content\/0\/msgBody is missing/, message, without('msgBody')),
  asks('popups/lang-default', 'Chinese by default', /other titles without lang than with lang=en-US/, url => {
    if (!url.searchParams.has('lang')) url.searchParams.set('lang', 'zh-HK')
  }),
  asks(
    'popups/lang-changes-texts',
    'English in every language',
    /^all \d+ messages have the same title with both languages, and no text has a Chinese character: lang is ignored/,
    url => url.searchParams.delete('lang'),
  ),
  asks(
    'news/lang-changes-texts',
    'Chinese in every language',
    /have the same title with both languages, and no title has an English word: lang is ignored/,
    url => url.searchParams.set('lang', 'zh-HK'),
  ),
  answers(
    'popups/site-messages',
    'the academy’s messages on both websites',
    /^pre-school gets "schoolbell A 中文", which is for the other website only/,
    messages,
    all => void all.push({ ...all[0], msgTitle: 'schoolbell A 中文' }),
  ),
  asks('news/answers-pre-school', 'one website only', /D20004/, url => {
    if (url.searchParams.get('siteId') === 'pre-school') url.searchParams.set('siteId', 'nursery')
  }),
  asks('popups/site-id-missing', 'the academy where no website is named', /D00000/, url => {
    if (/check$/.test(url.pathname) && !url.searchParams.get('siteId'))
      url.searchParams.set('siteId', 'academy')
  }),
  answers(
    'news/site-id-empty',
    'an empty parameter taken for an invalid one',
    /D20002/,
    refusal,
    swapped('code', 'D20001', 'D20002'),
  ),
  answers(
    'news/last-sync-time-missing-named',
    'D20001 without the name of the parameter',
    /message is "a parameter should not be empty"/,
    refusal,
    set({ message: 'a parameter should not be empty' }),
  ),
  answers(
    'popups/failure-without-content',
    'content beside a failure',
    /content is an object/,
    refusal,
    set({ content: { parameter: 'siteId' } }),
  ),
  asks('popups/site-id-refused', 'messages for any website', /^for another identifier: .*D00000/, anySite),
  asks('news/site-id-refused', 'news for any website', /^for another identifier: HTTP 200, D00000/, anySite),
  asks(
    'news/since-far-ahead',
    'lastSyncTime ignored',
    /since 20991231235959: \d+ entries/,
    parameterInstead('lastSyncTime', '20000101000000'),
  ),
  spoils('news/since-monotone', 'lastSyncTime taken for the end', /entries of a later time are missing/, {
    ask(url) {
      if (isUntil(url)) url.searchParams.set('lastSyncTime', '20000101000000')
    },
    answer(passing, asked) {
      if (!isUntil(asked.url)) return
      const until = `${asked.url.searchParams.get('lastSyncTime')}`
      return news(content => {
        content.newsList = content.newsList.filter(({ newsDateTime }) => `${newsDateTime}` <= until)
      })(passing, asked)
    },
  }),
  asks('news/news-ids', 'newsIDs ignored', /^not returned: /, url => url.searchParams.delete('newsIDs')),
  asks('news/news-ids-several', 'the first of several newsIDs alone', /^not returned: /, url => {
    const [first] = (url.searchParams.get('newsIDs') ?? '').split(',')
    if (first) url.searchParams.set('newsIDs', first)
  }),
  asks('news/news-ids-in-addition', 'newsIDs alone', /^missing when newsIDs is added: /, url => {
    if (url.searchParams.get('newsIDs')) url.searchParams.set('lastSyncTime', '20991231235959')
  }),
  answers('news/del-news-ids', 'no delNewsIds', /delNewsIds is missing/, news, without('delNewsIds')),
  answers(
    'news/del-news-ids',
    'no delNewsIds where nothing was deleted',
    /^delNewsIds is missing where nothing was deleted/,
    news,
    content => {
      if (content.delNewsIds.length === 0) without('delNewsIds')(content)
    },
  ),
  answers('news/del-news-ids-elements', 'deleted news as objects', /an object/, news, content => {
    Object.assign(content, { delNewsIds: content.delNewsIds.map(newsId => ({ newsId })) })
  }),
  answers(
    'news/deleted-reported',
    'deleted entries listed and never reported',
    /^delNewsIds is empty, and “schoolbell F”, .*, is still listed$/,
    news,
    content => {
      const titles = ['Schoolbell F  English', 'schoolbell G English']
      content.newsList.push(...titles.map(newsTitle => ({ ...content.newsList[0], newsTitle })))
      content.delNewsIds = []
    },
  ),
  answers(
    'news/deleted-not-listed',
    'deleted entries still listed',
    /in newsList and delNewsIds/,
    news,
    content => {
      const [like] = content.newsList
      content.newsList.push(...content.delNewsIds.map(newsId => ({ ...like, newsId })))
    },
  ),
  answers(
    'news/news-date',
    'dates in ISO 8601',
    /"2026-11-20", not a day that exists \(YYYYMMDD\)/,
    entry,
    set({ newsDate: '2026-11-20' }),
  ),
  answers('news/thumbnail-url', 'covers at a path', /is a string, not an absolute/, entry, value => {
    if (value.thumbnailUrl) value.thumbnailUrl = new URL(`${value.thumbnailUrl}`).pathname
  }),
  answers(
    'news/file-type',
    'a MIME type that is none of the six',
    /"audio\/mpeg3", not one of/,
    attachment,
    swapped('fileType', 'audio/mp3', 'audio/mpeg3'),
  ),
  answers('news/picture-fields', 'a width of a PDF', /imageWidth is present for .*pdf/, attachment, value => {
    if (value.fileType === 'application/pdf') value.imageWidth = 1
  }),
  answers('news/image-height', 'no height', /imageHeight is missing/, attachment, without('imageHeight')),
  spoils(
    'popups/answers',
    'a sign-in page',
    /^nothing of this part answers, so its other cases were skipped: .*HTTP 200, text\/html/,
    {
      answer(passing, { url }) {
        if (!/check$/.test(url.pathname)) return
        const body = Buffer.from('<!doctype html>')
        Object.assign(passing, { body, headers: { 'content-type': 'text/html' } })
      },
    },
  ),
  answers('news/json-text', 'a byte order mark', /byte order mark/, body, bytes =>
    Buffer.concat([Buffer.from('\ufeff'), bytes]),
  ),
  answers('popups/json-text', 'another character set than UTF-8', /not UTF-8/, body, bytes =>
    Buffer.from(`${bytes}`.replace('}', '\u00e9}'), 'latin1'),
  ),
  answers('news/json-text', 'an answer cut off', /not JSON/, body, bytes => bytes.subarray(0, -20)),
]

/** 199 by 199 px, no more than a PNG's header. */
const SMALL_PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000c7000000c70802000000', 'hex')

const MEDIA: readonly Defect[] = [
  answers('news/file-size-served', 'sizes in kB', /bytes served, fileSize is \d+/, attachment, value => {
    value.fileSize = Math.ceil(Number(value.fileSize) / 1024)
  }),
  spoils('news/thumbnail-size', 'thumbnails of 199 px', /199 by 199 px, not 200 by 200 px/, {
    ask: pathInstead('/small.png', '/healthz'),
    answer(passing, asked) {
      if (asked.url.pathname !== '/small.png') {
        const thumbnailUrl = `http://${asked.headers.get('host')}/small.png`
        return attachment(set({ thumbnailUrl }))(passing, asked)
      }
      Object.assign(passing, { body: SMALL_PNG, headers: { 'content-type': 'image/png' } })
    },
  }),
  answers('news/screen-width', 'a small picture for a larger', /px, not 1024 px wide/, attachment, value => {
    if (value.fileType === 'image/jpeg') value.mobileScreenImageUrl = value.thumbnailUrl
  }),
  answers('news/original-size', 'the thumbnail’s size', /not 200 by 200 px/, attachment, value => {
    if (value.imageWidth) Object.assign(value, { imageWidth: 200, imageHeight: 200 })
  }),
  spoils('news/attachment-public', 'files behind a sign-in', /HTTP 401/, {
    async answer(passing, asked) {
      if (asked.url.pathname === '/files/1') passing.status = 401
      await attachment(set({ url: `http://${asked.headers.get('host')}/files/1` }))(passing, asked)
    },
  }),
  answers('news/cover-screen-width', 'a small cover', /200 by 200 px, not 1024 px wide/, entry, value => {
    if (value.thumbnailUrl) value.mobileScreenImageUrl = value.thumbnailUrl
  }),
  answers('news/cover-thumbnail-size', 'a large cover', /1024 by \d+ px, not 200 by/, entry, value => {
    if (value.thumbnailUrl) value.thumbnailUrl = value.mobileScreenImageUrl
  }),
]

const ATTENDANCE: readonly Defect[] = [
  answers('attendance/bare-array', 'a list in an envelope', /the body is JSON, but an object/, list, text =>
    JSON.stringify({ code: 'D00000', content: JSON.parse(text) }),
  ),
  asks(
    'attendance/of-unit',
    'one list for every unit',
    /^a unit that does not exist has a list: HTTP 200, 14 students$/,
    pathInstead('/units/987654321/', '/units/1/'),
  ),
  asks(
    'attendance/of-year',
    'one list for every year',
    /^a year that does not exist has a list/,
    pathInstead('/years/987654321/', '/years/2026/'),
  ),
  asks(
    'attendance/of-group',
    'one list for every group',
    /^a group that does not exist has a list/,
    pathInstead('/schoolbell%20conformance/', '/1A%20-%20Rowing/'),
  ),
  asks(
    'attendance/of-date',
    'one list for every day',
    /^1970-01-04 has 13 records of other days$/,
    pathInstead('/1970-01-04', '/2026-09-01'),
  ),
  asks(
    'attendance/access-key-wrong',
    'an access key that is not looked at',
    /a list is given with an X-Access-Key that does not exist/,
    headerInstead('x-access-key', 'sample-access-key'),
  ),
  spoils(
    'attendance/access-key-wrong',
    'an empty list for a wrong access key',
    /^not refused with an X-Access-Key that does not exist: HTTP 200, application\/json$/,
    emptyForRefused('[]'),
  ),
  asks(
    'attendance/app-id-wrong',
    'any school’s identifier',
    /a list is given with an unknown X-App-Id/,
    headerInstead('x-app-id', 'sample-school'),
  ),
  answers('attendance/id', 'students whose _id lose digits', LOST, student, set({ _id: 2 ** 53 })),
  answers('attendance/record-id', 'entries whose _id lose digits', LOST, record, set({ _id: 2 ** 53 })),
  answers('session/user-id', 'a user whose number loses digits', LOST, user, set({ userId: 2 ** 53 })),
  answers('attendance/id', 'students without _id', /\/0\/_id is missing/, student, without('_id')),
  answers(
    'attendance/status',
    'a status spelt in another way',
    /"Early Leave", not one of/,
    record,
    swapped('status', 'EarlyLeave', 'Early Leave'),
  ),
  answers('attendance/user-same', 'the entry’s _id', /missing or different at/, record, value => {
    value.user = value._id
  }),
  answers('attendance/entry-date', 'times without a zone', /not an ISO 8601 UTC timestamp/, record, value => {
    value.entryDate = `${value.entryDate}`.replace(/Z$/, '')
  }),
  asks(
    'attendance/entry-of-day',
    'the records of another day',
    /of another day/,
    pathInstead('2026-09-01', '2026-09-03'),
  ),
  answers(
    'attendance/approved-by',
    'an approver’s name instead of an object',
    /approvedBy is a string, not an object/,
    record,
    changed('approvedBy', () => 'The office'),
  ),
  asks('attendance/answers', 'nobody let in', /HTTP 401/, (_url, headers) => headers.delete('x-access-key')),
  asks(
    'attendance/both-missing',
    'a list for whoever brings no headers',
    /a list is given without both/,
    lettingIn('x-access-key', 'sample-access-key'),
  ),
  answers(
    'attendance/without-record',
    'students without a record left out',
    /^all 13 students have a record, and 1 with a record on 2026-09-02 is missing: /,
    students,
    all => all.filter(({ attendanceEntry }) => attendanceEntry),
  ),
  answers('attendance/student-once', 'a student twice', /1 are listed more than once/, list, text =>
    text.replace(/^\[(\{.*?\}\}),/, '[$1,$1,'),
  ),
  answers('attendance/json-text', 'a mark before a list', /byte order mark/, list, text => `\ufeff${text}`),
]

const SESSION: readonly Defect[] = [
  answers('session/role', 'a role in small letters', /"guardian", not one of/, user, value => {
    value.role = `${value.role}`.toLowerCase()
  }),
  answers(
    'session/expire-at',
    'an expireAt in seconds',
    /expireAt is 1790000000, not an ISO 8601 timestamp/,
    user,
    set({ expireAt: 1_790_000_000 }),
  ),
  answers(
    'session/expire-at-known',
    'an expireAt without a time zone',
    /"2030-01-01T08:00:00" has no time zone/,
    user,
    set({ expireAt: '2030-01-01T08:00:00' }),
  ),
  answers(
    'session/expire-at-known',
    'a session that has ended',
    /\d minutes ago/,
    user,
    set({ expireAt: '2020-01-01T08:00:00Z' }),
  ),
  answers('session/expires-after-creation', 'times exchanged', /it lasts -/, user, value => ({
    ...value,
    createdAt: value.expireAt,
    expireAt: value.createdAt,
  })),
  answers('session/app-id-same', 'another application', /different/, user, set({ appId: 'other-school' })),
  answers('session/chinese-name', 'no name', /chineseName is missing/, user, without('chineseName')),
  asks(
    'session/token-unknown',
    'a user for whoever asks',
    /a user is returned with a token that does not exist/,
    headerInstead('x-session-token', 'sample-guardian'),
  ),
  spoils(
    'session/token-unknown',
    'an empty object for a wrong token',
    /^not refused with a token that does not exist: HTTP 200, application\/json, so people read “try again later”$/,
    emptyForRefused('{}'),
  ),
  spoils(
    'session/token-missing',
    'an empty object for no token',
    /^not refused without a token: HTTP 200/,
    emptyForRefused('{}'),
  ),
  answers('session/json-text', 'a mark before a user', /byte order mark/, account, text => `\ufeff${text}`),
  answers('session/user-id', 'the user in an object', /\/userId is missing/, user, value => ({
    user: value,
  })),
  asks(
    'session/answers',
    'sessions that nobody resolves',
    /HTTP 401/,
    headerInstead('x-session-token', 'another'),
  ),
  answers(
    'session/chinese-name',
    'null for a name',
    /\/chineseName is null, not a string/,
    user,
    set({ chineseName: null }),
  ),
  asks(
    'session/both-missing',
    'a user for whoever brings no headers',
    /a user is returned without both headers/,
    lettingIn('x-session-token', 'sample-guardian'),
  ),
]

export const DEFECTS: readonly Defect[] = [
  ...[...CONTENT, ...ATTENDANCE, ...SESSION],
  ...MEDIA.map(defect => ({ ...defect, media: true })),
]
