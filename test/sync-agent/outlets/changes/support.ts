/** What the tests of the change log share: a writer beside the agent, and a reader of Server-Sent Events. */

import fastify from 'fastify'
import { Temporal } from 'temporal-polyfill'
import { answerWithProblems } from '../../../../shared/server/problem.ts'
import { createMetrics } from '../../../../sync-agent/metrics.ts'
import { changesRoutes } from '../../../../sync-agent/outlets/changes/changes.ts'
import type { ChangesParts } from '../../../../sync-agent/outlets/changes/parts.ts'
import { withParameters } from '../../../../sync-agent/outlets/http/parameters.ts'
import { apply } from '../../../../sync-agent/store/apply.ts'
import { lastSeq } from '../../../../sync-agent/store/change-marks.ts'
import { readLease, takeLease } from '../../../../sync-agent/store/fence.ts'
import { openStore } from '../../../../sync-agent/store/open.ts'
import type { AgentStore } from '../../../../sync-agent/store/store.ts'
import type { Applied, EntryContent } from '../../../../sync-agent/store/types.ts'
import { createWatch } from '../../../../sync-agent/store/watch.ts'
import type { Stream } from '../../../../sync-agent/stream.ts'
import { cursorAt, cycleAt } from '../../cycle-at.ts'
import { ACADEMY, ACADEMY_ZH, metricValue, PRE_SCHOOL } from '../../support.ts'

export const STREAMS = [ACADEMY, ACADEMY_ZH, PRE_SCHOOL] as const

export interface Writer extends AsyncDisposable {
  store: AgentStore
  write(stream: Stream, batch: { listed?: EntryContent[]; deleted?: string[] }): Promise<Applied>
}

/** Another process as the file sees it: a connection of its own, which holds the lease. */
export const writerOf = async (db: string): Promise<Writer> => writerOn(await openStore(db))

export async function writerOn(store: AgentStore): Promise<Writer> {
  const token = (await takeLease(store, 'writer', await readLease(store.reading))) ?? 0
  const at = Temporal.Instant.from('2026-09-01T00:00:00Z')
  const outcome = cycleAt(at, { cursor: cursorAt(at) })
  return {
    store,
    write: (stream, { listed = [], deleted = [] }) =>
      apply(store, token, stream, { listed, deleted }, outcome),
    [Symbol.asyncDispose]: () => store.close(),
  }
}

export interface ChangesServer extends AsyncDisposable {
  address: string
  /** The store's. */
  identity: string
  /** By another process. */
  write: Writer['write']
  /** How many streams were cut off. */
  cutOff(): Promise<number>
  /** How many stream, and how many wait, as last told. */
  streams(): Promise<number>
  waiters(): Promise<number>
}

/** The change log alone, on a connection of its own to the file. */
export async function changesServer(
  db: string,
  differing: Partial<ChangesParts> = {},
): Promise<ChangesServer> {
  const store = await openStore(db)
  const watch = createWatch(() => lastSeq(store.reading), 20)
  const server = fastify({ forceCloseConnections: true })
  const metrics = createMetrics([])
  answerWithProblems(server)
  server.register(async scope =>
    changesRoutes(withParameters(scope), {
      ...{ store, watch, streams: STREAMS, view: { zone: 'Asia/Hong_Kong' }, maxFollowers: 100 },
      metrics,
      // The log is written directly, without a first copy.
      requireCopied: async () => undefined,
      ...differing,
    }),
  )
  const address = await server.listen({ port: 0 })
  let writer: Promise<Writer> | undefined
  return {
    ...{ address, identity: store.identity },
    async write(stream, batch) {
      writer ??= writerOf(db)
      return (await writer).write(stream, batch)
    },
    cutOff: () => metricValue(metrics.changeStreamsCutOff),
    streams: () => metricValue(metrics.changeStreams),
    waiters: () => metricValue(metrics.changeWaiters),
    async [Symbol.asyncDispose]() {
      await server.close()
      await store.close()
      await (await writer)?.[Symbol.asyncDispose]()
    },
  }
}

export interface ServerSentEvent {
  /** The last id seen, this event's included. */
  id: string
  /** Undefined: only the id moved. */
  data: string | undefined
}

/** Blocks of an event stream as they come, comments and fields of the connection left out. */
export async function* eventsOf(response: Response): AsyncGenerator<ServerSentEvent, void, void> {
  let text = ''
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split('\n')
          .find(line => line.startsWith(`${name}: `))
          ?.slice(name.length + 2)
      const id = field('id')
      if (id !== undefined) yield { id, data: field('data') }
    }
  }
}
