/** The console's own API: one line for each slice. The guard stands before all of them (console/routes.ts). */
import type { FastifyInstance } from 'fastify'
import { type LabApiParts, labApi } from './lab.ts'
import { type MediaApiParts, mediaApi } from './media.ts'
import { type NewsApiParts, newsApi } from './news.ts'
import { type OverviewApiParts, overviewApi } from './overview.ts'
import { type PopupsApiParts, popupsApi } from './popups.ts'
import { type RequestsApiParts, requestsApi } from './requests.ts'
import { type SchoolApiParts, schoolApi } from './school.ts'
import { type SimulatorApiParts, simulatorApi } from './simulator.ts'
import { type StateApiParts, stateApi } from './state.ts'

/** What the slices need, filled in service.ts. */
export interface ConsoleApiParts
  extends LabApiParts,
    RequestsApiParts,
    MediaApiParts,
    NewsApiParts,
    OverviewApiParts,
    PopupsApiParts,
    SchoolApiParts,
    SimulatorApiParts,
    StateApiParts {
  /** Tells every open console that something of a topic has changed. */
  changed(topic: string): void
}

export async function consoleApi(server: FastifyInstance, parts: ConsoleApiParts): Promise<void> {
  await server.register(overviewApi, parts)
  await server.register(popupsApi, parts)
  await server.register(schoolApi, parts)
  await server.register(simulatorApi, parts)
  await server.register(stateApi, parts)
  await server.register(newsApi, parts)
  await server.register(mediaApi, parts)
  await server.register(labApi, parts)
  await server.register(requestsApi, parts)
}
