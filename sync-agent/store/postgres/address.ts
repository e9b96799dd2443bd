/** The address of a database, `postgres://user@host:5432/database?schema=name`, with libpq's names of parameters. */
import type { ClientConfig } from 'pg'
import { StoreError } from '../../../shared/sqlite/open.ts'
import { passwordFrom } from './password.ts'
import { isTlsMode, TLS_MODES, type TlsMode, type TlsSettings } from './tls.ts'

export interface PostgresAddress {
  /** For messages: `database school (schema schoolbell) at db.example:5432`. */
  name: string
  schema: string
  client: Pick<ClientConfig, 'host' | 'port' | 'user' | 'database'> & {
    password: ReturnType<typeof passwordFrom>
  }
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
  const password = url.password !== '' || searchParams.has('password')
  // A slash or question mark in a password ends the part of an address that may hold one.
  if (password || /@/.test(url.pathname + url.search + url.hash)) throw refusal(PASSWORD)
  const unknown = [...searchParams.keys()].find(name => !KNOWN.includes(name))
  if (unknown !== undefined) throw refusal(`has the parameter ${unknown}; known are ${KNOWN.join(', ')}`)
  const host = searchParams.get('host') ?? decoded(url.hostname).replace(/^\[(.*)\]$/, '$1')
  const port = searchParams.get('port') ?? url.port
  const database = decoded(url.pathname.slice(1))
  const schema = searchParams.get('schema') ?? SCHEMA
  const passwordFile = searchParams.get('passwordfile') ?? undefined
  if (database === '') throw refusal('names no database')
  if (schema === '') throw refusal('names no schema')
  if (port !== '' && !(/^\d+$/.test(port) && Number(port) > 0 && Number(port) < 65_536))
    throw refusal(`has the port ${port}; it is a number up to 65535`)
  const name = `database ${database} (schema ${schema}) at ${host || 'this machine'}${port ? `:${port}` : ''}`
  return {
    name,
    schema,
    client: {
      database,
      ...(host !== '' && { host }),
      ...(port !== '' && { port: Number(port) }),
      ...(url.username !== '' && { user: decoded(url.username) }),
      password: passwordFrom(name, passwordFile),
    },
    tls: {
      mode: host.startsWith('/') ? 'disable' : tlsMode(searchParams),
      ...Object.fromEntries(TLS_FILES.map(name => [name, fromEnvironment(searchParams, name)])),
    },
  }
}

function tlsMode(given: URLSearchParams): TlsMode {
  const mode = fromEnvironment(given, 'sslmode') ?? 'prefer'
  if (isTlsMode(mode)) return mode
  throw refusal(`has the sslmode ${mode}; known are ${TLS_MODES.join(', ')}`)
}

/** As libpq does, nothing counting as not set; the names, the user and the password that it reads there are read by pg. */
const fromEnvironment = (given: URLSearchParams, name: string) =>
  given.get(name) || process.env[`PG${name.toUpperCase()}`] || undefined

function parsed(db: string): URL {
  const url = URL.parse(db)
  if (url) return url
  throw refusal('is no address of a database, as in postgres://user@db.example:5432/school')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw refusal('has a % that stands for no character; a % that belongs to a name is %25')
  }
}

const PASSWORD =
  'must not hold a password, which other users of this machine could read; give it in PGPASSWORD, or name a file: --db-password-file, PGPASSFILE. An @ that belongs to a name is %40'

/** The address is not shown: a password that is not percent-encoded can be in any part of it. */
const refusal = (reason: string) => new StoreError('STORE_ADDRESS', `the store’s address ${reason}`)
