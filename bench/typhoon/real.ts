/**
 * A small part of the simulated morning, in real time: the visitors of one school, one connection each, through nginx with the
 * documented configuration and an agent to a service that counts.
 */

import { setTimeout } from 'node:timers/promises'
import { startNginx } from '../../test/hosts/real/nginx.ts'
import { rawRequest } from '../../test/support/raw-request.ts'
import { scratch } from '../../test/support/scratch.ts'
import { startUpstream, success } from '../../test/support/scripted-upstream.ts'
import { NO_CYCLE, startAgent } from '../http/agents.ts'
import type { Place } from '../suite.ts'
import { type Morning, schoolsOf } from './arrivals.ts'
import { simulate, sum } from './model.ts'

const PART: Morning = { schools: 1, visitors: 3_000, seconds: 100, announcedAt: 20, seed: 8 }
const CHECK = '/school/cms/api/v1/popupmsg/check?siteId=academy&lang='
const MESSAGE = { msgTitle: 'Typhoon signal no. 8', msgBody: '<p>Closed.</p>', displayDate: '20261101063000' }

export interface Compared {
  simulated: number
  real: number
  /** Real to simulated. */
  ratio: number
}

/** Requests that each saw. @throws when nginx is not installed */
export async function comparePart(
  start: Place['start'],
): Promise<Record<'web' | 'agents' | 'service', Compared>> {
  using files = scratch()
  await using service = await startUpstream(success([MESSAGE]))
  const agent = await startAgent(
    ...([start, `${service.url}/cms`, files.path('news.db')] as const),
    ...[...NO_CYCLE, '--site', 'academy', '--public-url', 'http://127.0.0.1/school/'],
  )
  await using nginx = await startNginx({
    folder: files.path('nginx'),
    http: ['schoolbell-cache.conf'],
    server: ['schoolbell.conf'],
    filledIn: { '127.0.0.1:4020': new URL(agent).host },
  })
  const [school] = schoolsOf(PART)
  if (!school) throw new Error('there is no school')
  const asked = () => service.requests.filter(({ url }) => url.includes('/popupmsg/')).length
  const before = { agents: await relayed(agent), service: asked() }
  const started = performance.now()
  const visits = Object.entries(school.arrivals).flatMap(([lang, times]) =>
    Array.from(times, async time => {
      await setTimeout(time * 1_000 - (performance.now() - started))
      const { status } = await rawRequest(nginx.url, CHECK + lang)
      if (status !== 200) throw new Error(`a visitor got ${status}`)
    }),
  )
  await Promise.all(visits)
  await setTimeout(PART.seconds * 1_000 - (performance.now() - started))
  const real = {
    web: visits.length,
    agents: (await relayed(agent)) - before.agents,
    service: asked() - before.service,
  }
  const load = simulate([school], PART)
  const compare = (name: 'web' | 'agents' | 'service'): Compared => ({
    simulated: sum(load[name]),
    real: real[name],
    ratio: Math.round((100 * real[name]) / sum(load[name])) / 100,
  })
  return { web: compare('web'), agents: compare('agents'), service: compare('service') }
}

/** Requests for messages that the agent has answered, by its own count. */
async function relayed(agent: string): Promise<number> {
  const text = await (await fetch(`${agent}/metrics`)).text()
  const lines = text.matchAll(/^schoolbell_sync_http_requests_total\{.*route=".*popupmsg.*".*\} (\d+)$/gm)
  return [...lines].reduce((all, [, count]) => all + Number(count), 0)
}
