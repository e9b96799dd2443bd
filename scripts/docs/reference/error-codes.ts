/** Every code of an error that a log, an answer or a library shows, from the tables beside the code. */
import { EXTENSION_CODE_MEANINGS } from '../../../extension/error-meanings.ts'
import { FAULT_STATUS } from '../../../extension/errors.ts'
import { CLIENT_CODE_MEANINGS } from '../../../shared/client/error-meanings.ts'
import type { CodeMeaning } from '../../../shared/code-meaning.ts'
import { RETURN_CODE_MEANINGS } from '../../../shared/contract/return-code-meanings.ts'
import {
  AGENT_MEANINGS,
  COMMAND_MEANINGS,
  FOLLOWER_MEANINGS,
  HTTP_MEANINGS,
  MEDIA_MEANINGS,
  PUBLISH_MEANINGS,
  STORE_MEANINGS,
} from '../../../sync-agent/error-meanings.ts'
import { code, page, prose, table } from './markdown.ts'

type Meanings = Readonly<Record<string, CodeMeaning>>

export async function errorCodesPage(): Promise<string> {
  return page(
    '# Error codes',
    HEAD,
    '## Return codes of the service',
    'In the field `code` of each answer of the content API. The agent logs them as they come.',
    codes(RETURN_CODE_MEANINGS),
    '## Calls of the service',
    'Of the client, the agent and the mirror. The agent keeps what it has, and asks again.',
    codes(CLIENT_CODE_MEANINGS),
    '## Store of the agent',
    'In the log, `sync status` and the messages of commands.',
    codes(STORE_MEANINGS),
    '## Agent',
    codes(AGENT_MEANINGS),
    '## Answers of the agent',
    'In the field `code` of problem details, or in the error of a library.',
    codes(HTTP_MEANINGS),
    '## Commands about the store',
    codes(COMMAND_MEANINGS),
    '## Mirror of attachments and pictures, webhooks and alerts',
    'Why a file is not mirrored, or an address is not called. `sync media list` shows the files.',
    codes(MEDIA_MEANINGS),
    '## Published folder',
    codes(PUBLISH_MEANINGS),
    '## Followers, webhooks and destinations',
    codes(FOLLOWER_MEANINGS),
    '## Extension kit',
    'A visitor gets a page, a script problem details with the `code`. The developer finds it in the log.',
    refusals(EXTENSION_CODE_MEANINGS),
  )
}

const HEAD = `For operators and developers: each stable code, when it comes and what to do. Codes are for programs; the message beside one names the
file, the address or the field.`

const rows = (meanings: Meanings) =>
  Object.entries(meanings).map(([name, texts]) => [code(name), ...texts.map(prose)])

const codes = (meanings: Meanings) => table(['Code', 'When', 'What to do'], rows(meanings))

function refusals(meanings: Meanings): string {
  const statusOf = new Map<string, number>(Object.entries(FAULT_STATUS))
  return table(
    ['Code', 'Status', 'When', 'What to do'],
    Object.entries(meanings).map(([name, texts]) => [
      code(name),
      `${statusOf.get(name) ?? ''}`,
      ...texts.map(prose),
    ]),
  )
}
