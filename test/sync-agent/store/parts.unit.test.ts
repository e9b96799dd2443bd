/** Work in parts, statements that are built once, and stores that are not to be opened. */
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { insertion, STATEMENT_NAMES } from '../../../sync-agent/store/insert.ts'
import { openEngine, openStore } from '../../../sync-agent/store/open.ts'
import { inParts, inTurns } from '../../../sync-agent/store/parts.ts'
import { cursorOf, failureOf, instantAt } from '../../../sync-agent/store/rows.ts'
import { statementsOf } from '../../../sync-agent/store/sqlite/statements.ts'
import type { Queries, Row } from '../../../sync-agent/store/tables.ts'
import { scratch } from '../../support/scratch.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

describe('parts', () => {
  it('are a hundred items, in their order', () => {
    expect([...inParts(numbers(201))].map(part => [part[0], part.length])).toEqual([
      [0, 100],
      [100, 100],
      [200, 1],
    ])
    expect([[...inParts([])], [...inParts([1, 2, 3], 2)]]).toEqual([[], [[1, 2], [3]]])
  })

  it('let others have their turn between two of them, and end when they are told to', async () => {
    const order: string[] = []
    const others = setImmediate().then(() => order.push('others'))
    for await (const part of inTurns(numbers(150))) order.push(`part of ${part.length}`)
    await others
    expect(order).toEqual(['part of 100', 'others', 'part of 50'])

    const cancel = new AbortController()
    const seen: number[] = []
    const work = async () => {
      for await (const part of inTurns(numbers(250), cancel.signal)) {
        seen.push(part.length)
        if (seen.length === 2) cancel.abort(new Error('told to end'))
      }
    }
    await expect(work()).rejects.toThrow('told to end')
    expect(seen).toEqual([100, 100])
  })
})

describe('many rows', () => {
  const rows = (count: number, mark: string): Row<'change_mark'>[] =>
    numbers(count).map(number => ({ first_seq: number + 1_000, mark }))

  it('are inserted with a statement that is built once for each size that repeats, and has a name', async () => {
    const engine = await openEngine(':memory:')
    let built = 0
    const insert = insertion<Row<'change_mark'>>((db: Queries, part) => {
      built += 1
      return db
        .insertInto('change_mark')
        .values(part)
        .onConflict(known => known.column('first_seq').doUpdateSet(eb => ({ mark: eb.ref('excluded.mark') })))
    })
    const marks = async () =>
      (
        await engine.reading
          .selectFrom('change_mark')
          .select('mark')
          .where('first_seq', '>=', 1_000)
          .execute()
      ).map(({ mark }) => mark)
    const before = STATEMENT_NAMES.size
    await engine.write(db => insert(db, rows(100, 'first')))
    const named = [...STATEMENT_NAMES]
    expect([built, named.length]).toEqual([1, before + 1])
    await engine.write(db => insert(db, rows(250, 'first')))
    expect([built, (await marks()).length]).toEqual([2, 250])
    await engine.write(db => insert(db, rows(200, 'second')))
    expect([built, [...STATEMENT_NAMES]]).toEqual([2, named])
    await engine.write(db => insert(db, rows(50, 'third')))
    expect(built).toBe(3)
    const counts = Map.groupBy(await marks(), mark => mark)
    expect([...counts].map(([mark, all]) => [mark, all.length]).toSorted()).toEqual([
      ['first', 50],
      ['second', 150],
      ['third', 50],
    ])
    expect([...STATEMENT_NAMES.values()].every(name => /^insertion_\d+$/.test(name))).toBe(true)
    await engine.write(db => insert(db, []))
    expect(built).toBe(3)
    await engine.close()
  })

  it('and statements of a file are prepared once, unless they are very long', () => {
    const database = new Database(':memory:')
    database.exec('CREATE TABLE one (id INTEGER PRIMARY KEY)')
    const named = new Error('named')
    const statements = statementsOf(database, () => named)
    const text = 'SELECT 1 AS one'
    expect(statements.prepare(text)).toBe(statements.prepare(text))
    const long = `SELECT '${'x'.repeat(20_000)}'`
    expect(statements.prepare(long)).not.toBe(statements.prepare(long))
    expect(statements.prepare(text).all([])).toEqual([{ one: 1 }])
    expect([...statements.prepare(text).iterate([])]).toEqual([{ one: 1 }])
    expect([statements.prepare(text).reader, statements.prepare('DELETE FROM one').reader]).toEqual([
      true,
      false,
    ])
    expect(() => statements.prepare('SELECT nothing')).toThrow(named)
    expect(() => statements.prepare('SELECT ?').all([])).toThrow(named)
    const insert = statements.prepare('INSERT INTO one VALUES (1)')
    expect(insert.run([])).toMatchObject({ changes: 1 })
    expect(() => insert.run([])).toThrow(named)
    statements.close()
    expect(database.open).toBe(false)
  })
})

describe('a store', () => {
  it.each([
    [
      `unfinished_copy = '{}'`,
      'STORE_UNUSABLE',
      'holds an unfinished copy of another store; finish it: run migrate again',
    ],
    [
      `moved_to = '/srv/new.db'`,
      'STORE_MOVED',
      'this store was moved to /srv/new.db: start the agent with that one',
    ],
  ])('with %s is not opened', async (set, code, message) => {
    using files = scratch()
    const path = files.path('news.db')
    await (await openStore(path)).close()
    const other = new Database(path)
    other.exec(`UPDATE store SET ${set}`)
    await expect(openStore(path)).rejects.toEqual(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    )
    // Nobody holds it open.
    other.exec('UPDATE store SET unfinished_copy = NULL, moved_to = NULL')
    other.close()
    const opened = await openStore(path)
    expect(opened.identity).toMatch(/^[0-9a-f]{16}$/)
    await opened.close()
  })

  it.each([
    'mysql://clerk@db.example/school',
    'postgres:clerk:sesame@db.example/school',
    '"postgres://clerk:sesame@db.example/school"',
  ])('is not opened under the address of something else: %s', async address => {
    const refusal = await openStore(address).catch(error => error)
    expect(refusal).toMatchObject({
      code: 'STORE_ADDRESS',
      message: expect.stringContaining('is neither a file nor an address'),
    })
    expect(refusal.message).not.toContain('same')
  })
})

describe('what a row says', () => {
  it('of an instant, a cursor and a failure is nothing where there is none', () => {
    expect([instantAt(null), instantAt(undefined), `${instantAt(0)}`]).toEqual([
      undefined,
      undefined,
      '1970-01-01T00:00:00Z',
    ])
    expect([cursorOf(undefined), failureOf(undefined)]).toEqual([undefined, undefined])
    const row = { cursor_at: 0, cursor_dated: 0, cycle_ms: null } as Row<'stream'>
    expect(cursorOf(row)).toMatchObject({ dated: false, cycleMs: 0 })
    expect(cursorOf({ ...row, cursor_dated: 1, cycle_ms: 2.5 })).toMatchObject({ dated: true, cycleMs: 2.5 })
    expect(cursorOf({ ...row, cursor_at: null })).toBeUndefined()
    const failure = { failure_at: 0, failure_code: null, failure_message: null }
    expect(failureOf(failure)).toMatchObject({ code: '', message: '' })
    expect(failureOf({ failure_at: 0, failure_code: 'A', failure_message: 'b' })).toMatchObject({
      code: 'A',
      message: 'b',
    })
    expect(failureOf({ ...failure, failure_at: null })).toBeUndefined()
  })
})
