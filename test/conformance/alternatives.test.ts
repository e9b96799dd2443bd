/** Where the interface is silent a service may do otherwise than the reference service: this is observed, and fails nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runConformance } from '../../conformance/index.ts'
import type { Service, ServiceAddresses } from '../../console/index.ts'
import { allOf, startSample } from './sample.ts'
import {
  attachment,
  entry,
  envelope,
  message,
  messages,
  news,
  record,
  refusal,
  student,
  user,
} from './spoil.ts'
import { type Passing, type Spoiling, type SpoilingProxy, startSpoilingProxy } from './spoiling-proxy.ts'

let service: Service
let addresses: ServiceAddresses
let proxy: SpoilingProxy
beforeAll(async () => {
  ;({ service, addresses } = await startSample())
  proxy = await startSpoilingProxy(addresses.base)
})
afterAll(async () => {
  await proxy[Symbol.asyncDispose]()
  await service.close()
})

/** A second earlier, so that what happened in that very second is included. */
const secondBefore = (url: URL) => {
  const iso = (url.searchParams.get('lastSyncTime') ?? '').replace(
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/,
    '$1-$2-$3T$4:$5:$6Z',
  )
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return
  url.searchParams.set('lastSyncTime', new Date(at - 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14))
}

const isRefusal = ({ body }: Passing) => /"code":"D2/.test(`${body}`)

interface Alternative extends Spoiling {
  what: string
  observed?: Record<string, string | RegExp>
}

