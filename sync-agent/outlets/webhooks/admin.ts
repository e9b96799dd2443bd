/** Operators' access to webhooks in a store; an agent may be running. */

import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../shared/clock.ts'
import { isPostgres } from '../../is-postgres.ts'
import { followerStatuses } from '../../log/reports.ts'
import type { DestinationSettings } from '../../store/destination-types.ts'
import {
  addDestination,
  destinationsOf,
  followerOf,
  pauseDestination,
  readDestination,
  removeDestination,
  resumeDestination,
} from '../../store/destinations.ts'
import { listFollowers, retryAside } from '../../store/followers.ts'
import { openStore } from '../../store/open.ts'
import { addSecret, rotateSecret, validSecrets } from '../../store/webhook-secrets.ts'
import { addressFault, privateFault } from './address.ts'
import { outcomeOf, outcomeOfError, plainText } from './attempt.ts'
import { type TargetReport, targetReport } from './reports.ts'
import { openSecrets, WebhookKeyError } from './secrets.ts'
import { createSend, type SendParts } from './send.ts'
import { signedHeaders } from './signature.ts'
import { WEBHOOK, type Webhook, type WebhookOwn, type WebhookSettings } from './webhook.ts'

export interface WebhookAdmin extends AsyncDisposable {
  /** @returns the secret, only this once @throws {WebhookError} */
  add(
    settings: Partial<WebhookSettings> & {
      url: string
      /** Also each entry that there is already, and each of a first sync. */
      backlog?: boolean
    },
  ): Promise<{ target: TargetReport; secret: string }>
  list(): Promise<TargetReport[]>
  /** @throws {WebhookError} */
  show(id: number): Promise<TargetReport>
  /** With all that waits for it. @throws {WebhookError} */
  remove(id: number): Promise<void>
  /** What changes meanwhile is sent after `resume`. @throws {WebhookError} */
  pause(id: number): Promise<TargetReport>
  /** Makes it active, also after a 410; what it has refused is due now. @throws {WebhookError} */
  resume(id: number): Promise<TargetReport>
  /** Makes a new secret; for this time, messages are also signed with the old one. @throws {WebhookError} */
  rotate(id: number, oldForMs: number): Promise<RotateReport>
  /** Sends a `ping` now, from this process. @throws {WebhookError} no such target */
  test(id: number, signal?: AbortSignal): Promise<TestReport>
}

export interface RotateReport {
  target: TargetReport
  secret: string
  /** Absent if the old one was made with another key, which the agent then cannot use. */
  oldUntil?: string
  /** What the agent needs to sign with the new one. */
  keyFile: string
}

export interface TestReport {
  target: number
  messageId: string
  delivered: boolean
  /** Absent without a response. */
  status?: number
  failure?: string
  /** Beginning of the response. */
  answer?: string
  elapsedMs: number
}

/** Invalid call; nothing was changed. */
export class WebhookError extends Error {
  override name = 'WebhookError'
  readonly code: 'WEBHOOK_UNKNOWN' | 'WEBHOOK_OPTION_INVALID' | 'WEBHOOK_TOO_MANY'

