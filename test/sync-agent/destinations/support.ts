/** A store whose news is copied to tables of another database, without the rest of an agent, at any time of any day. */
import { renameSync } from 'node:fs'
import Database from 'better-sqlite3'
import pg from 'pg'
import { sqlFollowers } from '../../../sync-agent/destinations/sql/follower.ts'
import { openSqlAdmin, type SqlAdmin, type SqlSettings } from '../../../sync-agent/index.ts'
import type { Scratch } from '../../support/scratch.ts'
import { execute, newDatabase, onPostgres } from '../database.ts'
import { type FilledStore, fillStore, type Running } from '../log/support.ts'

/** The other database. */
export interface Site {
  address: string
  passwordFile?: string
  /** Runs a statement there. */
  site(sql: string): Promise<Record<string, unknown>[]>
  /** Takes it away, or puts it back. */
  away(isAway: boolean): Promise<void>
}

export interface TableBox extends Omit<FilledStore, 'begin' | 'run'>, Running, Site {
  admin: SqlAdmin
  add(settings?: Partial<SqlSettings>): ReturnType<SqlAdmin['add']>
}

export const SIGNAL = new AbortController().signal

/** @param siteIn default: a file, or a database in PostgreSQL in the project of this name */
export async function tableBox(
  siteIn: (files: Scratch) => Promise<Site> = onPostgres ? postgresSite : fileSite,
): Promise<TableBox> {
  await using all = new AsyncDisposableStack()
  const { begin: _, run, ...box } = all.use(await fillStore())
  const admin = all.use(await openSqlAdmin(box.db, box.clock))
  const site = await siteIn(box.files)
  const running = run(() => sqlFollowers(box.store, { zone: 'Asia/Hong_Kong' }))
  const kept = all.move()
  return {
    ...{ ...box, ...running, ...site, admin },
    add: settings =>
      admin.add(
        {
          ...{ address: site.address, table: 'school_news', keepsDeleted: false },
          ...{ passwordFile: site.passwordFile, siteIds: undefined, langs: undefined, ...settings },
        },
        SIGNAL,
      ),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function fileSite(files: Scratch): Promise<Site> {
  const path = files.path('site.db')
  new Database(path).exec('CREATE TABLE page (id INTEGER)').close()
  return {
    address: `sqlite:${path}`,
    site: sql => execute(path, sql),
    away: async isAway => renameSync(isAway ? path : `${path}.away`, isAway ? `${path}.away` : path),
  }
}

/** With no schema chosen, as a site is. */
export async function connectedTo(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

export async function postgresSite(): Promise<Site> {
  const db = await newDatabase()
  const name = new URL(db).pathname.slice(1)
  return {
    address: `${db}?sslmode=disable`,
    async site(sql) {
      await using client = await connectedTo(db)
      return (await client.query(sql)).rows
    },
    async away(isAway) {
      const [from, to] = isAway ? [name, `${name}_away`] : [`${name}_away`, name]
      const server = new URL('/postgres', db).href
      await execute(
        server,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${from}'`,
      )
      await execute(server, `ALTER DATABASE ${from} RENAME TO ${to}`)
    },
  }
}
