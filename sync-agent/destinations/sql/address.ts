/**
 * The address of a database with a table for news: `postgres://user@host/database`, `mysql://user@host/database` (MariaDB as
 * well) or `sqlite:/folder/school.db`. It never holds a password: that is in a file, or where libpq looks for it.
 */
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { DestinationError } from '../error.ts'

export type SqlEngine = 'postgres' | 'mysql' | 'sqlite'

const ENGINES: Record<string, SqlEngine> = {
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
  'mysql:': 'mysql',
  'mariadb:': 'mysql',
  'sqlite:': 'sqlite',
}

/** PostgreSQL's are checked where they are used. */
const MYSQL_PARAMETERS = ['socket', 'ssl-ca']

export interface SqlAddress {
  engine: SqlEngine
  url: URL
  /** For messages: `database school at db.example`. */
  name: string
  /** The same for each spelling of the address. */
  place: string
}

/** @throws {DestinationError} */
export function sqlAddress(text: string): SqlAddress {
  const url = URL.parse(text)
  const engine = url && ENGINES[url.protocol]
  if (!engine)
    throw refusal(
      'is none that is known: postgres://user@db.example/school, mysql://user@db.example/school or sqlite:/srv/school.db',
    )
  return engine === 'sqlite' ? fileAddress(text) : serverAddress(engine, url)
}

function serverAddress(engine: SqlEngine, url: URL): SqlAddress {
  // A slash or question mark in a password ends the part of an address that may hold one.
  if (url.password || /passw/i.test(url.search) || /@/.test(url.pathname + url.search + url.hash))
    throw refusal(
      'must not hold a password, which other users of this machine could read; name its file with --password-file. An @ that belongs to the user’s name is %40',
    )
  const database = decoded(url.pathname).slice(1)
  decoded(url.username)
  if (!database || database.includes('/'))
    throw refusal('names no database, as in mysql://user@db.example/school')
  const unknown = [...url.searchParams.keys()].find(name => !MYSQL_PARAMETERS.includes(name))
  if (engine === 'mysql' && unknown !== undefined)
    throw refusal(`has the parameter ${unknown}; known are ${MYSQL_PARAMETERS.join(' and ')}`)
  const host = (url.searchParams.get('socket') ?? url.host).toLowerCase()
  return {
    ...{ engine, url },
    name: `database ${database} at ${url.host || 'this machine'}`,
    place: `${engine} ${host} ${database}`,
  }
}

/** The agent may work in another folder. */
function fileAddress(text: string): SqlAddress {
  const given = decoded(text.slice('sqlite:'.length)).replace(/^\/\/(?=\/)/, '')
  if (given === '' || given.startsWith('//'))
    throw refusal('must be the path of a file, as in sqlite:/srv/school.db')
  const file = resolve(given)
  return {
    engine: 'sqlite',
    url: new URL(`sqlite:${encodeURI(file).replaceAll('?', '%3F').replaceAll('#', '%23')}`),
    name: `file ${file}`,
    place: `sqlite ${realPath(file)}`,
  }
}

/** Of an address `sqlite:…`. */
export const fileOf = ({ pathname }: URL): string => decodeURIComponent(pathname)

export function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return resolve(file)
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw refusal('has a % that is no escape; write %25 for it')
  }
}

/** The address is not shown: a password can be in any part of it. */
const refusal = (reason: string) =>
  new DestinationError('DESTINATION_OPTION_INVALID', `the table’s address ${reason}`)
