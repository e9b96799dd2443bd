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
  student,
  textBody,
  user,
} from './spoil.ts'
import type { Spoiling } from './spoiling-proxy.ts'

export interface Defect extends Spoiling {
  what: string
  foundBy: string
  says: RegExp
  /** Pictures are fetched only where they matter: it takes time. */
  media?: true
}

/** 199 by 199 px, no more than a PNG's header. */
const SMALL_PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000c7000000c70802000000', 'hex')
const without = (field: string) => (fields: Fields) => void delete fields[field]

const pathInstead = (path: string, other: string) => (url: URL) => {
  url.pathname = url.pathname.replace(path, other)
}

function anySite(url: URL): void {
  if (url.searchParams.get('siteId') === 'schoolbell') url.searchParams.set('siteId', 'academy')
}

/** HTTP 200 with this body instead of a refusal. */
function emptyForRefused(body: string): NonNullable<Spoiling['answer']> {
  return passing => {
    if (passing.status < 400) return
    Object.assign(passing, { status: 200, headers: { 'content-type': 'application/json' }, body })
  }
}

/** All news is asked for since 2000. */
const isUntil = (url: URL) => /^(?!2000)\d{14}$/.test(url.searchParams.get('lastSyncTime') ?? '')

export const DEFECTS: readonly Defect[] = [
  {
    what: 'no txID',
    foundBy: 'popups/txid',
    says: /^txID is missing/,
    answer: envelope(without('txID')),
  },
  {
    what: 'one txID for all',
    foundBy: 'news/txid-unique',
    says: /two responses have the same txID, "0001"/,
    answer: envelope(value => {
      value.txID = '0001'
    }),
  },
  {
    what: 'a txID that is a number',
    foundBy: 'popups/failure-fields',
    says: /txID is a number/,
    answer: envelope(value => {
      value.txID = Number.parseInt(`${value.txID}`, 16)
    }),
  },
  {
    what: 'return codes in small letters',
    foundBy: 'popups/code-known',
    says: /"d00000"/,
    answer: envelope(value => {
      value.code = `${value.code}`.toLowerCase()
    }),
  },
  {
    what: 'no message',
    foundBy: 'news/message',
    says: /message is missing/,
    answer: envelope(without('message')),
  },
  {
    what: 'the messages in an object',
    foundBy: 'popups/content-array',
    says: /content is an object/,
    answer: messages(list => ({ popupList: list })),
  },
  {
    what: 'the bare news list',
    foundBy: 'news/content-object',
    says: /content is an array/,
    answer: envelope(value => {
      const { newsList } = Object(value.content)
      if (newsList) value.content = newsList
    }),
  },
  {
    what: 'null for a field that does not apply',
    foundBy: 'popups/no-null',
    says: /\/content\/\d+\/iconId/,
    answer: message(value => {
      value.iconId ??= null
    }),
  },
  {
    what: 'icon ids as numbers',
    foundBy: 'popups/icon-id',
    says: /iconId is a number, not a string/,
    answer: message(value => {
      if (value.iconId) value.iconId = Number(value.iconId)
    }),
  },
  {
    what: 'a button that nobody knows',
    foundBy: 'popups/need-confirm',
    says: /"accept", not one of confirm, Accept/,
    answer: message(value => {
      if (value.needConfirm === 'Accept') value.needConfirm = 'accept'
    }),
  },
  {
    what: 'a displayDate that is no day of the calendar',
    foundBy: 'popups/display-date',
    says: /"20260230120000", not a time that exists/,
    answer: message(value => {
      value.displayDate = '20260230120000'
    }),
  },
  {
    what: 'a message without a body',
    foundBy: 'popups/msg-body',
    says: /\/content\/0\/msgBody is missing/,
    answer: messages(list => void delete list[0]?.msgBody),
  },
  {
    what: 'Chinese unless English is asked for',
    foundBy: 'popups/lang-default',
    says: /other titles without lang than with lang=en-US/,
    ask: url => {
      if (!url.searchParams.has('lang')) url.searchParams.set('lang', 'zh-HK')
    },
  },
  {
    what: 'English in every language',
    foundBy: 'popups/lang-changes-texts',
    says: /^all \d+ messages have the same title with both languages, and no text has a Chinese character: lang is ignored/,
    ask: url => url.searchParams.delete('lang'),
  },
  {
    what: 'Chinese in every language',
    foundBy: 'news/lang-changes-texts',
    says: /have the same title with both languages, and no title has an English word: lang is ignored/,
    ask: url => url.searchParams.set('lang', 'zh-HK'),
  },
  {
    what: 'the academy’s messages on both websites',
    foundBy: 'popups/site-messages',
    says: /^pre-school gets "schoolbell A 中文", which is for the other website only/,
    answer: messages(all => void all.push({ ...all[0], msgTitle: 'schoolbell A 中文' })),
  },
  {
    what: 'one website only',
    foundBy: 'news/answers-pre-school',
    says: /D20004/,
    ask: url => {
      if (url.searchParams.get('siteId') === 'pre-school') url.searchParams.set('siteId', 'nursery')
    },
  },
  {
    what: 'the academy where no website is named',
    foundBy: 'popups/site-id-missing',
    says: /D00000/,
    ask: url => {
      if (/check$/.test(url.pathname) && !url.searchParams.get('siteId'))
        url.searchParams.set('siteId', 'academy')
    },
  },
  {
    what: 'an empty parameter taken for an invalid one',
    foundBy: 'news/site-id-empty',
    says: /D20002/,
    answer: refusal(value => {
      if (value.code === 'D20001') value.code = 'D20002'
    }),
  },
  {
    what: 'D20001 without the name of the parameter',
    foundBy: 'news/last-sync-time-missing-named',
    says: /message is "a parameter should not be empty"/,
    answer: refusal(value => {
      value.message = 'a parameter should not be empty'
    }),
  },
  {
    what: 'content beside a failure',
    foundBy: 'popups/failure-without-content',
    says: /content is an object/,
    answer: refusal(value => {
      value.content = { parameter: 'siteId' }
    }),
  },
  {
    what: 'lastSyncTime ignored',
    foundBy: 'news/since-far-ahead',
    says: /since 20991231235959: \d+ entries/,
    ask: url => {
      if (url.searchParams.get('lastSyncTime')) url.searchParams.set('lastSyncTime', '20000101000000')
    },
  },
  {
    what: 'lastSyncTime taken for the end instead of the beginning',
    foundBy: 'news/since-monotone',
    says: /entries of a later time are missing/,
    ask: url => {
      if (isUntil(url)) url.searchParams.set('lastSyncTime', '20000101000000')
    },
    answer: (passing, asked) => {
      if (!isUntil(asked.url)) return
      const until = `${asked.url.searchParams.get('lastSyncTime')}`
      return news(content => {
        content.newsList = content.newsList.filter(({ newsDateTime }) => `${newsDateTime}` <= until)
      })(passing, asked)
    },
  },
  {
    what: 'newsIDs ignored',
    foundBy: 'news/news-ids',
    says: /^not returned: /,
    ask: url => url.searchParams.delete('newsIDs'),
  },
  {
    what: 'the first of several newsIDs alone',
    foundBy: 'news/news-ids-several',
    says: /^not returned: /,
    ask: url => {
      const [first] = (url.searchParams.get('newsIDs') ?? '').split(',')
      if (first) url.searchParams.set('newsIDs', first)
    },
  },
  {
    what: 'newsIDs instead of the news since a time',
    foundBy: 'news/news-ids-in-addition',
    says: /^missing when newsIDs is added: /,
    ask: url => {
      if (url.searchParams.get('newsIDs')) url.searchParams.set('lastSyncTime', '20991231235959')
    },
  },
  {
    what: 'no delNewsIds where nothing is deleted, and none where something is',
    foundBy: 'news/del-news-ids',
    says: /delNewsIds is missing/,
    answer: news(content => void Reflect.deleteProperty(content, 'delNewsIds')),
  },
  {
    what: 'deleted identifiers as objects',
    foundBy: 'news/del-news-ids-elements',
    says: /an object/,
    answer: news(content => {
      Object.assign(content, { delNewsIds: content.delNewsIds.map(newsId => ({ newsId })) })
    }),
  },
  {
    what: 'deleted entries listed and never reported',
    foundBy: 'news/deleted-reported',
    says: /^delNewsIds is empty, and “schoolbell F”, .*, is still listed$/,
    answer: news(content => {
      const titles = ['Schoolbell F  English', 'schoolbell G English']
      content.newsList.push(...titles.map(newsTitle => ({ ...content.newsList[0], newsTitle })))
      content.delNewsIds = []
    }),
  },
  {
    what: 'deleted entries still listed',
    foundBy: 'news/deleted-not-listed',
    says: /in newsList and delNewsIds/,
    answer: news(content => {
      const [like] = content.newsList
      content.newsList.push(...content.delNewsIds.map(newsId => ({ ...like, newsId })))
    }),
  },
  {
    what: 'news ids as numbers',
    foundBy: 'news/news-id',
    says: /newsId is a number/,
    answer: entry(value => {
      value.newsId = Number(`${value.newsId}`.replaceAll(/\D/g, ''))
    }),
  },
  {
    what: 'dates in ISO 8601',
    foundBy: 'news/news-date',
    says: /"2026-11-20", not a day that exists \(YYYYMMDD\)/,
    answer: entry(value => {
      value.newsDate = '2026-11-20'
    }),
  },
  {
    what: 'covers at a path',
    foundBy: 'news/cover-thumbnail',
    says: /thumbnailUrl is a string, not an absolute/,
    answer: entry(value => {
      if (value.thumbnailUrl) value.thumbnailUrl = new URL(`${value.thumbnailUrl}`).pathname
    }),
  },
  {
    what: 'attachments in an object',
    foundBy: 'news/attachments',
    says: /attachments is an object, not an array/,
    answer: entry(value => {
      value.attachments = { ...Object(value.attachments) }
    }),
  },
  {
    what: 'a MIME type that is none of the six',
    foundBy: 'news/file-type',
    says: /"audio\/mpeg3", not one of/,
    answer: attachment(value => {
      if (value.fileType === 'audio/mp3') value.fileType = 'audio/mpeg3'
    }),
  },
  {
    what: 'picture fields at a PDF',
    foundBy: 'news/picture-fields',
    says: /imageWidth is present for application\/pdf/,
    answer: attachment(value => {
      if (value.fileType === 'application/pdf') value.imageWidth = 1
    }),
  },
  {
    what: 'pictures without a height',
    foundBy: 'news/image-height',
    says: /imageHeight is missing/,
    answer: attachment(without('imageHeight')),
  },
  {
    what: 'file sizes as text',
    foundBy: 'news/file-size',
    says: /fileSize is "\d+", not a whole number/,
    answer: attachment(value => {
      value.fileSize = `${value.fileSize}`
    }),
  },
  {
    what: 'file sizes in kilobytes',
    foundBy: 'news/file-size-served',
    says: /\d+ bytes served, fileSize is \d+/,
    media: true,
    answer: attachment(value => {
      value.fileSize = Math.ceil(Number(value.fileSize) / 1024)
    }),
  },
  {
    what: 'thumbnails of 199 px',
    foundBy: 'news/thumbnail-size',
    says: /199 by 199 px, not 200 by 200 px/,
    media: true,
    ask: url => {
      url.pathname = url.pathname.replace('/small.png', '/healthz')
    },
    answer: (passing, asked) => {
      if (asked.url.pathname !== '/small.png') {
        return attachment(value => {
          value.thumbnailUrl = `http://${asked.headers.get('host')}/small.png`
        })(passing, asked)
      }
      Object.assign(passing, { body: SMALL_PNG, headers: { 'content-type': 'image/png' } })
    },
  },
  {
    what: 'the original for the larger picture',
    foundBy: 'news/screen-width',
    says: /px, not 1024 px wide/,
    media: true,
    answer: attachment(value => {
      if (value.fileType === 'image/jpeg') value.mobileScreenImageUrl = value.thumbnailUrl
    }),
  },
  {
    what: 'width and height of the thumbnail',
    foundBy: 'news/original-size',
    says: /not 200 by 200 px/,
    media: true,
    answer: attachment(value => {
      if (value.imageWidth) Object.assign(value, { imageWidth: 200, imageHeight: 200 })
    }),
  },
  {
    what: 'a sign-in page',
    foundBy: 'popups/answers',
    says: /^another program answers there: no answer has an envelope, so the other cases were skipped: .*HTTP 200, text\/html.*; \/cms is the usual first path segment/,
    answer: (passing, { url }) => {
      if (!/check$/.test(url.pathname)) return
      Object.assign(passing, {
        body: Buffer.from('<!doctype html>'),
        headers: { 'content-type': 'text/html' },
      })
    },
  },
  {
    what: 'a byte order mark',
    foundBy: 'news/json-text',
    says: /byte order mark/,
    answer: body(bytes => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])),
  },
  {
    what: 'another character set than UTF-8',
    foundBy: 'popups/json-text',
    says: /not UTF-8/,
    answer: body(bytes => Buffer.from(`${bytes}`.replace('}', '\u00e9}'), 'latin1')),
  },
  {
    what: 'an answer cut off',
    foundBy: 'news/json-text',
    says: /not JSON/,
    answer: body(bytes => bytes.subarray(0, -20)),
  },
  {
    what: 'a list in an envelope',
    foundBy: 'attendance/bare-array',
    says: /the body is JSON, but an object/,
    answer: (passing, { url }) => {
      if (!/attendance-lists/.test(url.pathname) || passing.status !== 200) return
      passing.body = Buffer.from(JSON.stringify({ code: 'D00000', content: JSON.parse(`${passing.body}`) }))
    },
  },
  {
    what: 'one list for every unit',
    foundBy: 'attendance/of-unit',
    says: /^a unit that does not exist has a list: HTTP 200, 14 students$/,
    ask: pathInstead('/units/987654321/', '/units/1/'),
  },
  {
    what: 'one list for every year',
    foundBy: 'attendance/of-year',
    says: /^a year that does not exist has a list/,
    ask: pathInstead('/years/987654321/', '/years/2026/'),
  },
  {
    what: 'one list for every group',
    foundBy: 'attendance/of-group',
    says: /^a group that does not exist has a list/,
    ask: pathInstead('/schoolbell%20conformance/', '/1A%20-%20Rowing/'),
  },
  {
    what: 'one list for every day',
    foundBy: 'attendance/of-date',
    says: /^1970-01-04 has 13 records of other days$/,
    ask: pathInstead('/1970-01-04', '/2026-09-01'),
  },
  {
    what: 'the academy for any website, in the messages',
    foundBy: 'popups/site-id-refused',
    says: /^for another identifier: HTTP 200, D00000/,
    ask: anySite,
  },
  {
    what: 'the academy for any website, in the news',
    foundBy: 'news/site-id-refused',
    says: /^for another identifier: HTTP 200, D00000/,
    ask: anySite,
  },
  {
    what: 'an access key that is not looked at',
    foundBy: 'attendance/access-key-wrong',
    says: /a list is given with an X-Access-Key that does not exist/,
    ask: (_url, headers) => headers.set('x-access-key', 'sample-access-key'),
  },
  {
    what: 'an empty list for a wrong access key',
    foundBy: 'attendance/access-key-wrong',
    says: /^not refused with an X-Access-Key that does not exist: HTTP 200, application\/json$/,
    answer: emptyForRefused('[]'),
  },
  {
    what: 'any school’s identifier',
    foundBy: 'attendance/app-id-wrong',
    says: /a list is given with an unknown X-App-Id/,
    ask: (_url, headers) => headers.set('x-app-id', 'sample-school'),
  },
  {
    what: 'students without _id',
    foundBy: 'attendance/item-id',
    says: /\/0\/_id is missing/,
    answer: student(without('_id')),
  },
  {
    what: 'a status spelt in another way',
    foundBy: 'attendance/status',
    says: /"Early Leave", not one of/,
    answer: record(value => {
      if (value.status === 'EarlyLeave') value.status = 'Early Leave'
    }),
  },
  {
    what: 'the entry’s identifier for the student’s',
    foundBy: 'attendance/entry-user',
    says: /missing or different at/,
    answer: record(value => {
      value.user = value._id
    }),
  },
  {
    what: 'local times without a zone',
    foundBy: 'attendance/entry-date',
    says: /not an ISO 8601 UTC timestamp/,
    answer: record(value => {
      value.entryDate = `${value.entryDate}`.replace(/Z$/, '')
    }),
  },
  {
    what: 'the records of the day before',
    foundBy: 'attendance/entry-of-day',
    says: /of another day/,
    ask: url => {
      url.pathname = url.pathname.replace('2026-09-01', '2026-09-03')
    },
  },
  {
    what: 'an approver’s name instead of an object',
    foundBy: 'attendance/approved-by',
    says: /approvedBy is a string, not an object/,
    answer: record(value => {
      if (value.approvedBy) value.approvedBy = 'The office'
    }),
  },
  {
    what: 'a role in small letters',
    foundBy: 'session/role',
    says: /"guardian", not one of/,
    answer: user(value => {
      value.role = `${value.role}`.toLowerCase()
    }),
  },
  {
    what: 'an expireAt in seconds',
    foundBy: 'session/expire-at',
    says: /expireAt is 1790000000, not an ISO 8601 timestamp/,
    answer: user(value => {
      value.expireAt = 1_790_000_000
    }),
  },
  {
    what: 'createdAt and expireAt exchanged',
    foundBy: 'session/expires-after-creation',
    says: /it lasts -/,
    answer: user(({ createdAt, expireAt, ...rest }) => ({
      ...rest,
      createdAt: expireAt,
      expireAt: createdAt,
    })),
  },
  {
    what: 'another application’s identifier',
    foundBy: 'session/app-id-same',
    says: /different/,
    answer: user(value => {
      value.appId = 'other-school'
    }),
  },
  {
    what: 'no Chinese name where there is none',
    foundBy: 'session/chinese-name',
    says: /chineseName is missing/,
    answer: user(without('chineseName')),
  },
  {
    what: 'a user for whoever asks',
    foundBy: 'session/token-unknown',
    says: /a user is returned with a token that does not exist/,
    ask: (_url, headers) => headers.set('x-session-token', 'sample-guardian'),
  },
  {
    what: 'an empty object for a wrong token',
    foundBy: 'session/token-unknown',
    says: /^not refused with a token that does not exist: HTTP 200, application\/json$/,
    answer: emptyForRefused('{}'),
  },
  {
    what: 'an empty object for no token',
    foundBy: 'session/token-missing',
    says: /^not refused without a token: HTTP 200/,
    answer: emptyForRefused('{}'),
  },
  {
    what: 'files behind a sign-in',
    foundBy: 'news/attachment-public',
    says: /HTTP 401/,
    media: true,
    answer: async (passing, asked) => {
      if (asked.url.pathname === '/files/1') Object.assign(passing, { status: 401 })
      await attachment(value => {
        value.url = `http://${asked.headers.get('host')}/files/1`
      })(passing, asked)
    },
  },
  {
    what: 'the small cover for the large one',
    foundBy: 'news/cover-screen-width',
    says: /200 by 200 px, not 1024 px wide/,
    media: true,
    answer: entry(value => {
      if (value.thumbnailUrl) value.mobileScreenImageUrl = value.thumbnailUrl
    }),
  },
  {
    what: 'the large cover for the small one',
    foundBy: 'news/cover-thumbnail-size',
    says: /1024 by \d+ px, not 200 by 200 px/,
    media: true,
    answer: entry(value => {
      if (value.thumbnailUrl) value.thumbnailUrl = value.mobileScreenImageUrl
    }),
  },
  {
    what: 'nobody let in',
    foundBy: 'attendance/answers',
    says: /HTTP 401/,
    ask: (_url, headers) => headers.delete('x-access-key'),
  },
  {
    what: 'a list for whoever brings no headers',
    foundBy: 'attendance/both-missing',
    says: /a list is given without both/,
    ask: (_url, headers) => {
      if (headers.has('x-app-id') || headers.has('x-access-key')) return
      headers.set('x-app-id', 'sample-school')
      headers.set('x-access-key', 'sample-access-key')
    },
  },
  {
    what: 'a student twice',
    foundBy: 'attendance/student-once',
    says: /1 are listed more than once/,
    answer: textBody(/attendance-lists/, text => text.replace(/^\[(\{.*?\}\}),/, '[$1,$1,')),
  },
  {
    what: 'a byte order mark before a list',
    foundBy: 'attendance/json-text',
    says: /byte order mark/,
    answer: textBody(/attendance-lists/, text => `\ufeff${text}`),
  },
  {
    what: 'a byte order mark before a user',
    foundBy: 'session/json-text',
    says: /byte order mark/,
    answer: textBody(/external-session/, text => `\ufeff${text}`),
  },
  {
    what: 'the user in an object',
    foundBy: 'session/user-object',
    says: /^user$/,
    answer: user(value => ({ user: value })),
  },
  {
    what: 'sessions that nobody resolves',
    foundBy: 'session/answers',
    says: /HTTP 401/,
    ask: (_url, headers) => headers.set('x-session-token', 'another'),
  },
  {
    what: 'null for a Chinese name',
    foundBy: 'session/no-null',
    says: /null: \/chineseName/,
    answer: user(value => ({ ...value, chineseName: null })),
  },
  {
    what: 'a user for whoever brings no headers',
    foundBy: 'session/both-missing',
    says: /a user is returned without both headers/,
    ask: (_url, headers) => {
      if (headers.has('x-app-id') || headers.has('x-session-token')) return
      headers.set('x-app-id', 'sample-school')
      headers.set('x-session-token', 'sample-guardian')
    },
  },
]