/** Each list is one service, which does all of it. */
const SERVICES: readonly (readonly Alternative[])[] = [
  [
    {
      what: 'errors come with HTTP 400',
      observed: {
        'popups/site-id-empty': /^HTTP 400, D20001/,
      },
      answer: passing => {
        if (isRefusal(passing)) passing.status = 400
      },
    },
  ],
  [
    {
      what: 'an unknown website gives D20000 in another wording',
      observed: { 'popups/site-id-refused': /HTTP 200, D20000 no such site$/ },
      answer: refusal(value => {
        if (value.code === 'D20004') Object.assign(value, { code: 'D20000', message: 'no such site' })
      }),
    },
    {
      what: 'refusals have a content that is null',
      observed: { 'popups/site-id-empty': /D20001/ },
      answer: refusal(value => Object.assign(value, { content: null })),
    },
    {
      what: 'a message has no icon that anybody knows and no button',
      observed: { 'popups/icon-known': 'sends "77", which is not in the table' },
      answer: message(value => {
        value.iconId = '77'
        delete value.needConfirm
      }),
    },
    {
      what: 'the envelope says more than it must',

      answer: envelope(value => Object.assign(value, { serverTime: 1 })),
    },
  ],
  [
    {
      what: 'the parameter stands in braces',

      answer: refusal(value =>
        Object.assign(value, { message: `${value.message}`.replace(/^(\w+)/, '{$1}') }),
      ),
    },
    {
      what: 'deleted news is a text with commas',
      observed: { 'news/del-news-ids': 'delNewsIds is a string' },
      answer: news(content => void Object.assign(content, { delNewsIds: content.delNewsIds.join(', ') })),
    },
    {
      what: 'attachments and covers are left out where there are none',

      answer: entry(value => {
        if (Object(value.attachments).length === 0) delete value.attachments
      }),
    },
  ],
  [
    {
      what: 'a time ahead is refused',
      observed: {
        'news/since-far-ahead': 'a service that accepts a lastSyncTime ahead of its clock would show it',
      },

      ask: url => {
        if (url.searchParams.get('lastSyncTime')?.startsWith('2099'))
          url.searchParams.set('lastSyncTime', 'ahead')
      },
    },
  ],
  [
    {
      what: 'deleted entries are not reported by newsIDs',
      observed: { 'news/news-ids-deleted': 'left out' },
      answer: (passing, asked) => {
        if (asked.url.searchParams.get('newsIDs')) {
          return news(content => void Object.assign(content, { delNewsIds: [] }))(passing, asked)
        }
      },
    },
  ],
  [
    {
      what: 'people without a picture have an empty address',

      answer: async (passing, asked) => {
        await student(value => void Object.assign(value, { imageUrl: '' }))(passing, asked)
        await user(({ email, ...value }) => ({ ...value, imageUrl: '', email: '' }))(passing, asked)
      },
    },
    {
      what: 'timestamps have fractions and offsets, the family name comes first',

      answer: user(value => {
        for (const field of ['createdAt', 'expireAt'])
          value[field] = `${value[field]}`.replace(/(\.\d+)?Z$/, '.123+08:00')
        value.fullName = `${value.lastName} ${value.firstName}`
      }),
    },
    {
      what: 'a student without a record has null there',
      observed: { 'attendance/student-without-record': '14 students, 1 with attendanceEntry null' },
      answer: student(value => {
        value.attendanceEntry ??= null
      }),
    },
    {
      what: 'notes and approvals are left out',
      observed: { 'attendance/optional-fields': /note is left out in 13 of 13/ },
      answer: record(value => {
        for (const field of ['note', 'approvedBy', 'approvedAt']) delete value[field]
      }),
    },
  ],
  [
    {
      what: 'lastSyncTime itself is included',
      observed: { 'news/since-itself': /^from that second on/ },
      ask: secondBefore,
    },
  ],
  [
    {
      what: 'lists come the other way round, with other fields besides',

      answer: async (passing, asked) => {
        await messages(all => all.toReversed().map(one => ({ msgId: 7, ...one })))(passing, asked)
        await news(
          content => void Object.assign(content, { newsList: content.newsList.toReversed(), total: 1 }),
        )(passing, asked)
      },
    },
  ],
  [
    {
      what: 'fields that the interface does not have are null',

      answer: async (passing, asked) => {
        const audience = { campus: null }
        await message(value => void Object.assign(value, { audience }))(passing, asked)
        await entry(value => void Object.assign(value, { audience }))(passing, asked)
        await attachment(value => void Object.assign(value, { audience: null }))(passing, asked)
        await student(value => void Object.assign(value, { audience }))(passing, asked)
        await record(value => void Object.assign(value, { audience: null }))(passing, asked)
        await user(value => void Object.assign(value, { audience }))(passing, asked)
      },
    },
  ],
  [
    {
      what: 'the two languages are two lists',

      answer: async (passing, asked) => {
        if (asked.url.searchParams.get('lang') === 'zh-HK')
          await messages(all => all.slice(1))(passing, asked)
      },
    },
  ],
  [
    {
      what: 'JSON is called text, dated by nobody, and open to no other page',
      observed: {
        'news/date': 'no usable Date header',
      },
      answer: passing => {
        passing.headers = { 'content-type': 'text/plain', date: 'today' }
      },
    },
  ],
  [
    {
      what: 'a student without a record has an empty one',
      observed: { 'attendance/student-without-record': '14 students, 1 with an empty attendanceEntry' },
      answer: student(value => {
        value.attendanceEntry ??= {}
      }),
    },
    {
      what: 'refused calls get HTTP 200 with an envelope, and an unknown group an empty list',
      observed: {
        'attendance/of-group': 'a group that does not exist: HTTP 200, 0 students',
      },
      answer: passing => {
        if (passing.status === 404) Object.assign(passing, { status: 200, body: '[]' })
        if (passing.status === 401)
          Object.assign(passing, { status: 200, body: '{"code":"D20000","content":null}' })
      },
    },
  ],
  [
    {
      what: 'approvals that are still to come are null',
      observed: {
        'attendance/optional-fields': 'approvedBy is null in 9 of 13, approvedAt is null in 9 of 13',
      },
      answer: record(value => {
        value.approvedBy ??= null
        value.approvedAt ??= null
      }),
    },
    {
      what: 'refused calls for a list are redirected to a sign-in page',

      answer: (passing, { url }) => {
        if (passing.status === 401 && /attendance-lists/.test(url.pathname))
          Object.assign(passing, { status: 302, headers: { location: '/sign-in' }, body: '' })
      },
    },
  ],
]

// Promise: integrate/foreign
it.each(SERVICES.map(service => ({ service, what: service.map(({ what }) => what).join('; ') })))(
  '$what',
  async ({ service }) => {
    proxy.spoiling = {
      ask: (url, headers) => {
        for (const { ask } of service) ask?.(url, headers)
      },
      async answer(passing, asked) {
        for (const { answer } of service) await answer?.(passing, asked)
      },
    }
    const observed = Object.assign({}, ...service.map(({ observed }) => observed ?? {}))
    const { cases } = await runConformance({ ...allOf(addresses, proxy.base), media: false })
    expect(cases.filter(({ result }) => result === 'failed')).toEqual([])
    for (const [id, seen] of Object.entries<string | RegExp>(observed)) {
      const detail = cases.find(one => one.id === id)?.detail
      if (typeof seen === 'string') expect(detail, id).toBe(seen)
      else expect(detail, id).toMatch(seen)
    }
  },
)
