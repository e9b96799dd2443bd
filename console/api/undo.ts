/** `POST /…/restore` with what a change answered as `undo` takes that change back. */
import Type from 'typebox'
import type { Tag } from '../../service/openapi.ts'
import type { UndoHistory } from '../../service/records/undo.ts'
import { noBody, recordRefusal, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'

const Restore = Type.Object({ undo: Type.String() }, { title: 'Restore' })

export function undoRoute(
  server: TypedServer,
  path: string,
  { undo, topic, tag, operationId }: { undo: UndoHistory; topic: string; tag: Tag; operationId: string },
): void {
  const schema = {
    tags: [tag],
    operationId,
    summary: 'Take a change back',
    body: Restore,
    response: {
      204: noBody('It is as it was'),
      404: refusal('The change has been taken back already, or is too old'),
      409: refusal('Somebody has changed it since'),
      422: recordRefusal(),
    },
  }
  server.post(`${path}/restore`, { schema }, ({ body }, reply) => {
    const answer = undo.undo(topic, body.undo)
    if (answer === 'unknown') throw new HttpProblem(404, 'This change was undone already or is too old')
    if (answer === 'changed')
      throw new HttpProblem(409, 'Somebody has changed it since; undoing would take that away as well')
    reply.code(204)
    return null
  })
}
