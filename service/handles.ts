/** What a running service lets its host change: the school office's side, for tests, demos and the console. */
import type { Temporal } from 'temporal-polyfill'
import { checkOf } from '../shared/client/check.ts'
import type { Environment } from '../shared/contract/session.ts'
import { epochSecond } from '../shared/contract/wire-time.ts'
import type { MovableClock } from './lab/clock.ts'
import type { Faults } from './lab/faults/faults.ts'
import type { MediaIntake } from './media/intake.ts'
import type { StoredMedia } from './media/media.ts'
import type { MediaUse } from './media/uses.ts'
import type { AppSettings } from './office/app-settings.ts'
import { user } from './office/faults.ts'
import type { EnteredState, NewsDraft, StoredNews } from './office/news.ts'
import type { Office, Repositories } from './office/office.ts'
import type { PopupRepository } from './office/popups.ts'
import { acceptDraft, refuse } from './office/refuse.ts'
import { type AttendanceRepository, attendanceFaults } from './office/register.ts'
import type { Requests } from './request-log/requests.ts'
import { SeedAttendance, SeedNews, SeedPopup } from './seed.ts'

/** A new session, its token in the clear for the only time. */
export interface IssuedSession {
  token: string
  createdAt: Temporal.Instant
  expireAt: Temporal.Instant
}

/** Every `put` throws a `DraftError` that names the field, and changes nothing, when a record cannot be. */
export interface ServiceHandles {
  popups: PopupRepository
  /** Each change happens at the service's clock. */
  news: {
    /**
     * Publishes an entry: a new one, a changed one, or one that was deleted. A `draft` is not sent to websites; if
     * it was published before, it is deleted for them.
     */
    put(draft: NewsDraft, state?: EnteredState): void
    /** False when there is no entry by that id, or it is deleted already. */
    remove(newsId: string): boolean
    /** False when no entry by that id is deleted. */
    restore(newsId: string): boolean
    /** An entry in whatever state. */
    get(newsId: string): StoredNews | undefined
  }
  /** Files that news, users and bodies refer to by name. */
  media: {
    /**
     * Takes a file in as an upload to the console is taken in, and returns the medium, whose `name` news may use.
     *
     * @throws {MediaRefused} nothing of the file is kept
     */
    add: MediaIntake['add']
    get(name: string): StoredMedia | undefined
    /** Where a medium is used. */
    uses(name: string): MediaUse[]
    /** Served no more. False when there is none by that name, or it is used. */
    remove(name: string): boolean
    /** False when none by that name was removed. */
    restore(name: string): boolean
  }
  attendance: Pick<AttendanceRepository, 'put'>
  /**
   * People, units, years, groups and a group's register, as the console changes them: each change answers with an `undo`
   * that `school.undo` takes back.
   */
  school: Pick<Office, 'directory' | 'structures' | 'register' | 'undo'>
  sessions: {
    /** @param session without `expireAt` it lasts an hour */
    issue(session: { environment: Environment; userId: number; expireAt?: Temporal.Instant }): IssuedSession
    /** False when there is no such session. */
    end(environment: Environment, token: string): boolean
  }
  accessKeys: {
    /** The key in the clear, for the only time. */
    create(label: string): { keyId: number; key: string }
    /** False when there is no key by that id. */
    revoke(keyId: number): boolean
  }
  /** The service's time: set it, move it, stop it, let it run wrong in the `Date` header alone. */
  clock: MovableClock
  /** Makes calls fail, as a test of a client wants them to. */
  faults: Faults
  /** The newest calls, with requests and answers. */
  requests: Requests
  app: {
    /** What X-App-Id must carry. */
    readonly id: string
    /** Console: Settings, App Settings. Assign to change them. */
    settings: AppSettings
  }
}

export interface HandleParts extends Repositories {
  office: Office
  intake: MediaIntake
  uses(name: string): MediaUse[]
  clock: MovableClock
  faults: Faults
  requests: Requests
  newSecret(): string
}

const popupCheck = checkOf(SeedPopup)
const newsCheck = checkOf(SeedNews)
const attendanceCheck = checkOf(SeedAttendance)

export function serviceHandles(parts: HandleParts): ServiceHandles {
  const { names, school, sessions, accessKeys, attendance, popups, news } = parts
  const { clock, faults, requests, newSecret } = parts
  const now = () => epochSecond(clock.now())
  return {
    popups: {
      ...popups,
      put: popup => popups.put(acceptDraft(popupCheck, popup)),
    },
    news: {
      put: (entry, state) => news.put(acceptDraft(newsCheck, entry), now(), state),
      remove: newsId => news.remove(newsId, now()),
      restore: newsId => news.restore(newsId, now()),
      get: news.get,
    },
    media: {
      add: parts.intake.add,
      get: parts.media.get,
      uses: parts.uses,
      remove: name => parts.uses(name).length === 0 && parts.media.remove(name, now()),
      restore: parts.media.restore,
    },
    attendance: {
      put: record =>
        attendance.put(acceptDraft(attendanceCheck, record, draft => attendanceFaults(draft, names))),
    },
    school: parts.office,
    sessions: {
      issue({ environment, userId, expireAt }) {
        refuse(user('/userId', userId, names))
        const createdAt = clock.now()
        const session = { createdAt, expireAt: expireAt ?? createdAt.add({ hours: 1 }), token: newSecret() }
        sessions.begin({ ...session, environment, userId, sample: false })
        return session
      },
      end: sessions.end,
    },
    accessKeys: {
      create(label) {
        const key = newSecret()
        return {
          keyId: accessKeys.add({ label, key, sample: false, createdAt: clock.now().epochMilliseconds }),
          key,
        }
      },
      revoke: accessKeys.revoke,
    },
    clock,
    faults,
    requests,
    app: {
      get id() {
        return school.facts().appId
      },
      get settings() {
        return school.settings()
      },
      set settings(settings) {
        school.changeSettings(settings)
      },
    },
  }
}
