/** The calls for popup messages as the OpenAPI document tells of them, and what they accept. */
import Type, { type TSchema } from 'typebox'
import { POPUP_STATES } from '../../service/content/popups.ts'
import { type Operation, recordRefusal, refusal } from '../../service/openapi.ts'
import { SeedPopup } from '../../service/seed.ts'
import { PopupMessage } from '../../shared/contract/popup.ts'
import { SiteId } from '../../shared/contract/site.ts'

const tag = 'Console: popup messages'

const json = (description: string, schema: TSchema) => ({ description, type: 'application/json', schema })

const stamp = Type.String({
  description: 'Of what the change is based on; it differs with everything else here.',
})

const PopupRecord = Type.Object(
  { ...SeedPopup.properties, popupId: Type.Integer(), deleted: Type.Boolean(), stamp },
  { title: 'PopupRecord' },
)

/** A change names the stamp of what it changes. */
export const PopupChange = Type.Object({ ...SeedPopup.properties, stamp })
export const PopupSwitch = Type.Object({ onWebsite: Type.Boolean() })

const path = Type.Object({ popupId: Type.Integer() })
const counted = Object.fromEntries(POPUP_STATES.map(state => [state, Type.Integer({ minimum: 0 })]))
const noSuchMessage = refusal('There is no such popup message')

export const LIST: Operation = {
  tag,
  summary: 'Popup messages, newest display date first',
  query: Type.Object({
    site: Type.Optional(SiteId),
    state: Type.Optional(Type.Enum(POPUP_STATES, { description: 'Absent: all that are not deleted.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
    after: Type.Optional(Type.String({ description: 'The `next` of an answer, for what follows it.' })),
  }),
  answers: {
    200: json(
      'Some of them',
      Type.Object({
        popups: Type.Array(PopupRecord),
        counts: Type.Object(counted, { description: 'Of all messages, by state.' }),
        next: Type.Optional(Type.String({ description: 'For the rest; absent: there is no more.' })),
      }),
    ),
    400: refusal('A parameter cannot be'),
  },
}

export const READ: Operation = {
  tag,
  summary: 'One popup message, deleted ones included',
  path,
  answers: { 200: json('The message', PopupRecord), 404: noSuchMessage },
}

export const CREATE: Operation = {
  tag,
  summary: 'Makes a popup message',
  description: 'With `onWebsite` it is on its websites at once.',
  body: SeedPopup,
  answers: { 201: json('The message', PopupRecord), 422: recordRefusal() },
}

export const CHANGE: Operation = {
  tag,
  summary: 'Changes a popup message',
  description: 'With the `stamp` that it was read with. A deleted message is there again afterwards.',
  path,
  body: PopupChange,
  answers: {
    200: json('The message', PopupRecord),
    404: noSuchMessage,
    409: {
      description: 'It has been changed since: `current` is how it is now, and nothing was changed',
      type: 'application/problem+json',
      schema: Type.Object({
        type: Type.String(),
        status: Type.Literal(409),
        title: Type.String(),
        detail: Type.String(),
        current: PopupRecord,
      }),
    },
    422: recordRefusal(),
  },
}

export const SWITCH: Operation = {
  tag,
  summary: '“Send popup message to website”, on or off',
  path,
  body: PopupSwitch,
  answers: { 200: json('The message', PopupRecord), 404: noSuchMessage, 422: recordRefusal() },
}

export const DELETE: Operation = {
  tag,
  summary: 'Deletes a popup message',
  path,
  answers: { 204: { description: 'It is deleted' }, 404: noSuchMessage },
}

export const RESTORE: Operation = {
  tag,
  summary: 'Brings a deleted popup message back as it was',
  path,
  answers: { 200: json('The message', PopupRecord), 404: noSuchMessage },
}

export const PREVIEW: Operation = {
  tag,
  summary: 'What a website would be given of a message that is not stored',
  body: SeedPopup,
  answers: {
    200: json('The message in each language', Type.Object({ 'en-US': PopupMessage, 'zh-HK': PopupMessage })),
    422: recordRefusal(),
  },
}
