/** Everything that reads and writes records, over one database: the service's own, or one that is being filled. */
import type { SqliteDatabase } from '../shared/sqlite/open.ts'
import { accessKeysIn } from './attendance/access-keys.ts'
import { attendanceRepository } from './attendance/attendance-repository.ts'
import { mediaIn } from './media/media.ts'
import type { SchoolTime } from './records/moments.ts'
import { newsRepository } from './records/news-repository.ts'
import { popupRepository } from './records/popup-repository.ts'
import { peopleIn } from './school/people.ts'
import { schoolIn } from './school/school.ts'
import { sessionsIn } from './session/sessions.ts'

export type Repositories = ReturnType<typeof repositoriesIn>

export interface RepositoryParts {
  /** By which messages begin and end. */
  time: SchoolTime
  /** Address of a user's picture; `null` for a user without one. */
  avatarUrl(path: string | null): string
}

export function repositoriesIn(database: SqliteDatabase, { time, avatarUrl }: RepositoryParts) {
  return {
    school: schoolIn(database),
    people: peopleIn(database),
    media: mediaIn(database),
    sessions: sessionsIn(database, avatarUrl),
    accessKeys: accessKeysIn(database),
    attendance: attendanceRepository(database),
    popups: popupRepository(database, time),
    news: newsRepository(database, time),
  }
}
