/** What the console's first page says: which school, which addresses, how much of everything there is. */
import Type, { type Static } from 'typebox'
import { IS_OUT } from '../../service/office/news-lists.ts'
import { IS_LIVE } from '../../service/office/popups.ts'
import type { Tag } from '../../service/openapi.ts'
import { epochSecond, printWireDateTime, wallClockAt } from '../../shared/contract/wire-time.ts'
import { json } from '../../shared/server/openapi/responses.ts'
import type { TypedServer } from '../../shared/server/validation.ts'
import type { ConsoleContext } from '../context.ts'
import { Websites } from '../websites.ts'
import { BothLanguages, Count } from './schemas.ts'

const Overview = Type.Object(
  {
    school: Type.Object({
      name: BothLanguages,
      appId: Type.String(),
      zone: Type.String({ description: 'Time zone of wall-clock times.' }),
      now: Type.String({ description: 'The school’s wall clock, YYYYMMDDhhmmss.' }),
    }),
    addresses: Type.Object({
      base: Type.String(),
      serviceUrl: Type.String(),
      syncUrl: Type.String(),
      sessionUrls: Type.Object({ staging: Type.String(), production: Type.String() }),
    }),
    counts: Type.Object({
      popups: Count,
      popupsOnWebsite: Count,
      news: Count,
      groups: Count,
      people: Count,
      accessKeys: Count,
    }),
    lab: Type.Object(
      {
        faults: Type.Integer({ description: 'That can hit another call.' }),
        isClockReal: Type.Boolean(),
      },
      { description: 'What the laboratory has changed: to be told on every page.' },
    ),
    websites: Websites,
    hasSamples: Type.Boolean({ description: 'Whether it holds keys or tokens that anybody can read.' }),
  },
  { title: 'Overview' },
)
export type Overview = Static<typeof Overview>

export async function overviewApi(server: TypedServer, context: ConsoleContext): Promise<void> {
  const { database, repositories, clock, faults, zone, addresses, countSamples, websites } = context
  const selectCounts = database.prepare<[{ now: number }], Overview['counts']>(`
    SELECT (SELECT count(*) FROM popup WHERE deleted = 0) AS popups,
      (SELECT count(*) FROM popup WHERE ${IS_LIVE}) AS popupsOnWebsite,
      (SELECT count(*) FROM news WHERE deleted = 0 AND ${IS_OUT}) AS news,
      (SELECT count(*) FROM student_group) AS "groups",
      (SELECT count(*) FROM person) AS people,
      (SELECT count(*) FROM access_key) AS accessKeys`)

  server.get('/overview', { schema: READ }, () => {
    const { name, appId } = repositories.school.facts()
    return {
      school: { name, appId, zone, now: printWireDateTime(wallClockAt(clock.now(), zone)) },
      addresses: addresses.public(),
      counts: selectCounts.get({ now: epochSecond(clock.now()) }) as Overview['counts'],
      lab: {
        faults: faults.list().filter(({ active }) => active).length,
        isClockReal: clock.state().real,
      },
      websites: websites.known,
      hasSamples: countSamples() > 0,
    }
  })
}

const tags: Tag[] = ['Console: overview']
const READ = {
  tags,
  operationId: 'getOverview',
  summary: 'Which school, which addresses, how much of everything',
  response: { 200: json('All of it', Overview) },
}
