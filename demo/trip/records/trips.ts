/** The trips, their free places, and whether sign-up is open. */
import { LANGUAGES, type Language } from '../../../shared/contract/site.ts'
import type { SqliteDatabase } from '../../../shared/sqlite/open.ts'

export interface Trip extends Omit<Row, 'onWater'> {
  texts: Record<Language, TripText>
  /** Whether the note should mention swimming. */
  onWater: boolean
  /** Groups that the trip is for. */
  groups: string[]
}

interface Row {
  tripId: string
  /** `YYYY-MM-DDThh:mm` in the school's zone. */
  leavesAt: string
  returnsAt: string
  /** Last day for sign-up and withdrawal, `YYYY-MM-DD`. */
  closesOn: string
  places: number
  taken: number
  /** Hong Kong dollars for each student; 0: free. */
  fee: number
  onWater: 0 | 1
}

export interface TripText {
  title: string
  about: string
  meeting: string
  bring: string
}

export type TripState = 'open' | 'full' | 'closed'

export interface Trips {
  /** In order of departure. */
  all(): Trip[]
  get(tripId: string): Trip | undefined
}

/** @param today `YYYY-MM-DD` in the school's zone */
export function stateOf({ closesOn, taken, places }: Trip, today: string): TripState {
  if (today > closesOn) return 'closed'
  return taken < places ? 'open' : 'full'
}

export function createTrips(database: SqliteDatabase): Trips {
  const columns = `
    trip_id AS tripId, leaves_at AS leavesAt, returns_at AS returnsAt, closes_on AS closesOn, places, fee,
    on_water AS onWater, (
      SELECT count(*) FROM sign_up WHERE sign_up.trip_id = trip.trip_id AND withdrawn_at IS NULL
    ) AS taken`
  const all = database.prepare<[], Row>(`SELECT ${columns} FROM trip ORDER BY leaves_at, trip_id`)
  const one = database.prepare<[string], Row>(`SELECT ${columns} FROM trip WHERE trip_id = ?`)
  const text = database.prepare<[string, Language], TripText>(
    'SELECT title, about, meeting, bring FROM trip_text WHERE trip_id = ? AND lang = ?',
  )
  const groups = database
    .prepare<[string], string>('SELECT group_name FROM trip_group WHERE trip_id = ? ORDER BY group_name')
    .pluck()

  const whole = (row: Row): Trip => ({
    ...row,
    onWater: row.onWater === 1,
    texts: Object.fromEntries(LANGUAGES.map(lang => [lang, text.get(row.tripId, lang)])) as Trip['texts'],
    groups: groups.all(row.tripId),
  })

  return {
    all: () => all.all().map(whole),
    get(tripId) {
      const row = one.get(tripId)
      return row && whole(row)
    },
  }
}
