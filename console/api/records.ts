/** What the slices about the school's records have in common: identifiers in addresses, answers, undo. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { NEUTRAL_AVATAR_PATH } from '../../service/media/links.ts'
import type { Operation } from '../../service/openapi.ts'
import type { UndoShelf } from '../../service/records/undo.ts'
import { checkOf } from '../../shared/client/check.ts'
import { sendProblem } from '../../shared/server/problem.ts'
import { bodyOf } from '../body.ts'
import { Restore } from './office-operations.ts'

/** A whole number of an address; undefined when it is none. */
export function readNumber(text: string | undefined): number | undefined {
  const number = Number(text)
  return text !== undefined && /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(number) ? number : undefined
}

export function sendNotFound(reply: FastifyReply, what: string): FastifyReply {
  return sendProblem(reply, { status: 404, title: 'Not Found', detail: `There is no such ${what}` })
}

export function sendConflict(reply: FastifyReply, detail: string): FastifyReply {
  return sendProblem(reply, { status: 409, title: 'Conflict', detail })
}

/** The picture of a person, as the console's own pages show it. */
export function pictureOf(avatarPath: string | null): string {
  return avatarPath === null
    ? NEUTRAL_AVATAR_PATH
    : `/media/${avatarPath.split('/').map(encodeURIComponent).join('/')}`
}

/** A record with the address of its picture in place of where that lies. */
export function withPicture<Record extends { avatarPath: string | null }>({ avatarPath, ...record }: Record) {
  return { ...record, imageUrl: pictureOf(avatarPath) }
}

const restoreCheck = checkOf(Restore)

/** `POST /…/restore` with what a change answered as `undo` takes that change back. */
export function restoreRoute(
  server: FastifyInstance,
  path: string,
  parts: { undo: UndoShelf; topic: string; openapi: Operation },
): void {
  const { undo, topic, openapi } = parts
  server.post(`${path}/restore`, { config: { openapi } }, (request, reply) => {
    const answer = undo.undo(topic, bodyOf(restoreCheck, request).undo)
    if (answer === 'unknown') return sendNotFound(reply, 'change: it has been undone already or is too old')
    if (answer === 'changed')
      return sendConflict(reply, 'Somebody has changed it since; undoing would take that away as well')
    return reply.code(204).send()
  })
}
