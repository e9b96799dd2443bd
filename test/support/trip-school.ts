/** The trip sign-up beside the sample school's service, both on a clock that a test moves, and phones that come in. */

import { type StartedService, startService } from '../../console/index.ts'
import { createTripApp, type TripApp, type TripAppOptions } from '../../demo/trip/trip-app.ts'
import { type AppLanguage, type Arrival, entranceHeaders } from '../../shared/contract/entrance-headers.ts'
import { type HeldClock, heldClock } from './held-clock.ts'
import { scratch } from './scratch.ts'

export const TRIP_NOW = '2026-11-20T01:30:00Z'

export interface TripSchool extends AsyncDisposable {
  service: StartedService
  app: TripApp
  clock: HeldClock
  /** Its file. */
  db: string
  /** The entrance page. */
  url: string
}

export async function startTripSchool(more: Partial<TripAppOptions> = {}): Promise<TripSchool> {
  const place = scratch()
  const clock = heldClock(TRIP_NOW)
  const db = place.path('trips.db')
  const service = await startService({ clock })
  const app = await createTripApp({
    port: 0,
    appId: service.app.id,
    sessionUrl: service.sessionUrls.staging,
    environment: 'staging',
    db,
    clock,
    secret: 'the secret of the trip sign-up, for tests',
    ...more,
  })
  return {
    service,
    app,
    clock,
    db,
    url: await app.listen(),
    async [Symbol.asyncDispose]() {
      await app.close()
      await service.close()
      place[Symbol.dispose]()
    },
  }
}

/** What the app sends for a user of the sample school. */
export function arrivalOf(
  { service }: TripSchool,
  userId: number,
  language: AppLanguage,
  selected?: Arrival['selected'],
): Record<string, string> {
  const { token } = service.sessions.issue({ environment: 'staging', userId })
  return { ...entranceHeaders({ appId: service.app.id, sessionToken: token, language, selected }) }
}
