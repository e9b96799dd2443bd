/** What PostgreSQL or its connection says, as one clear sentence with a remedy; any other error as it is. */
import { codeOf } from '../../../shared/error-code.ts'
import { StoreError, type StoreFault } from '../../../shared/sqlite/open.ts'

/** @param name the database's, as in {@link PostgresAddress} */
export function postgresFault(name: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error
  const said = `${codeOf(error)} ${error.message}`
  const [, code, what] = FAULTS.find(([words]) => words.test(said)) ?? []
  if (!code) return error
  return new StoreError(code, `the ${name} ${what} (${error.message || codeOf(error)})`, { cause: error })
}

/** It was there before. */
export const isConnectionLost = (error: unknown): boolean =>
  /^(08|57P|ECONNRESET |EPIPE )|^ (Connection terminated|Client has encountered a connection error)/.test(
    `${codeOf(error)} ${Object(error).message}`,
  )

/** Neither an answer nor an end: a firewall drops everything, or the machine is gone. */
export const isUnanswered = (error: unknown) => Object(error).message === 'Query read timeout'

/** A statement, or the wait for a connection, took too long. */
const SLOW = 'did not answer in time; the agent asks again'

/** By code and message: SQLSTATE, Node's code, or none where pg itself says it. The first that fits counts. */
const FAULTS: [said: RegExp, fault: StoreFault, what: string][] = [
  [
    /statement pooling mode/,
    'STORE_UNUSABLE',
    'is behind a pooler in statement mode; set pool_mode = session for it in PgBouncer, or name the server itself in --db',
  ],
  [
    /^28/,
    'STORE_REFUSED',
    'refuses this user or its password; correct the name in --db, the password (--db-password-file, PGPASSWORD, PGPASSFILE) or pg_hba.conf',
  ],
  [/^3D000/, 'STORE_REFUSED', 'does not exist; correct --db, or make it: createdb'],
  [
    /^42501/,
    'STORE_UNUSABLE',
    'does not let this role do what the store needs; make the role the owner of the schema',
  ],
  [/^53100/, 'STORE_FULL', 'cannot grow: its disk is full; nothing was changed, make room'],
  [/^25006/, 'STORE_READ_ONLY', 'is read-only; nothing was changed, name the server that takes writes'],
  [/^(08|57P|53300)/, 'STORE_UNREACHABLE', 'takes no connection now; the agent asks again'],
  [
    /^42P01/,
    'STORE_UNREACHABLE',
    'has no store any more, or none that this role may use; make the role the owner of the schema, put a backup in its place, or restart the agent, which makes a new one',
  ],
  [/^(57014|55P03|25P03)/, 'STORE_BUSY', SLOW],
  [
    /^54000/,
    'STORE_UNUSABLE',
    'has no room for a key of this length; shorten the identifier or address in the message',
  ],
  [/^XX00[12]/, 'STORE_CORRUPT', 'is damaged; put a backup in its place'],
  [
    /^ .*does not support SSL/,
    'STORE_UNREACHABLE',
    'has no TLS; turn it on there, or choose another sslmode',
  ],
  [
    /^\S*ALTNAME/,
    'STORE_UNREACHABLE',
    'has the certificate of another host; name it in --db as the certificate does',
  ],
  [
    /^\S*(CERT|UNABLE_TO)/,
    'STORE_UNREACHABLE',
    'has a certificate that is not trusted; name the file of its authority with sslrootcert',
  ],
  [/^ timeout exceeded when trying to connect/, 'STORE_BUSY', SLOW],
  [
    /^ Client has encountered a connection error/,
    'STORE_UNREACHABLE',
    'has lost a connection; the agent makes another one',
  ],
  [
    /^(E(AI_)?[A-Z]+ |ERR_(TLS|SSL)| (Connection terminated|timeout expired|There was an error establishing an SSL|Query read timeout|Client was closed))/,
    'STORE_UNREACHABLE',
    'cannot be reached; start it, or correct --db',
  ],
]
