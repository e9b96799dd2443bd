/** What the routes of all visitors work with. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormMarks } from '../form-mark.ts'
import { type Frame, frame } from '../pages/frame.ts'
import { bothNames } from '../pages/names.ts'
import { type Notice, notice } from '../pages/notice.ts'
import type { Records } from '../records/records.ts'
import type { SchoolTime } from '../records/school-time.ts'
import { type TextName, wordsIn } from '../strings.ts'
import { type TripVisit, visitorOf } from '../visitor.ts'

export interface TripParts {
  records: Records
  time: SchoolTime
  marks: FormMarks
}

export type Page = Omit<Frame, 'lang' | 'name'>

/** A page made for one visitor; nobody keeps it. */
export function show(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const { lang, visit } = visitorOf(request)
  const whole = frame({ path: request.url, ...page, lang, name: visit && nameOf(visit) })
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-language', lang)
    .type('text/html; charset=utf-8')
    .send(whole.toString())
}

/** The visitor's names as they stand under what they sign. */
export const nameOf = ({ user: { fullName, chineseName } }: TripVisit): string =>
  bothNames({ name: fullName, chineseName })

export function showNotice(
  request: FastifyRequest,
  reply: FastifyReply,
  about: Notice & { title: TextName },
): FastifyReply {
  const { lang } = visitorOf(request)
  return show(request, reply, {
    path: undefined,
    title: wordsIn(lang)(about.title),
    main: notice(lang, about),
  })
}

export const showMissing = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  showNotice(request, reply.code(404), { title: 'missingTitle', text: 'missingText' })