  constructor(code: WebhookError['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface WebhookAdminParts extends SendParts {
  clock: Clock
  /** File of the key that makes the secrets. Default: beside the store's file. */
  keyFile?: string | undefined
}

/** Limits the work, because targets do not share their calls. */
const MOST_TARGETS = 16

/** @param db the store @throws {StoreError} */
export async function openWebhookAdmin(db: string, parts: WebhookAdminParts): Promise<WebhookAdmin> {
  const { clock, allowedHosts } = parts
  const store = await openStore(db, { mustExist: true })
  const secrets = openSecrets(db, parts.keyFile)
  const now = () => clock.now().epochMilliseconds
  const all = () => destinationsOf<WebhookOwn>(store, WEBHOOK)
  const reports = async (targets: readonly Webhook[]) => {
    const followers = await followerStatuses(store, now())
    const states = await listFollowers(store)
    const made = targets.map(async target => {
      const name = followerOf(target)
      const follower = followers.find(one => one.name === name)
      const began = states.find(one => one.name === name)?.began
      return follower ? [targetReport(target, began === undefined, follower, await keyFault(target.id))] : []
    })
    return (await Promise.all(made)).flat()
  }
  /** Undefined also where the key cannot be seen from here: it is another user's, or no file is named. */
  const keyFault = async (id: number) => {
    if (parts.keyFile === undefined && isPostgres(db)) return undefined
    try {
      secrets.of(await validSecrets(store, id, now()))
    } catch (error) {
      if (error instanceof WebhookKeyError && error.cause === undefined) return error.message
      if (!(error instanceof WebhookKeyError)) throw error
    }
    return undefined
  }
  const show = async (id: number) => {
    const target = await readDestination<WebhookOwn>(store, WEBHOOK, id)
    const [report] = target ? await reports([target]) : []
    if (!report) throw unknownTarget(id)
    return report
  }

  return {
    async add({ url, events, siteIds, langs, backlog = false }) {
      const fault = addressFault(url, allowedHosts) ?? (await privateFault(url, allowedHosts, parts.lookup))
      if (fault) throw new WebhookError('WEBHOOK_OPTION_INVALID', `${url} cannot be a webhook: ${fault}`)
      const settings = {
        ...{ address: new URL(url).href, siteIds, langs },
        settings: { ...(events && { events }) },
      }
      const others = await all()
      const same = others.find(other => filterOf(other) === filterOf(settings))
      if (same) {
        throw new WebhookError(
          'WEBHOOK_OPTION_INVALID',
          `webhook ${same.id} has this address and these settings already; for another secret, rotate ${same.id}`,
        )
      }
      const kept = await Promise.all(others.map(({ id }) => validSecrets(store, id, now())))
      const { secret, record } = secrets.make(kept.flatMap(([newest]) => newest ?? []))
      const added = { kind: WEBHOOK, ...settings, isFromBeginning: backlog, most: MOST_TARGETS } as const
      const id = await addDestination(store, added, now(), (db, id) => addSecret(db, id, record))
      if (id === undefined) {
        throw new WebhookError(
          'WEBHOOK_TOO_MANY',
          `there are already ${MOST_TARGETS} webhooks, which is the limit`,
        )
      }
      return { target: await show(id), secret }
    },
    list: async () => reports(await all()),
    show,
    async remove(id) {
      if (!(await removeDestination(store, WEBHOOK, id))) throw unknownTarget(id)
    },
    async pause(id) {
      await show(id)
      await pauseDestination(store, id)
      return show(id)
    },
    async resume(id) {
      await show(id)
      await resumeDestination(store, id)
      await retryAside(store, followerOf({ kind: WEBHOOK, id }), undefined)
      return show(id)
    },
    async rotate(id, oldForMs) {
      await show(id)
      const [old] = await validSecrets(store, id, now())
      const { secret, record, keyFile } = secrets.make([])
      const oldUntil = now() + oldForMs
      await rotateSecret(store, id, record, now(), oldUntil)
      return {
        ...{ target: await show(id), secret, keyFile },
        ...(old && secrets.isMade(old) && { oldUntil: new Date(oldUntil).toISOString() }),
      }
    },
    async test(id, signal = new AbortController().signal) {
      const { url } = await show(id)
      const messageId = `msg_${randomBytes(16).toString('hex')}`
      const atMs = now()
      const timestamp = new Date(atMs).toISOString()
      const body = JSON.stringify({ type: 'ping', timestamp, data: { target: id } })
      const headers = signedHeaders(
        { messageId, atMs, body },
        secrets.of(await validSecrets(store, id, atMs)),
      )
      const report = await createSend({ ...parts, readsText: true })(url, { headers, body }, signal).then(
        answer => ({ outcome: outcomeOf(answer), answer: plainText(answer.text ?? '') }),
        error => ({ outcome: outcomeOfError(error, url), answer: '' }),
      )
      signal.throwIfAborted()
      const { outcome, answer } = report
      return {
        target: id,
        messageId,
        delivered: outcome.kind === 'delivered',
        ...(outcome.status !== undefined && { status: outcome.status }),
        ...(outcome.kind !== 'delivered' && { failure: outcome.failure }),
        ...(answer && { answer }),
        elapsedMs: now() - atMs,
      }
    },
    [Symbol.asyncDispose]: store.close,
  }
}

const filterOf = ({ address, settings, siteIds, langs }: DestinationSettings<WebhookOwn>) =>
  JSON.stringify([address, settings.events?.toSorted(), siteIds?.toSorted(), langs?.toSorted()])

const unknownTarget = (id: number) => new WebhookError('WEBHOOK_UNKNOWN', `there is no webhook ${id}`)
