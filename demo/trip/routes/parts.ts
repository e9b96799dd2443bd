/** Helpers for all routes. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyVisits } from '../../../extension/fastify.ts'
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
  visits: FastifyVisits<string>
  records: Records
  time: SchoolTime
  marks: FormMarks
}

export type Page = Omit<Frame, 'lang' | 'name'>

/** A page for one visitor; not cached. */
export function show(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const { lang, visit } = visitorOf(request)
  const whole = frame({ path: request.url, ...page, lang, name: visit && nameOf(visit) })
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-language', lang)
    .type('text/html; charset=utf-8')
    .send(whole.toString())
}

/** The user's names, as they appear below a signature. */
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

/** Shows the text of a form again, so that it can be copied. */
export const showMissing = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  showNotice(request, reply.code(404), {
    title: 'missingTitle',
    text: 'missingText',
    more: wordsOf(request),
  })

/** Text of a form, for the page that replaces it. */
export function wordsOf(request: FastifyRequest): Part {
  const note = noteIn(request)
  return note && ownWords(visitorOf(request).lang, note)
}

/** The note of a submitted form, with LF line ends; forms send CRLF. */
export function noteIn({ body }: FastifyRequest): string {
  const note = body instanceof URLSearchParams ? body.get('note') : null
  return (note ?? '').replaceAll('\r\n', '\n').trim()
}
