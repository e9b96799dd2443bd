/** What the console's first page says: which school, which addresses, how much of everything there is. */
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Operation } from '../../service/openapi.ts'
import { printWireDateTime, wallClockAt } from '../../shared/contract/wire-time.ts'
import type { ConsoleContext } from '../context.ts'

interface Counts {
  popups: number
  popupsOnWebsite: number
  news: number
  groups: number
  people: number
  accessKeys: number
}

export async function overviewApi(server: FastifyInstance, context: ConsoleContext): Promise<void> {
  const { database, repositories, clock, zone, addresses, countSamples } = context
  const count = database.prepare<[], Counts>(`
    SELECT (SELECT count(*) FROM popup WHERE deleted = 0) AS popups,
      (SELECT count(*) FROM popup WHERE deleted = 0 AND on_website = 1) AS popupsOnWebsite,
      (SELECT count(*) FROM news WHERE deleted = 0) AS news,
      (SELECT count(*) FROM student_group) AS "groups",
      (SELECT count(*) FROM person) AS people,
      (SELECT count(*) FROM access_key) AS accessKeys`)

  server.get('/overview', { config: { openapi: OVERVIEW } }, (_request, reply) => {
    const { name, appId } = repositories.school.facts()
    return reply.send({
      school: { name, appId, zone, now: printWireDateTime(wallClockAt(clock.now(), zone)) },
      addresses: addresses.public(),
      counts: count.get(),
      hasSamples: countSamples() > 0,
    })
  })
}

const count = Type.Integer({ minimum: 0 })
const text = Type.String()

const OVERVIEW: Operation = {
  tag: 'Console: overview',
  summary: 'Which school, which addresses, how much of everything',
  answers: {
    200: {
      description: 'All of it',
      type: 'application/json',
      schema: Type.Object(
        {
          school: Type.Object({
            name: Type.Object({ 'en-US': text, 'zh-HK': text }),
            appId: text,
            zone: Type.String({ description: 'Time zone of wall-clock times.' }),
            now: Type.String({ description: 'The school’s wall clock, YYYYMMDDhhmmss.' }),
          }),
          addresses: Type.Object({
            base: text,
            serviceUrl: text,
            syncUrl: text,
            sessionUrls: Type.Object({ staging: text, production: text }),
          }),
          counts: Type.Object({
            popups: count,
            popupsOnWebsite: count,
            news: count,
            groups: count,
            people: count,
            accessKeys: count,
          }),
          hasSamples: Type.Boolean({ description: 'Whether it holds keys or tokens that anybody can read.' }),
        },
        { title: 'Overview' },
      ),
    },
  },
}
