/** Everything that reads and writes records, over one database: the service's own, or one that is being filled. */
import type { SqliteDatabase } from '../shared/sqlite/open.ts'
import { accessKeysIn } from './attendance/access-keys.ts'
import { attendanceRepository } from './attendance/attendance-repository.ts'
import { mediaIn } from './media/media.ts'
import { newsRepository } from './records/news-repository.ts'
import { popupRepository } from './records/popup-repository.ts'
import { peopleIn } from './school/people.ts'
import { schoolIn } from './school/school.ts'
import { sessionsIn } from './session/sessions.ts'

export type Repositories = ReturnType<typeof repositoriesIn>

/** @param avatarUrl address of a user's picture; `null` for a user without one */
export function repositoriesIn(database: SqliteDatabase, avatarUrl: (path: string | null) => string) {
  return {
    school: schoolIn(database),
    people: peopleIn(database),
    media: mediaIn(database),
    sessions: sessionsIn(database, avatarUrl),
    accessKeys: accessKeysIn(database),
    attendance: attendanceRepository(database),
    popups: popupRepository(database),
    news: newsRepository(database),
  }
}
