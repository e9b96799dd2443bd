/** What each code in the agent's log, status and answers means to its operator, by where it comes from. */
import type { TransportFault } from '../shared/client/errors.ts'
import type { CodeMeaning } from '../shared/code-meaning.ts'
import type { ListenError } from '../shared/server/listen.ts'
import type { StoreFault } from '../shared/sqlite/open.ts'
import type { DestinationError } from './destinations/error.ts'
import type { DropError } from './operations/drop-stream.ts'
import type { MoveError } from './operations/new-address.ts'
import type { PublishFault } from './outlets/files/errors.ts'
import type { MediaFaultCode } from './outlets/media/fault.ts'
import type { WebhookError } from './outlets/webhooks/admin.ts'
import type { CopyError } from './store/copy.ts'

type Meanings<Code extends string> = Readonly<Record<Code, CodeMeaning>>

const AS_MESSAGE_SAYS = 'correct what the message names'
const OTHER_OPTIONS = 'if it is right, allow it by an option; a start with other options tries again'

export const STORE_MEANINGS: Meanings<StoreFault> = {
  STORE_FULL: [
    'the disk is full. `sync status` and `sync doctor` do not show it, because the store cannot note it; `/freshz` and `/metrics` do',
    'free some space; nothing was lost',
  ],
  STORE_READ_ONLY: [
    'the file or its folder is read-only for the agent’s user. Meanwhile the agent serves what is stored',
    'give it write access to both, under systemd also with `ReadWritePaths=`, and restart the agent',
  ],
  STORE_CORRUPT: [
    'the store is damaged. The agent answers 503, and nginx, WordPress and followers keep what they have',
    'stop the agent and put a backup in place with `sync restore`, or move the file away and start without one: the news is copied again',
  ],
  STORE_NEWER: ['a newer version of the agent has written the store', 'use the newer version'],
  STORE_OLDER: [
    'this version no longer takes over a store as old as this',
    'start an earlier version once with this store, which brings it up to date',
  ],
  STORE_REPLACED: [
    'the store’s file, or its log beside it, was removed or replaced under the agent; or the log belongs to another file',
    'under a running agent: restart it. At its start, it ends with 2: the message names the remedies. Put a backup in place with `sync restore` only',
  ],
  STORE_MOVED: ['the store was moved to another place', 'start the agent with the `--db` in the message'],
  STORE_UNREACHABLE: ['PostgreSQL does not answer', 'start PostgreSQL. The agent reconnects by itself'],
  STORE_REFUSED: [
    'PostgreSQL does not let the agent’s user in, or has no such database',
    'the message says what to correct; a running agent goes on by itself',
  ],
  STORE_BUSY: [
    'the database answers, but not in time',
    'look for what keeps it busy; the agent asks again by itself',
  ],
  STORE_UNUSABLE: [
    'the file cannot be opened; or PostgreSQL is too old, has another encoding, or gives the role too few rights',
    'the message says what to correct',
  ],
  STORE_FOREIGN: [
    'the file or the schema belongs to another program',
    'name another `--db` or `--db-schema`',
  ],
  STORE_ADDRESS: ['`--db` names no store', AS_MESSAGE_SAYS],
}

export const AGENT_MEANINGS: Meanings<
  | ListenError['code']
  | 'LEASE_HELD'
  | 'LEASE_LOST'
  | 'OPTION_INVALID'
  | 'AGENT_CLOSED'
  | 'NODE_TOO_OLD'
  | 'PROXY_INVALID'
  | 'UNEXPECTED'
> = {
  LEASE_HELD: ['another agent writes this store', 'stop the other one first, or let it end'],
  LEASE_LOST: [
    'this agent was suspended, and another one took over',
    'nothing. A file on a network disk that two hosts share is not supported; PostgreSQL is',
  ],
  OPTION_INVALID: ['an option is wrong; nothing was opened', AS_MESSAGE_SAYS],
  PROXY_INVALID: ['a variable of the proxy cannot be used', AS_MESSAGE_SAYS],
  PORT_BUSY: ['another program listens on this port', 'stop it, or choose another `--port`'],
  PORT_REFUSED: ['the system does not let the agent listen there', AS_MESSAGE_SAYS],
  NODE_TOO_OLD: ['this Node is too old', 'install the version in the message'],
  AGENT_CLOSED: ['a library’s call after `close()`', 'make a new agent'],
  UNEXPECTED: ['an error without a code', 'see the message; report it as a fault of schoolbell'],
}

export const HTTP_MEANINGS: Meanings<
  'NOT_COPIED_YET' | 'QUERY_INVALID' | 'OTHER_HISTORY' | 'TOO_MANY_FOLLOWERS'
> = {
  NOT_COPIED_YET: [
    '503: this news was never copied completely',
    'keep the news that you have, and try again; if it stays, run `sync status`',
  ],
  QUERY_INVALID: ['400: a parameter is wrong', AS_MESSAGE_SAYS],
  OTHER_HISTORY: [
    '410: the position belongs to another history of the store',
    'delete your copy and start again with `after=0`',
  ],
  TOO_MANY_FOLLOWERS: [
    '503: too many clients follow at the moment',
    'try again later, or call `/v1/changes` without `wait`',
  ],
}

