/** The store in PostgreSQL, compared with bare servers and with a SQLite file in the same run. */
import type { Measured } from '../suite.ts'
import { nodes } from './nodes.ts'
import { inPlace } from './place.ts'
import { pages, search } from './reads.ts'
import { cycle, firstSync, ingest } from './writes.ts'

export const postgres = (): Promise<Measured> =>
  inPlace(async place => {
    const suites: Measured[] = []
    for (const suite of [ingest, firstSync, cycle, pages, search, nodes]) suites.push(await suite(place))
    return {
      rows: Object.assign({}, ...suites.map(({ rows }) => rows)),
      limits: suites.flatMap(({ limits }) => limits),
    }
  })
