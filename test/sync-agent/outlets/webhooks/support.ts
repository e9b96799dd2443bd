/** Receivers of webhooks, real ones on sockets, and stages on which they are told of changes. */

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { systemClock } from '../../../../shared/clock.ts'
import { openWebhookAdmin, type SyncAgentOptions, type WebhookAdmin } from '../../../../sync-agent/index.ts'
import { createMetrics } from '../../../../sync-agent/metrics.ts'
import type { Lookup } from '../../../../sync-agent/outlets/guarded-fetch.ts'
import { webhookFollowers } from '../../../../sync-agent/outlets/webhooks/follower.ts'
import { openSecrets } from '../../../../sync-agent/outlets/webhooks/secrets.ts'
import { createSend } from '../../../../sync-agent/outlets/webhooks/send.ts'
import { type Scratch, scratch } from '../../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../../support/scripted-upstream.ts'
import { freshDatabase, onPostgres } from '../../database.ts'
import { type FilledStore, fillStore, type Running } from '../../log/support.ts'
import { ACADEMY, agentBefore, ingested, news } from '../../support.ts'
import { watchedStore } from '../../watched-store.ts'

export interface Received {
  /** Of the address. */
  path: string
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
    const headers = request.headers as Record<string, string>
    const one = { path: request.url ?? '', headers, body, message: {} as Received['message'] }
    if (headers['content-type'] === 'application/json') one.message = JSON.parse(body)
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

/** A store whose changes are told to webhooks, without the rest of an agent, at any time of any day. */
export interface Box extends Omit<FilledStore, 'begin' | 'run'>, Running {
  admin: WebhookAdmin
  outcomes: string[]
}

export interface BoxOptions {
  lookup?: Lookup
  /** Default: the receivers'. */
  allowedHosts?: string[]
  timeoutMs?: number
  publicUrl?: string
  /** Called with each statement that the followers read by itself; what it throws is that read's fault. */
  onRead?: (sql: string) => void
  /** Whether the stream's first sync is over already. Default: it is. */
  synced?: boolean
}

export async function setBox(receivers: readonly Receiver[], options: BoxOptions = {}): Promise<Box> {
  const { lookup, allowedHosts = receivers.map(({ host }) => host), timeoutMs } = options
  await using all = new AsyncDisposableStack()
  const { begin: _, run, ...box } = all.use(await fillStore(options.synced))
  const { files, db, store, clock } = box
  const sendParts = { allowedHosts, ...(lookup && { lookup }), ...(timeoutMs !== undefined && { timeoutMs }) }
  const keyFile = keyFileIn(files)
  const admin = all.use(await openWebhookAdmin(db, { clock, keyFile, ...sendParts }))
  const outcomes: string[] = []
  const { webhookAttempts } = createMetrics([])
  const metrics = {
    webhookAttempts: Object.assign(webhookAttempts, {
      inc: ({ target, outcome }: Record<'target' | 'outcome', string | number>) =>
        outcomes.push(`${target} ${outcome}`),
    }),
  }
  const parts = {
    ...{ store: watchedStore(store, options.onRead ?? (() => undefined)), clock, metrics },
    ...{ view: { zone: 'Asia/Hong_Kong' }, publicUrl: options.publicUrl },
    ...{ secrets: openSecrets(db, keyFile), send: createSend(sendParts) },
  }
  const running = run(() => webhookFollowers(parts))
  const kept = all.move()
  return { ...box, ...running, admin, outcomes, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** A box with one target, whose receiver answers like this. */
export async function boxFor(
  reaction?: Reaction,
  options?: BoxOptions,
): Promise<Box & { receiver: Receiver }> {
  await using all = new AsyncDisposableStack()
  const receiver = all.use(await startReceiver(reaction))
  const box = all.use(await setBox([receiver], options))
  await box.admin.add({ url: receiver.url })
  const kept = all.move()
  return { ...box, receiver, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

export { ACADEMY, ingested }
