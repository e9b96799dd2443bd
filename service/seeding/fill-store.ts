/** Fills a new state with a seed: its files first, then everything else in one transaction. */
import { Temporal } from 'temporal-polyfill'
import { epochSecond, instantOf, parseWireDateTime } from '../../shared/contract/wire-time.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { copyMedia } from '../media/files.ts'
import type { StoredMedia } from '../media/media.ts'
import type { NewsRepository } from '../office/news.ts'
import type { Repositories } from '../office/office.ts'
import type { Seed, SeedMedia } from '../seed.ts'
import type { Store } from '../store/store.ts'
import { isSample, type ReadSeed, SeedError } from './read-seed.ts'

/** @throws {SeedError} a file that the seed names cannot be read */
export async function fillStore(
  { seed, mediaDir, file }: ReadSeed,
  { database, mediaDir: target }: Pick<Store, 'database' | 'mediaDir'>,
  repositories: Repositories,
  zone: string,
): Promise<void> {
  const copies = seed.media.map((media, index) =>
    copyOrSay(media, `/media/${index}`, { file, mediaDir, target }),
  )
  // The first error is thrown when all have ended: nothing is written then.
  await Promise.allSettled(copies)
  const stored = await Promise.all(copies)
  database.transaction(() => {
    const { school: name, appId, more } = seed
    repositories.school.found({ name, appId, moreEnabled: more.enabled, entranceUrl: more.entranceUrl })
    for (const media of stored) repositories.media.add(media)
    settle(seed, database)
    addCredentials(seed, repositories)
    for (const record of seed.attendance) repositories.attendance.put(record)
    for (const popup of seed.popups) repositories.popups.put(popup)
    addNews(seed, repositories.news, zone)
  })()
}

async function copyOrSay(
  media: SeedMedia,
  path: string,
  { file, mediaDir, target }: { file: string; mediaDir: string; target: string },
): Promise<StoredMedia> {
  try {
    return await copyMedia(media, mediaDir, target)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SeedError('SEED_INVALID', file, path, `cannot be copied: ${reason}`, { cause: error })
  }
}

/** Units, years, people and groups. */
function settle({ units, years, users, groups }: Seed, database: SqliteDatabase): void {
  const addUnit = database.prepare('INSERT INTO unit VALUES (?, ?)')
  const addYear = database.prepare('INSERT INTO year VALUES (?, ?)')
  const addPerson = database.prepare('INSERT INTO person VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const addChild = database.prepare('INSERT INTO guardian_child VALUES (?, ?, ?)')
  const addGroup = database.prepare(
    'INSERT INTO student_group (unit_id, year_id, group_name) VALUES (?, ?, ?)',
  )
  const addStudent = database.prepare('INSERT INTO group_student VALUES (?, ?, ?)')
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
}

function addCredentials(seed: Seed, repositories: Repositories): void {
  for (const { label, key } of seed.accessKeys)
    repositories.accessKeys.add({ label, key, sample: isSample(seed, key) })
  for (const { environment, token, userId, createdAt, expireAt } of seed.sessions) {
    const times = { createdAt: Temporal.Instant.from(createdAt), expireAt: Temporal.Instant.from(expireAt) }
    repositories.sessions.begin({ environment, token, userId, ...times, sample: isSample(seed, token) })
  }
}

/** An entry of the seed changed last when it was published, or when it was deleted. */
function addNews({ news }: Seed, repository: NewsRepository, zone: string): void {
  const second = (wall: string) => epochSecond(instantOf(parseWireDateTime(wall), zone))
  for (const { deletedAt, ...draft } of news) {
    repository.put(draft, second(draft.newsDateTime))
    if (deletedAt !== undefined) repository.remove(draft.newsId, second(deletedAt))
  }
}
