/** The address of a database, `postgres://user@host:5432/database?schema=name`, with libpq's names of parameters. */
import type { ClientConfig } from 'pg'
import { StoreError } from '../../../shared/sqlite/open.ts'
import { passwordFrom } from './password.ts'
import { isTlsMode, TLS_MODES, type TlsMode, type TlsSettings } from './tls.ts'

export interface PostgresAddress {
  /** For messages: `database school at db.example:5432, schema schoolbell`. */
  name: string
  schema: string
  client: Pick<ClientConfig, 'host' | 'port' | 'user' | 'database' | 'password'>
  tls: TlsSettings
}

const SCHEMA = 'schoolbell'
const TLS_FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const
/** The last two are ours. */
const KNOWN = ['host', 'port', 'sslmode', ...TLS_FILES, 'schema', 'passwordfile']

/** @throws {StoreError} */
export function postgresAddress(db: string): PostgresAddress {
  const url = parsed(db)
  const { searchParams } = url
  if (url.password !== '' || searchParams.has('password')) {
    throw refusal(
      db,
      'must not hold a password, which other users of this machine could read; give it in PGPASSWORD, or name a file: --db-password-file, PGPASSFILE',
    )
  }
  const unknown = [...searchParams.keys()].find(name => !KNOWN.includes(name))
  if (unknown !== undefined) throw refusal(db, `has the parameter ${unknown}; known are ${KNOWN.join(', ')}`)
  const host = searchParams.get('host') ?? decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1')
  const port = Number(searchParams.get('port') ?? url.port)
  const database = decodeURIComponent(url.pathname.slice(1))
  const schema = searchParams.get('schema') ?? SCHEMA
  const passwordFile = searchParams.get('passwordfile')
  if (database === '') throw refusal(db, 'names no database')
  if (schema === '') throw refusal(db, 'names no schema')
  return {
    name: `database ${database} at ${host || 'this machine'}${port ? `:${port}` : ''}, schema ${schema}`,
    schema,
    client: {
      database,
      ...(host !== '' && { host }),
      ...(port > 0 && { port }),
      ...(url.username !== '' && { user: decodeURIComponent(url.username) }),
      ...(passwordFile !== null && { password: passwordFrom(passwordFile) }),
    },
    tls: {
      mode: host.startsWith('/') ? 'disable' : tlsMode(db, searchParams),
      ...Object.fromEntries(TLS_FILES.map(name => [name, fromEnvironment(searchParams, name)])),
    },
  }
}

function tlsMode(db: string, given: URLSearchParams): TlsMode {
  const mode = fromEnvironment(given, 'sslmode') ?? 'prefer'
  if (isTlsMode(mode)) return mode
  throw refusal(db, `has the sslmode ${mode}; known are ${TLS_MODES.join(', ')}`)
}

/** As libpq does; the names, the user and the password that it reads there are read by pg. */
const fromEnvironment = (given: URLSearchParams, name: string) =>
  given.get(name) ?? process.env[`PG${name.toUpperCase()}`]

function parsed(db: string): URL {
  const url = URL.parse(db)
  if (url) return url
  throw refusal(db, 'is no address of a database, as in postgres://user@db.example:5432/school')
}

/** Without what may be secret. */
function refusal(db: string, reason: string): StoreError {
  const shown = db.replace(/(:\/\/[^:@/]*):[^@]*@/, '$1:…@').replace(/\?.*/s, '')
  return new StoreError('STORE_UNUSABLE', `${shown} ${reason}`)
}