/** Without those of calls, which are the client's. */
export const MEDIA_MEANINGS: Meanings<Exclude<MediaFaultCode, TransportFault>> = {
  ADDRESS_INVALID: ['no http or https address, or one with a user name or password', 'correct the address'],
  HOST_NOT_ALLOWED: ['the host is not one of those that may be called', OTHER_OPTIONS],
  ADDRESS_PRIVATE: ['the host has a private address', OTHER_OPTIONS],
  NOT_HTTPS: ['a file whose address is not https', OTHER_OPTIONS],
  ENCODED: ['the file was sent compressed, which nobody asked for', 'have its server send it as it is'],
  TYPE_DIFFERS: ['the file is of another type than the entry says', 'have the service correct the entry'],
  SIZE_DIFFERS: ['the file is not as large as the entry says', 'have the service correct the entry'],
  FOLDER_FULL: ['the mirror’s folder has reached its size limit', 'raise `--media-total-bytes`'],
}

export const PUBLISH_MEANINGS: Meanings<PublishFault | 'PUBLISH_OPTION_INVALID'> = {
  FOLDER_UNUSABLE: ['the folder cannot be made, read or written, or its record is damaged', AS_MESSAGE_SAYS],
  FOLDER_TAKEN: [
    'the folder has files of others, or another school’s news',
    'name another folder, or empty this one',
  ],
  FOLDER_LOCKED: ['another publisher writes the folder now', 'wait, or stop the other one'],
  FOLDER_FULL: [
    'the disk of the published folder is full',
    'free some space; the next publication continues',
  ],
  NOTHING_COPIED: ['the store has no news yet', 'run `sync once`, or start the agent'],
  STYLE_UNUSABLE: ['the style sheet cannot be read', 'correct `--stylesheet`'],
  WIDGET_UNUSABLE: ['the widget’s files are missing, or of two builds', 'install the package again'],
  COMMAND_FAILED: [
    'the files are published, but the program of `--after-publish` failed',
    'see the message; it is told again with the next publication',
  ],
  PUBLISH_OPTION_INVALID: ['an option of a publication is wrong', AS_MESSAGE_SAYS],
}

export const FOLLOWER_MEANINGS: Meanings<
  | WebhookError['code']
  | DestinationError['code']
  | 'WEBHOOK_KEY'
  | 'FOLLOWER_UNKNOWN'
  | 'FOLLOWER_STOPPED'
  | 'FOLLOWER_IS_FOLDER'
  | 'FOLLOWER_FAILED'
  | 'FOLLOWER_OVER'
> = {
  WEBHOOK_UNKNOWN: ['there is no webhook of this number', 'see `sync webhooks list`'],
  WEBHOOK_OPTION_INVALID: ['an option of a webhook is wrong', AS_MESSAGE_SAYS],
  WEBHOOK_TOO_MANY: ['there are as many webhooks as can be', 'remove one'],
  WEBHOOK_KEY: [
    'the key of the webhooks’ secrets is missing or wrong',
    'restore the key, or name its file with `--webhook-key`; if it is lost, give the webhooks new secrets',
  ],
  DESTINATION_UNKNOWN: [
    'there is no destination of this number',
    'see `sync sql list` or `sync wordpress list`',
  ],
  DESTINATION_OPTION_INVALID: ['an option of a destination is wrong', AS_MESSAGE_SAYS],
  DESTINATION_TOO_MANY: ['there are as many destinations as can be', 'remove one'],
  DESTINATION_UNREACHABLE: [
    'the database or the WordPress site cannot be reached',
    'the message says what to correct',
  ],
  FOLLOWER_UNKNOWN: [
    'there is no such follower, or nothing of it is put aside under this number',
    'see `sync followers`',
  ],
  FOLLOWER_STOPPED: ['the destination is paused, or gone', 'resume it first'],
  FOLLOWER_IS_FOLDER: ['this cannot be done with the published folder', AS_MESSAGE_SAYS],
  FOLLOWER_FAILED: [
    'the target takes nothing at all',
    'the message says why; the agent tries again by itself',
  ],
  FOLLOWER_OVER: ['somebody has paused or removed the destination meanwhile', 'nothing'],
}

export const COMMAND_MEANINGS: Meanings<
  CopyError['code'] | MoveError['code'] | DropError['code'] | 'BACKUP_FAILED'
> = {
  SERVICE_DIFFERS: [
    '`sync move`: the new address has another school’s news',
    'use another `--db` for another school',
  ],
  NOTHING_COPIED: ['`sync move`: the store has no news yet', 'use a new store'],
  STREAM_UNKNOWN: ['`sync drop`: the store has no such site and language', 'see `sync status`'],
  STREAM_COPIED: [
    '`sync drop`: an agent still copies it',
    'leave it out of `--site` or `--lang`, and restart the agent',
  ],
  BACKUP_FAILED: ['`sync backup`: no file was made or changed', AS_MESSAGE_SAYS],
  SOURCE_UNFINISHED: [
    '`sync migrate`: the source is itself an unfinished copy',
    'finish it first, or name the store that it was copied from',
  ],
  SOURCE_UNUSED: ['`sync migrate`: no agent has used the source', 'name the store that is in use'],
  SOURCE_MOVED: ['`sync migrate`: the source was moved already', 'use the store in the message'],
  IDENTIFIER_TOO_LONG: [
    '`sync migrate`: an identifier is too long for PostgreSQL',
    'start the agent with the empty database; followers start again',
  ],
  TARGET_NOT_EMPTY: ['`sync migrate`: the target holds a store', 'name a new file or an empty schema'],
  SAME_STORE: [
    '`sync migrate`: the target is the source, or a complete copy of it',
    'start the agent with it, or name another `--to`',
  ],
  COPY_DIFFERS: [
    '`sync migrate`: the copy is not equal to the source',
    'stop what writes the source, and run it again',
  ],
}
