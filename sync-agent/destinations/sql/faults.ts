/** What a database says, as one sentence with the remedy. */
import { codeOf } from '../../../shared/error-code.ts'
import { DestinationError } from '../error.ts'

/** @param name as in {@link SqlAddress} */
export function faultOf(name: string, error: unknown): Error {
  if (error instanceof DestinationError || NOT_OF_IT.includes(codeOf(error))) return error as Error
  const said = Object(error).message || codeOf(error)
  const what = faultIn(error)
  return new DestinationError(
    'DESTINATION_UNREACHABLE',
    what ? `the ${name} ${what} (${said})` : `the ${name} says: ${said}`,
    { cause: error },
  )
}

/** Of the agent itself. */
const NOT_OF_IT: readonly string[] = ['LEASE_LOST', 'FOLLOWER_OVER']

/**
 * Whether the table does not take this row alone: by a column, a rule or a trigger of its own. What a database says of itself, of
 * the connection or of the whole table is in the list.
 */
export const isOfRow = (error: unknown): boolean =>
  !(error instanceof DestinationError) && FROM_SERVER.test(serverCode(error)) && faultIn(error) === undefined

/** A SQLSTATE, a name of MySQL or its number, a result of SQLite. */
const FROM_SERVER = /^([0-9A-Z]{5}|ER_\w+|\d{4}|SQLITE_\w+)$/

/** MySQL's driver does not know the names of all of MariaDB's numbers. */
const serverCode = (error: unknown): string => codeOf(error) || `${Object(error).errno ?? ''}`

function faultIn(error: unknown): string | undefined {
  const said = `${serverCode(error)} ${Object(error).message}`
  return FAULTS.find(([words]) => words.test(said))?.[1]
}

const FAULTS: readonly (readonly [said: RegExp, what: string])[] = [
  [
    /^(28\w{3} |ER_ACCESS_DENIED|ER_DBACCESS|ER_MUST_CHANGE)| Access denied/,
    'refuses this user or its password; correct the address or the file of --password-file',
  ],
  [/^(3D000|ER_BAD_DB)/, 'does not exist; correct the address, or make it'],
  [
    /^(42501|ER_TABLEACCESS|ER_COLUMNACCESS|SQLITE_READONLY|25006|ER_OPTION_PREVENTS|ER_READ_ONLY)/,
    'does not let this user write the table; grant SELECT, INSERT, UPDATE and DELETE on it',
  ],
  [/^(53100|ER_DISK_FULL|ER_RECORD_FILE_FULL|SQLITE_FULL)/, 'has no room: its disk is full; make room'],
  [
    /^(SQLITE_BUSY|SQLITE_LOCKED|55P03|ER_LOCK|40001|40P01|57014)/,
    'is held by another program; it is tried again when that has ended',
  ],
  [/^(SQLITE_CORRUPT|SQLITE_NOTADB|XX00\d)/, 'is damaged, or no database'],
  [/ establishing an SSL connection/, 'does not answer as PostgreSQL does; check host and port'],
  [
    /^HANDSHAKE_NO_SSL| does not support SSL/,
    'has no TLS, which another machine must have; turn it on there',
  ],
  [
    /^\S*(CERT|ALTNAME|UNABLE_TO|HANDSHAKE)/,
    'has a certificate that is not trusted; name the file of its authority (sslrootcert, ssl-ca)',
  ],
  [
    /^(E(CONN|HOST|NET|TIMEDOUT|PIPE|NOTFOUND|AI_AGAIN)|08\w{3} |57P\d\d|PROTOCOL|53300|ER_CON_COUNT|ER_SERVER_SHUTDOWN| .*(terminated|timeout|closed))/,
    'does not answer',
  ],
  [
    /^(42\w{3} |ER_NO_SUCH_TABLE|ER_BAD_FIELD|ER_PARSE|ER_UNKNOWN_TABLE|SQLITE_ERROR)/,
    'does not take the table as it is now; see docs/operate/sql-tables.md for its columns',
  ],
]
