/** Popup messages in the console: listed, composed, sent to the website, deleted and brought back. */
import Type, { type Static } from 'typebox'
import { POPUP_STATES, popupMessage, type StoredPopup } from '../../service/office/popups.ts'
import type { Tag } from '../../service/openapi.ts'
import { SeedPopup } from '../../service/seed.ts'
import { PopupMessage } from '../../shared/contract/popup.ts'
import { SITE_IDS } from '../../shared/contract/site.ts'
import { epochSecond } from '../../shared/contract/wire-time.ts'
import { json, recordRefusal, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { resource } from './resource.ts'
import { after, Count, changesIn, changesInMs, INVALID_PARAMETER, limit, Undo } from './schemas.ts'
import { refuseStale, stamp, stampOf } from './stamp.ts'

export const PopupRecord = Type.Object(
  {
    ...SeedPopup.properties,
    popupId: Type.Integer(),
    deleted: Type.Boolean(),
    state: Type.Enum(POPUP_STATES, { description: 'By the service’s clock.' }),
    stamp,
  },
  { title: 'PopupRecord' },
)
export type PopupRecord = Static<typeof PopupRecord>

const ChangedPopup = Type.Object({ ...PopupRecord.properties, undo: Undo }, { title: 'ChangedPopup' })

/** A change names the stamp of what it changes. */
const PopupChange = Type.Object({ ...SeedPopup.properties, stamp })

const PopupList = Type.Object({
  popups: Type.Array(PopupRecord),
  counts: Type.Object(
    { live: Count, planned: Count, ended: Count, hidden: Count, deleted: Count },
    { description: 'Of all messages, by state.' },
  ),
  next: Type.Optional(Type.String({ description: 'For the rest; absent: there is no more.' })),
  changesInMs,
})
export type PopupList = Static<typeof PopupList>

export async function popupsApi(server: TypedServer, context: ConsoleContext): Promise<void> {
  const { links, clock } = context
  const { undo } = context.office
  const { popups } = context.repositories

  function recordWith(popupId: number): PopupRecord {
    const popup = popups.get(popupId)
    if (!popup) throw noSuchMessage()
    return recordOf(popup)
  }

  server.get('/popups', { schema: LIST }, ({ query }) => {
    // Before the store is read: a moment that passes meanwhile is then still to come.
    const now = clock.now()
    const page = popups.page({ ...query, after: placeOf(query.after), limit: query.limit + 1 })
    const shown = page.slice(0, query.limit)
    const last = shown.at(-1)
    return {
      popups: shown.map(recordOf),
      counts: popups.count(),
      ...(last && page.length > shown.length && { next: `${last.displayDate}-${last.popupId}` }),
      ...changesIn(popups.nextMoment(epochSecond(now)), now),
    }
  })

  server.get('/popups/:popupId', { schema: READ }, ({ params }) => recordWith(params.popupId))

  server.post('/popups', { schema: CREATE }, ({ body }, reply) => {
    const popupId = popups.put(withoutId(body))
    reply.code(201).header('location', `/console/api/popups/${popupId}`)
    return recordWith(popupId)
  })

  server.put('/popups/:popupId', { schema: CHANGE }, ({ params: { popupId }, body }) => {
    const { stamp, ...draft } = body
    const { undo: id } = undo.keep(() => {
      refuseStale(stamp, recordWith(popupId))
      popups.put({ ...withoutId(draft), popupId })
    })
    return { ...recordWith(popupId), undo: id }
  })

  server.post('/popups/:popupId/website', { schema: SWITCH }, ({ params: { popupId }, body }) => {
    const { result: isDone, undo: id } = undo.keep(() =>
      body.onWebsite ? popups.send(popupId) : popups.withdraw(popupId),
    )
    if (!isDone) throw noSuchMessage()
    return { ...recordWith(popupId), undo: id }
  })

  server.delete('/popups/:popupId', { schema: DELETE }, ({ params }) => {
    const { result: isDone, undo: id } = undo.keep(() => popups.remove(params.popupId))
    if (!isDone) throw noSuchMessage()
    return { undo: id }
  })

  server.post('/popups/:popupId/restore', { schema: RESTORE }, ({ params: { popupId } }) => {
    if (!popups.restore(popupId)) throw noSuchMessage()
    return recordWith(popupId)
  })

  server.post('/popups/preview', { schema: PREVIEW }, ({ body }) => ({
    'en-US': popupMessage(body, 'en-US', links.inHtml),
    'zh-HK': popupMessage(body, 'zh-HK', links.inHtml),
  }))
}

export function recordOf(popup: StoredPopup): PopupRecord {
  // A message that begins or ends by itself has not been changed.
  const { state: _, ...changeable } = popup
  return { ...popup, stamp: stampOf(changeable) }
}

/** The service numbers a new message, and a change is of the message that the address names. */
function withoutId(draft: SeedPopup): SeedPopup {
  const { popupId: _, ...others } = draft as SeedPopup & { popupId?: number }
  return others
}

/** From the `next` of a page. */
function placeOf(next: string | undefined) {
  const [, displayDate, popupId] = /^(\d{14})-(\d{1,15})$/.exec(next ?? '') ?? []
  return displayDate === undefined ? undefined : { displayDate, popupId: Number(popupId) }
}

const noSuchMessage = () => new HttpProblem(404, 'There is no popup message by this number')

const TAG: Tag = 'Console: popup messages'
const tags = [TAG]
const params = Type.Object({ popupId: Type.Integer() })
const calls = resource(TAG, 'popup message', params)

const LIST = {
  tags,
  operationId: 'listPopupMessages',
  summary: 'Popup messages, newest display date first',
  querystring: Type.Object({
    site: Type.Optional(Type.Enum(SITE_IDS)),
    state: Type.Optional(Type.Enum(POPUP_STATES, { description: 'Absent: all that are not deleted.' })),
    limit,
    after: after(placeOf),
  }),
  response: { 200: json('Some of them', PopupList), 400: INVALID_PARAMETER },
}
const READ = calls.read(PopupRecord, { description: 'Deleted ones included.' })
const CREATE = calls.create(SeedPopup, PopupRecord, {
  description: 'With `onWebsite` it is on its websites at once, or from `startsAt` on.',
})
const CHANGE = calls.change(PopupChange, ChangedPopup, PopupRecord, {
  description: 'With the `stamp` that it was read with. A deleted message is there again afterwards.',
})
const SWITCH = {
  tags,
  operationId: 'sendToWebsite',
  summary: '“Send popup message to website”, on or off',
  params,
  body: Type.Object({ onWebsite: Type.Boolean() }),
  response: {
    200: json('The message', ChangedPopup),
    404: refusal('There is no such popup message'),
    422: recordRefusal(),
  },
}
const DELETE = calls.remove()
const RESTORE = calls.restore(PopupRecord)
const PREVIEW = {
  tags,
  operationId: 'previewPopupMessage',
  summary: 'What a website would be given of a message that is not stored',
  body: SeedPopup,
  response: {
    200: json('The message in each language', Type.Object({ 'en-US': PopupMessage, 'zh-HK': PopupMessage })),
    422: recordRefusal(),
  },
}
