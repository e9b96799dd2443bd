/** Receivers of webhooks, real ones on sockets, and stages on which they are told of changes. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { Temporal } from 'temporal-polyfill'
import { systemClock } from '../../../../shared/clock.ts'
import { openWebhookAdmin, type SyncAgentOptions, type WebhookAdmin } from '../../../../sync-agent/index.ts'
import { createMetrics } from '../../../../sync-agent/metrics.ts'
import type { Lookup } from '../../../../sync-agent/outlets/guarded-fetch.ts'
import { Delivery } from '../../../../sync-agent/outlets/webhooks/delivery.ts'
import { openSecrets } from '../../../../sync-agent/outlets/webhooks/secrets.ts'
import { createSend } from '../../../../sync-agent/outlets/webhooks/send.ts'
import { openStore } from '../../../../sync-agent/store/open.ts'
import type { AgentStore } from '../../../../sync-agent/store/store.ts'
import type { Batch } from '../../../../sync-agent/store/types.ts'
import type { Stream } from '../../../../sync-agent/stream.ts'
import { type Scratch, scratch } from '../../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../../support/scripted-upstream.ts'
import { freshDatabase, onPostgres } from '../../database.ts'
import { ACADEMY, agentBefore, type HandClock, handClock, ingested, logLines, news } from '../../support.ts'

export interface Received {
  headers: Record<string, string>
  body: string
  /** The body's JSON. */
  message: { type: string; timestamp: string; data: Record<string, unknown> }
}

export type Reaction = (response: ServerResponse, received: Received) => void

export interface Receiver extends AsyncDisposable {
  /** As in `http://127.0.0.1:40123/hook`. */
  url: string
  /** As an operator allows it. */
  host: string
  /** What came, oldest first. */
  received: Received[]
  /** Ends once this many have come. */
  until(count: number): Promise<void>
  /** How it answers from now on. */
  react(reaction: Reaction): void
  /** The types and identifiers of what came, in order. */
  told(): string[]
  ids(): (string | undefined)[]
}

export const taken: Reaction = response => response.writeHead(204).end()
export const refused =
  (status: number, headers: Record<string, string> = {}): Reaction =>
  response =>
    response.writeHead(status, headers).end('no')
/** Never answers. */
export const silent: Reaction = () => undefined

export async function startReceiver(first: Reaction = taken): Promise<Receiver> {
  let reaction = first
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts).toString()
    const one = { headers: request.headers as Record<string, string>, body, message: JSON.parse(body) }
    received.push(one)
    reaction(response, one)
    for (const wake of waiting) wake()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    host: `127.0.0.1:${port}`,
    received,
    async until(count) {
      while (received.length < count) {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.add(resolve)
        await promise
        waiting.delete(resolve)
      }
    },
    react(next) {
      reaction = next
    },
    told: () => received.map(({ message: { type, data } }) => `${type} ${data.newsId ?? data.entries}`),
    ids: () => received.map(({ headers }) => headers['webhook-id']),
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** What a receiver that knows this secret makes of a message. @throws it is not from who it says */
export function verified(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, headers)
}

/** Asks again after each turn of the event loop; ends with the test's own time limit when it never comes true. */
export async function eventually(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await setImmediate()
}

export interface Stage extends AsyncDisposable {
  files: Scratch
  db: string
  keyFile: string | undefined
  upstream: Upstream
  admin: WebhookAdmin
  /** An agent on this store. */
  agent(options?: Partial<SyncAgentOptions>): ReturnType<typeof agentBefore>
}

/** Beside a store in a file the key has its place. */
const keyFileIn = (files: Scratch) => (onPostgres ? files.path('webhook-key') : undefined)

