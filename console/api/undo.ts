/** `POST /undo` with what any change answered as `undo` takes that change back. */
import Type from 'typebox'
import type { Tag } from '../../service/openapi.ts'
import { noBody, recordRefusal, refusal } from '../../shared/server/openapi/responses.ts'
import { HttpProblem } from '../../shared/server/problem.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { throwAsProblem } from './state.ts'

export async function undoApi(server: TypedServer, { office }: ConsoleContext): Promise<void> {
  // Going back to a snapshot can be refused.
  server.setErrorHandler(throwAsProblem)
  server.post('/undo', { schema: UNDO }, ({ body }, reply) => {
    const answer = office.undo.undo(body.undo)
    if (answer === 'unknown') throw new HttpProblem(404, 'This change was undone already or is too old')
    if (answer === 'changed')
      throw new HttpProblem(409, 'Somebody has changed it since; undoing would take that away as well')
    reply.code(204)
    return null
  })
}

const tags: Tag[] = ['Console: undo']

const UNDO = {
  tags,
  operationId: 'undo',
  summary: 'Take a change back',
  description: 'Of the newest hundred, with what the change answered as `undo`.',
  body: Type.Object({ undo: Type.String() }, { title: 'Undo' }),
  response: {
    204: noBody('It is as it was'),
    404: refusal('The change has been taken back already, or is too old'),
    409: refusal('Somebody has changed it since, or there is no room for it now'),
    422: recordRefusal(),
  },
}
