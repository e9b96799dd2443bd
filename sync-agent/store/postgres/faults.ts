/** What PostgreSQL or its connection says, as one clear sentence with a remedy; any other error as it is. */
import pg from 'pg'
import { codeOf } from '../../../shared/error-code.ts'
import { StoreError, type StoreFault } from '../../../shared/sqlite/open.ts'

/** @param name the database's, as in {@link PostgresAddress} */
export function postgresFault(name: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error
  const code = codeOf(error) ?? ''
  if (/statement pooling mode/.test(error.message))
    return fault(name, 'STORE_UNUSABLE', STATEMENT_POOLER, error)
  const known = FAULTS.find(([codes]) => codes.test(code))
  if (known) return fault(name, known[1], known[2], error)
  if (error instanceof pg.DatabaseError) return error
  const what = TLS_FAULTS.find(([words]) => words.test(`${code} ${error.message}`))?.[1]
  if (what) return fault(name, 'STORE_UNREACHABLE', what, error)
  if (error.message === 'timeout exceeded when trying to connect')
    return fault(name, 'STORE_BUSY', SLOW, error)
  if (error.message === FOUND_LOST) {
    return fault(name, 'STORE_UNREACHABLE', 'has lost a connection; the agent makes another one', error)
  }
  if (SYSTEM_FAULTS.test(code) || CONNECTION_FAULTS.test(error.message)) {
    return fault(name, 'STORE_UNREACHABLE', 'cannot be reached; start it, or correct --db', error)
  }
  return error
}

/** It was there before. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  const { message } = Object(error)
  return (
    /^(08|57P|ECONNRESET$|EPIPE$)/.test(code) ||
    /^Connection terminated/.test(`${message}`) ||
    message === FOUND_LOST
  )
}

/** What pg says of a connection that ended while it was idle. */
const FOUND_LOST = 'Client has encountered a connection error and is not queryable'

/** Neither an answer nor an end: a firewall drops everything, or the machine is gone. */
export const isUnanswered = (error: unknown) => Object(error).message === 'Query read timeout'

/** A statement, or the wait for a connection, took too long. */
const SLOW = 'did not answer in time; the agent asks again'

/** PgBouncer in statement mode has no transactions. */
const STATEMENT_POOLER =
  'is behind a pooler in statement mode; set pool_mode = session for it in PgBouncer, or name the server itself in --db'

/** By SQLSTATE. */
const FAULTS: [codes: RegExp, fault: StoreFault, what: string][] = [
  [
    /^28/,
    'STORE_REFUSED',
    'refuses this user or its password; correct the name in --db, the password (--db-password-file, PGPASSWORD, PGPASSFILE) or pg_hba.conf',
  ],
  [/^3D000$/, 'STORE_REFUSED', 'does not exist; correct --db, or make it: createdb'],
  [
    /^42501$/,
    'STORE_UNUSABLE',
    'does not let this role do what the store needs; make the role the owner of the schema',
  ],
  [/^53100$/, 'STORE_FULL', 'cannot grow: its disk is full; nothing was changed, make room'],
  [/^25006$/, 'STORE_READ_ONLY', 'is read-only; nothing was changed, name the server that takes writes'],
  [/^(08|57P|53300)/, 'STORE_UNREACHABLE', 'takes no connection now; the agent asks again'],
  [
    /^42P01$/,
    'STORE_UNREACHABLE',
    'has no store any more, or none that this role may use; make the role the owner of the schema, put a backup in its place, or restart the agent, which makes a new one',
  ],
  [/^(57014|55P03|25P03)$/, 'STORE_BUSY', SLOW],
  [
    /^54000$/,
    'STORE_UNUSABLE',
    'has no room for a key of this length; shorten the identifier or address in the message',
  ],
  [/^XX00[12]$/, 'STORE_CORRUPT', 'is damaged; put a backup in its place'],
]
/** By code and message. */
const TLS_FAULTS: [words: RegExp, what: string][] = [
  [/does not support SSL/, 'has no TLS; turn it on there, or choose another sslmode'],
  [/ALTNAME/, 'has the certificate of another host; name it in --db as the certificate does'],
  [
    /CERT|UNABLE_TO/,
    'has a certificate that is not trusted; name the file of its authority with sslrootcert',
  ],
]
const SYSTEM_FAULTS = /^(E[A-Z]+|CERT_.*|.*_CERT.*|UNABLE_TO_.*|ERR_TLS.*|ERR_SSL.*)$/
const CONNECTION_FAULTS =
  /^(Connection terminated|timeout expired|There was an error establishing an SSL|Query read timeout|Client was closed)/

const fault = (name: string, code: StoreFault, what: string, cause: Error) =>
  new StoreError(code, `the ${name} ${what} (${cause.message || codeOf(cause)})`, { cause })
