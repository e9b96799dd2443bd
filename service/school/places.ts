/** Units and years: each has an identifier of the school's own and a name. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Fault } from '../records/faults.ts'
import { nextId } from '../records/next-id.ts'
import { refuse } from '../records/refuse.ts'
import type { UndoHistory } from '../records/undo.ts'
import { InUseError } from './in-use.ts'
import { nameFaults, numberFaults } from './name-faults.ts'

export interface Unit {
  /** Part of the addresses of the attendance API. */
  unitId: number
  name: string
  /** How many groups it has. */
  groups: number
}

export interface Year {
  /** Part of the addresses of the attendance API. */
  yearId: number
  name: string
  groups: number
}

export function placesIn(database: SqliteDatabase, undo: UndoHistory, kind: 'unit' | 'year') {
  const key = `${kind}_id`
  const order = kind === 'unit' ? key : `${key} DESC`
  const select = database.prepare<[], Unit | Year>(`
    SELECT ${key} AS ${kind}Id, name,
      (SELECT count(*) FROM student_group WHERE student_group.${key} = ${kind}.${key}) AS groups
    FROM ${kind} ORDER BY ${order}`)
  const exists = database.prepare<[number], number>(`SELECT 1 FROM ${kind} WHERE ${key} = ?`).pluck()
  const next = database.prepare<[], number>(`SELECT ${nextId(kind)}`).pluck()
  const groupsOf = database
    .prepare<[number], string>(`SELECT group_name FROM student_group WHERE ${key} = ? ORDER BY group_name`)
    .pluck()
  const insert = database.prepare(`INSERT INTO ${kind} VALUES (?, ?)`)
  const update = database.prepare(`UPDATE ${kind} SET name = ? WHERE ${key} = ?`)
  const remove = database.prepare(`DELETE FROM ${kind} WHERE ${key} = ?`)
  const has = (id: number) => exists.get(id) !== undefined

  return {
    list: () => select.all(),
    has,
    add: (given: number | undefined, name: string) =>
      undo.keep(() => {
        const id = given ?? (next.get() as number)
        refuse(addFaults(id, name))
        insert.run(id, name.trim())
        return id
      }),
    rename: (id: number, name: string) =>
      undo.keep(() => {
        refuse(nameFaults('/name', name))
        return update.run(name.trim(), id).changes === 1
      }),
    remove: (id: number) =>
      undo.keep(() => {
        const groups = groupsOf.all(id)
        if (groups.length > 0)
          throw new InUseError(`The ${kind} has ${counted(groups)}: delete or move them first`)
        return remove.run(id).changes === 1
      }),
  }

  function* addFaults(id: number, name: string): Generator<Fault> {
    if (has(id)) yield { path: `/${kind}Id`, reason: `${id} is there already` }
    yield* numberFaults(`/${kind}Id`, id)
    yield* nameFaults('/name', name)
  }
}

function counted(groups: readonly string[]): string {
  const named = groups.slice(0, 3).join(', ')
  const more = groups.length > 3 ? ` and ${groups.length - 3} more` : ''
  return groups.length === 1 ? `the group ${named}` : `the groups ${named}${more}`
}
