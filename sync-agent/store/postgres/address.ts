/** The address of a database, `postgres://user@host:5432/database?schema=name`, with libpq's names and meanings of parameters. */
import type { ClientConfig } from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'
import { pathFault } from '../../../shared/files/path-fault.ts'
import { StoreError } from '../../../shared/sqlite/open.ts'
import { passwordFrom } from './password.ts'

export interface PostgresAddress {
  /** For messages: `database school (schema schoolbell) at db.example:5432`. */
  name: string
  schema: string
  database: string
  /** For pg: server, user, password and TLS. */
  client: ClientConfig
  /** With sslmode prefer: a server in one's own network may have no TLS, or its standby may. */
  isTlsOptional: boolean
}

const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full']
/** Read from the environment as well, as libpq does; its other variables are read by pg. */
const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey']
/** The last two are ours. */
const KNOWN = ['host', 'port', ...TLS_PARAMETERS, 'schema', 'passwordfile']

/** How messages call the address, and the option for its password. */
export interface AddressWords {
  address: string
  passwordOption: string
}

const OF_STORE = { address: 'the store’s address', passwordOption: '--db-password-file' }

/** @throws {StoreError} it is no such address, or a file that it names cannot be used */
export function postgresAddress(db: string, words: AddressWords = OF_STORE): PostgresAddress {
  const refusal = refusalOf(words)
  const url = URL.parse(db)
  if (!url) throw refusal('is no address of a database, as in postgres://user@db.example:5432/school')
  const { searchParams } = url
  const hasPassword = url.password !== '' || searchParams.has('password')
  // A slash or question mark in a password ends the part of an address that may hold one.
  if (hasPassword || /@/.test(url.pathname + url.search + url.hash)) throw refusal(passwordFault(words))
  const unknown = [...searchParams.keys()].find(name => !KNOWN.includes(name))
  if (unknown !== undefined) throw refusal(`has the parameter ${unknown}; known are ${KNOWN.join(', ')}`)
  for (const name of TLS_PARAMETERS) {
    searchParams.set(name, searchParams.get(name) || process.env[`PG${name.toUpperCase()}`] || '')
  }
  const mode = searchParams.get('sslmode') || 'prefer'
  if (!TLS_MODES.includes(mode)) throw refusal(`has the sslmode ${mode}; known are ${TLS_MODES.join(', ')}`)
  const isTlsOptional = mode === 'prefer' || mode === 'allow'
  searchParams.set('sslmode', isTlsOptional ? 'prefer' : mode)
  const { host, port, database, ...client } = parsed(url.href, refusal)
  const schema = searchParams.get('schema') ?? 'schoolbell'
  if (!database) throw refusal('names no database')
  if (schema === '') throw refusal('names no schema')
  if (port !== undefined && !(port > 0 && port < 65_536))
    throw refusal(`has the port ${port}; it is a number up to 65535`)
  const name = `database ${database} (schema ${schema}) at ${host || 'this machine'}${port ? `:${port}` : ''}`
  const password = passwordFrom(name, searchParams.get('passwordfile') ?? undefined, words.passwordOption)
  // libpq has no TLS on a Unix socket.
  const ssl = host?.startsWith('/') ? false : client.ssl
  return { name, schema, database, client: { ...client, host, port, database, password, ssl }, isTlsOptional }
}

function parsed(address: string, refusal: (reason: string) => StoreError): ClientConfig {
  try {
    return toClientConfig(parse(address, { useLibpqCompat: true }))
  } catch (error) {
    if (error instanceof Error && 'path' in error) {
      throw new StoreError(
        'STORE_UNUSABLE',
        `${error.path}, for the database’s TLS, cannot be used: ${pathFault(error)}`,
      )
    }
    throw refusal(`cannot be used: ${Object(error).message}`)
  }
}

const passwordFault = ({ passwordOption }: AddressWords) =>
  `must not hold a password, which other users of this machine could read; give it in PGPASSWORD, or name a file: ${passwordOption}, PGPASSFILE. An @ that belongs to the user’s name is %40`

/** The address is not shown: a password that is not percent-encoded can be in any part of it. */
const refusalOf =
  ({ address }: AddressWords) =>
  (reason: string) =>
    new StoreError('STORE_ADDRESS', `${address} ${reason}`)
