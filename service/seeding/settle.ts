/** Who belongs to a school and how it is ordered: units, years, people, guardians' children, groups. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Seed } from '../seed.ts'

export interface People {
  /** Fills a store that has none yet. */
  settle(people: Pick<Seed, 'units' | 'years' | 'users' | 'groups'>): void
  hasUser(userId: number): boolean
}

export function peopleIn(database: SqliteDatabase): People {
  const addUnit = database.prepare('INSERT INTO unit VALUES (?, ?)')
  const addYear = database.prepare('INSERT INTO year VALUES (?, ?)')
  const addPerson = database.prepare('INSERT INTO person VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const addChild = database.prepare('INSERT INTO guardian_child VALUES (?, ?, ?)')
  const addGroup = database.prepare(
    'INSERT INTO student_group (unit_id, year_id, group_name) VALUES (?, ?, ?)',
  )
  const addStudent = database.prepare('INSERT INTO group_student VALUES (?, ?, ?)')
  const selectPerson = database.prepare('SELECT 1 FROM person WHERE user_id = ?').pluck()
  return {
    settle({ units, years, users, groups }) {
      for (const { unitId, name } of units) addUnit.run(unitId, name)
      for (const { yearId, name } of years) addYear.run(yearId, name)
      for (const user of users) {
        const { userId, role, refNo, firstName, lastName, chineseName, email, avatar = null } = user
        addPerson.run(userId, role, refNo, firstName, lastName, chineseName, email, avatar)
      }
      // After all users, because a child may stand below its guardian in the seed.
      for (const { userId, children = [] } of users)
        for (const [position, child] of children.entries()) addChild.run(userId, position, child)
      for (const { unitId, yearId, groupName, students } of groups) {
        const groupId = addGroup.run(unitId, yearId, groupName).lastInsertRowid
        for (const [position, student] of students.entries()) addStudent.run(groupId, position, student)
      }
    },
    hasUser: userId => selectPerson.get(userId) !== undefined,
  }
}
