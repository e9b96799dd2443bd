/** Popup messages: shown when a school's landing page opens (interface, Popup message). */
import Type, { type Static } from 'typebox'
import { CONFIRMATIONS, type Confirmation } from '../shown-popup.ts'
import { WireDateTime } from './wire-time.ts'

export { CONFIRMATIONS, type Confirmation }

export const PopupMessage = Type.Object(
  {
    msgTitle: Type.String({ description: 'Title to display.' }),
    msgBody: Type.String({ description: 'Body; contains HTML, which is not to be trusted.' }),
    displayDate: WireDateTime,
    iconId: Type.Optional(
      Type.String({ description: 'Icon id; one outside the table is allowed and shows no icon.' }),
    ),
    needConfirm: Type.Optional(Type.Enum(CONFIRMATIONS, { description: 'Which button to show.' })),
  },
  { title: 'PopupMessage' },
)
export type PopupMessage = Static<typeof PopupMessage>

/** `content` of the popup call: a bare array. */
export const PopupContent = Type.Array(PopupMessage)
export type PopupContent = Static<typeof PopupContent>
