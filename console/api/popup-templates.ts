/** Templates of popup messages in the console: for each signal and for an event, as the school has written them. */
import Type, { type Static } from 'typebox'
import type { Tag } from '../../service/openapi.ts'
import {
  POPUPS,
  type PopupTemplate,
  PopupTemplateDraft,
  TEMPLATE_IDS,
  type TemplateId,
  templateStamp,
} from '../../service/records/popup-templates.ts'
import { json, recordRefusal, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { changedSince, Undoable } from './schemas.ts'
import { undoRoute } from './undo.ts'

const stamp = Type.String({ description: 'What a change has to name.' })

export const TemplateRecord = Type.Object(
  {
    templateId: Type.Enum(TEMPLATE_IDS),
    iconIds: Type.Array(Type.String(), { description: 'One for each message that can be made of it.' }),
    ...PopupTemplateDraft.properties,
    isChanged: Type.Boolean({ description: 'Whether the school has written it.' }),
    stamp,
  },
  { title: 'PopupTemplateRecord' },
)
export type TemplateRecord = Static<typeof TemplateRecord>

const TemplateList = Type.Object({ templates: Type.Array(TemplateRecord) })
export type TemplateList = Static<typeof TemplateList>

export async function popupTemplatesApi(server: TypedServer, context: ConsoleContext): Promise<void> {
  const { popupTemplates, undo } = context.office
  const recordWith = (templateId: TemplateId) => recordOf(popupTemplates.get(templateId))

  server.get('/popup-templates', { schema: LIST }, () => ({
    templates: popupTemplates.list().map(recordOf),
  }))

  server.get('/popup-templates/:templateId', { schema: READ }, ({ params }) => recordWith(params.templateId))

  server.put('/popup-templates/:templateId', { schema: CHANGE }, ({ params: { templateId }, body }) => {
    const { stamp, ...draft } = body
    if (popupTemplates.change(templateId, draft, stamp).result) return recordWith(templateId)
    throw new HttpProblem(409, 'The template was changed after it was read; `current` is how it is now', {
      current: recordWith(templateId),
    })
  })

  server.delete('/popup-templates/:templateId', { schema: RESET }, ({ params }) => ({
    undo: popupTemplates.reset(params.templateId).undo,
  }))

  undoRoute(server, '/popup-templates', { undo, topic: POPUPS, tag: TAG, operationId: 'undoPopupTemplates' })
}

const recordOf = (template: PopupTemplate): TemplateRecord => ({
  ...template,
  stamp: templateStamp(template),
})

const TAG: Tag = 'Console: popup messages'
const tags = [TAG]
const params = Type.Object({ templateId: Type.Enum(TEMPLATE_IDS) })
const NO_SUCH_TEMPLATE = refusal('There is no such template')

const LIST = {
  tags,
  operationId: 'listPopupTemplates',
  summary: 'Templates of popup messages',
  response: { 200: json('All of them', TemplateList) },
}
const READ = {
  tags,
  operationId: 'getPopupTemplate',
  summary: 'One template',
  params,
  response: { 200: json('The template', TemplateRecord), 404: NO_SUCH_TEMPLATE },
}
const CHANGE = {
  tags,
  operationId: 'updatePopupTemplate',
  summary: 'Write a template',
  description: 'With the `stamp` that it was read with.',
  params,
  body: Type.Object({ ...PopupTemplateDraft.properties, stamp }),
  response: {
    200: json('The template', TemplateRecord),
    404: NO_SUCH_TEMPLATE,
    409: changedSince(TemplateRecord),
    422: recordRefusal(),
  },
}
const RESET = {
  tags,
  operationId: 'resetPopupTemplate',
  summary: 'Go back to the words that a template began with',
  params,
  response: { 200: json('It has them', Undoable), 404: NO_SUCH_TEMPLATE },
}
