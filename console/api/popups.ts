/** Popup messages in the console: listed, composed, sent to the website, deleted and brought back. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  POPUP_STATES,
  type PopupPageQuestion,
  popupMessage,
  popupStamp,
  type StoredPopup,
} from '../../service/content/popups.ts'
import { popupFaults } from '../../service/records/faults.ts'
import { SeedPopup } from '../../service/seed.ts'
import { checkOf } from '../../shared/client/check.ts'
import type { PopupMessage } from '../../shared/contract/popup.ts'
import { isSiteId, LANGUAGES, type Language } from '../../shared/contract/site.ts'
import { type Problem, sendProblem } from '../../shared/server/problem.ts'
import { bodyOf } from '../body.ts'
import type { ConsoleContext } from '../context.ts'
import * as calls from './popups-operations.ts'

/** A message as it is now, and what a change of it has to name. */
export type PopupRecord = StoredPopup & { stamp: string }

const MOST_AT_ONCE = 100

const draftCheck = checkOf(SeedPopup)
const changeCheck = checkOf(calls.PopupChange)
const switchCheck = checkOf(calls.PopupSwitch)

export async function popupsApi(server: FastifyInstance, context: ConsoleContext): Promise<void> {
  const { links, changes } = context
  const { popups, media, people } = context.repositories
  const names = { hasMedium: media.has, hasUser: people.hasUser }
  const faults = (draft: SeedPopup) => popupFaults(draft, names)
  const found = (popupId: number): PopupRecord | undefined => {
    const popup = popups.get(popupId)
    return popup && recordOf(popup)
  }
  /** What is there after a change that every open console hears of. */
  const sendChanged = (reply: FastifyReply, popupId: number) => {
    changes.changed('popups')
    return reply.send(found(popupId))
  }

  server.get('/popups', { config: { openapi: calls.LIST } }, (request, reply) => {
    const question = readQuestion(request.query as Record<string, unknown>)
    if (typeof question === 'string')
      return sendProblem(reply, { status: 400, title: 'Bad Request', detail: question })
    const page = popups.page({ ...question, limit: question.limit + 1 })
    const shown = page.slice(0, question.limit)
    const last = shown.at(-1)
    return reply.send({
      popups: shown.map(recordOf),
      counts: popups.count(),
      ...(last && page.length > shown.length && { next: `${last.displayDate}-${last.popupId}` }),
    })
  })

  server.get('/popups/:popupId', { config: { openapi: calls.READ } }, (request, reply) => {
    const popup = found(idOf(request))
    return popup ? reply.send(popup) : noSuchMessage(reply)
  })

  server.post('/popups', { config: { openapi: calls.CREATE } }, (request, reply) => {
    const popupId = popups.put(withoutId(bodyOf(draftCheck, request, faults)))
    return sendChanged(reply.code(201).header('location', `/console/api/popups/${popupId}`), popupId)
  })

  server.put('/popups/:popupId', { config: { openapi: calls.CHANGE } }, (request, reply) => {
    const popupId = idOf(request)
    const { stamp, ...draft } = bodyOf(changeCheck, request, faults)
    const current = found(popupId)
    if (!current) return noSuchMessage(reply)
    if (popups.change({ ...withoutId(draft), popupId }, stamp)) return sendChanged(reply, popupId)
    const conflict: Problem & { current: PopupRecord | undefined } = {
      status: 409,
      title: 'Conflict',
      detail: 'The message was changed after it was read; `current` is how it is now',
      current: found(popupId),
    }
    return sendProblem(reply, conflict)
  })

  server.put('/popups/:popupId/website', { config: { openapi: calls.SWITCH } }, (request, reply) => {
    const popupId = idOf(request)
    const { onWebsite } = bodyOf(switchCheck, request)
    const done = onWebsite ? popups.send(popupId) : popups.withdraw(popupId)
    return done ? sendChanged(reply, popupId) : noSuchMessage(reply)
  })

  server.delete('/popups/:popupId', { config: { openapi: calls.DELETE } }, (request, reply) => {
    if (!popups.remove(idOf(request))) return noSuchMessage(reply)
    changes.changed('popups')
    return reply.code(204).send()
  })

  server.post('/popups/:popupId/restore', { config: { openapi: calls.RESTORE } }, (request, reply) => {
    const popupId = idOf(request)
    return popups.restore(popupId) ? sendChanged(reply, popupId) : noSuchMessage(reply)
  })

  // What a website would be given, in each language: nothing is stored.
  server.post('/popups/preview', { config: { openapi: calls.PREVIEW } }, (request, reply) => {
    const draft = bodyOf(draftCheck, request)
    const answer = (lang: Language): PopupMessage => popupMessage(draft, lang, links.inHtml)
    return reply.send(Object.fromEntries(LANGUAGES.map(lang => [lang, answer(lang)])))
  })
}

export const recordOf = (popup: StoredPopup): PopupRecord => ({ ...popup, stamp: popupStamp(popup) })

/** The service gives a new message its number, and a change is of the message that the address names. */
function withoutId(draft: SeedPopup): SeedPopup {
  const { popupId: _, ...others } = draft as SeedPopup & { popupId?: number }
  return others
}

const idOf = (request: FastifyRequest) => Number((request.params as { popupId: string }).popupId)

/** @returns what is wrong with it, where it is a text */
function readQuestion(query: Record<string, unknown>): PopupPageQuestion | string {
  const { site, state, after, limit = '50' } = query
  if (site !== undefined && !isSiteId(site)) return 'site must be academy or pre-school'
  const known = POPUP_STATES.find(each => each === state)
  if (state !== undefined && !known) return `state must be one of ${POPUP_STATES.join(', ')}`
  if (!(Number(limit) >= 1 && Number(limit) <= MOST_AT_ONCE)) return `limit must be 1 to ${MOST_AT_ONCE}`
  const question = { site, state: known, limit: Math.floor(Number(limit)) }
  if (after === undefined) return question
  const place = /^(\d{14})-(\d{1,15})$/.exec(String(after))
  if (!place) return 'after must be the `next` of a list'
  return { ...question, after: { displayDate: place[1] ?? '', popupId: Number(place[2]) } }
}

const noSuchMessage = (reply: FastifyReply) =>
  sendProblem(reply, {
    status: 404,
    title: 'Not Found',
    detail: 'There is no popup message by this number',
  })