/** @param receivers whom the operator allows, though they are on this machine */
export async function setStage(...receivers: readonly { host: string }[]): Promise<Stage> {
  await using all = new AsyncDisposableStack()
  const files = all.use(scratch())
  const db = await freshDatabase(files)
  const keyFile = keyFileIn(files)
  const upstream = all.use(await startUpstream(news()))
  const webhookAllowHosts = receivers.map(({ host }) => host)
  const admin = all.use(
    await openWebhookAdmin(db, { clock: systemClock, keyFile, allowedHosts: webhookAllowHosts }),
  )
  const kept = all.move()
  return {
    ...{ files, db, keyFile, upstream, admin },
    agent: options => agentBefore(upstream, db, { webhookAllowHosts, webhookKey: keyFile, ...options }),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** A store and who works its outbox off, without the rest of an agent, at any time of any day. */
export interface Outbox extends AsyncDisposable {
  files: Scratch
  db: string
  store: AgentStore
  clock: HandClock
  admin: WebhookAdmin
  delivery: Delivery
  log: ReturnType<typeof logLines>
  outcomes: string[]
  /** What a cycle would bring. */
  apply(listed: Batch['listed'], deleted?: string[], stream?: Stream): Promise<void>
  /** Everything due now is tried, and what that makes due. */
  work(): Promise<void>
  /** As time goes by: everything is tried whenever it is due, until nothing waits or this is over. Returns the hours. */
  live(hours: number): Promise<number[]>
  after(hours: number): void
  /** Another agent leads. */
  lead(): Promise<void>
}

export const MORNING = '2026-09-01T00:00:00Z'

export interface OutboxOptions {
  lookup?: Lookup
  /** Default: the receivers'. */
  allowedHosts?: string[]
  random?: () => number
  timeoutMs?: number
  publicUrl?: string
  /** Whether the stream's first sync is over already. Default: it is. */
  synced?: boolean
}

export async function setOutbox(
  receivers: readonly Receiver[],
  options: OutboxOptions = {},
): Promise<Outbox> {
  const { lookup, allowedHosts = receivers.map(({ host }) => host), random = () => 1, timeoutMs } = options
  await using all = new AsyncDisposableStack()
  const files = all.use(scratch())
  const db = await freshDatabase(files)
  const clock = handClock(MORNING)
  const store = await openStore(db)
  all.defer(() => store.close())
  let token = 0
  const lead = async () => {
    token = (await store.takeLease('test', await store.lease())) ?? 0
  }
  await lead()
  const sendParts = { allowedHosts, ...(lookup && { lookup }), ...(timeoutMs !== undefined && { timeoutMs }) }
  const keyFile = keyFileIn(files)
  const admin = all.use(await openWebhookAdmin(db, { clock, keyFile, ...sendParts }))
  const log = logLines()
  const outcomes: string[] = []
  const { webhookAttempts } = createMetrics([])
  const metrics = {
    webhookAttempts: Object.assign(webhookAttempts, {
      inc: ({ target, outcome }: Record<'target' | 'outcome', string | number>) =>
        outcomes.push(`${target} ${outcome}`),
    }),
  }
  const delivery = new Delivery({
    ...{ store, clock, random, logger: log.logger },
    lease: { token: () => token, noteLoss: () => undefined },
    watch: { moved: async () => undefined },
    secrets: openSecrets(db, keyFile),
    send: createSend(sendParts),
    zone: 'Asia/Hong_Kong',
    publicUrl: options.publicUrl,
    metrics,
  })
  all.defer(() => delivery.close())
  const apply: Outbox['apply'] = async (listed, deleted = [], stream = ACADEMY) => {
    const now = clock.now()
    await store.apply(
      token,
      stream,
      { listed, deleted },
      {
        run: { kind: 'cycle', startedAt: now, durationMs: 1 },
        cursor: { at: now, dated: true, cycleMs: 1 },
        finishedAt: now,
        serviceUrl: 'http://service.example/cms',
      },
    )
  }
  const work = async () => {
    let tried: number
    do {
      tried = outcomes.length
      await delivery.dispatch()
      await delivery.settled()
    } while (outcomes.length > tried)
  }
  if (options.synced !== false) await apply([])
  const kept = all.move()
  return {
    ...{ files, db, store, clock, admin, delivery, log, outcomes, apply, work, lead },
    async live(hours) {
      const began = clock.now()
      const end = began.add({ milliseconds: Math.round(hours * 3_600_000) })
      const tried: number[] = []
      for (;;) {
        const before = outcomes.length
        await work()
        if (outcomes.length > before) tried.push(clock.now().since(began).total('hours'))
        const next = await delivery.dispatch()
        if (next === undefined || next > end.epochMilliseconds) {
          clock.set(`${end}`)
          return tried
        }
        clock.set(`${Temporal.Instant.fromEpochMilliseconds(next)}`)
      }
    },
    after(hours) {
      clock.set(`${clock.now().add({ seconds: Math.round(hours * 3600) })}`)
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** An outbox with one target, whose receiver answers like this. */
export async function boxFor(
  reaction?: Reaction,
  options?: OutboxOptions,
): Promise<Outbox & { receiver: Receiver }> {
  await using all = new AsyncDisposableStack()
  const receiver = all.use(await startReceiver(reaction))
  const box = all.use(await setOutbox([receiver], options))
  await box.admin.add({ url: receiver.url })
  const kept = all.move()
  return { ...box, receiver, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

export { ACADEMY, ingested }
