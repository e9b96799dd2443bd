/** All clear in the console: what would be taken down and posted, and the act itself. */
import Type, { type Static } from 'typebox'
import type { Tag } from '../../service/openapi.ts'
import { POPUPS } from '../../service/records/popup-templates.ts'
import { SeedPopup } from '../../service/seed.ts'
import { json, recordRefusal, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { PopupRecord, recordOf } from './popups.ts'
import { Undo } from './schemas.ts'
import { undoRoute } from './undo.ts'

const AllClear = Type.Object(
  {
    popups: Type.Array(PopupRecord, {
      description: 'Messages with a weather signal as icon that are on a website, or are planned to be.',
    }),
    message: Type.Object(
      { ...SeedPopup.properties, sites: Type.Array(Type.String()) },
      { description: 'What is posted, on the websites of those that are taken down.' },
    ),
  },
  { title: 'AllClear' },
)
export type AllClear = Static<typeof AllClear>

const AllClearDone = Type.Object({ popup: PopupRecord, undo: Undo }, { title: 'AllClearDone' })
export type AllClearDone = Static<typeof AllClearDone>

export async function allClearApi(server: TypedServer, context: ConsoleContext): Promise<void> {
  const { popups } = context.repositories
  const { allClear, undo } = context.office

  server.get('/popups/all-clear', { schema: READ }, () => {
    const severe = allClear.severe()
    return { popups: severe.map(recordOf), message: allClear.message(severe) }
  })

  server.post('/popups/all-clear', { schema: POST }, ({ body }) => {
    const { result: popupId, undo } = allClear.post(body.popupIds)
    const popup = popupId === undefined ? undefined : popups.get(popupId)
    if (!popup)
      throw new HttpProblem(409, 'One of these messages is no longer on a website; nothing was done')
    return { popup: recordOf(popup), undo }
  })

  undoRoute(server, '/popups/all-clear', { undo, topic: POPUPS, tag: TAG, operationId: 'undoAllClear' })
}

const TAG: Tag = 'Console: popup messages'
const tags = [TAG]

const READ = {
  tags,
  operationId: 'getAllClear',
  summary: 'What an all clear would take down and post',
  response: { 200: json('Both', AllClear) },
}
const POST = {
  tags,
  operationId: 'sendAllClear',
  summary: 'All clear: take messages of severe weather down and post when classes resume',
  body: Type.Object({ popupIds: Type.Array(Type.Integer(), { minItems: 1, maxItems: 1000 }) }),
  response: {
    200: json('It is done; `undo` takes all of it back', AllClearDone),
    409: refusal('One of them is not on a website any more; nothing was done'),
    422: recordRefusal(),
  },
}
