/** What the routes of all visitors work with. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Part } from '../../../shared/html/template.ts'
import type { FormMarks } from '../form-mark.ts'
import { type Frame, frame } from '../pages/frame.ts'
import { bothNames } from '../pages/names.ts'
import { type Notice, notice } from '../pages/notice.ts'
import { ownWords } from '../pages/slip.ts'
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

/** What was typed in a form is shown again, so that it can be copied. */
export const showMissing = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  showNotice(request, reply.code(404), {
    title: 'missingTitle',
    text: 'missingText',
    more: wordsOf(request),
  })

/** What a form brought, for a page that takes its place. */
export function wordsOf(request: FastifyRequest): Part {
  const note = noteIn(request)
  return note && ownWords(visitorOf(request).lang, note)
}

/** The note of a form that was sent. Line ends as this machine has them; a form sends them as two characters. */
export function noteIn({ body }: FastifyRequest): string {
  const note = body instanceof URLSearchParams ? body.get('note') : null
  return (note ?? '').replaceAll('\r\n', '\n').trim()
}
