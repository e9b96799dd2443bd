/** The REST interface of a WordPress site, as the user of an application password. */
import { setTimeout } from 'node:timers/promises'
import type { Static, TSchema } from 'typebox'
import { ClientError, TransportError } from '../../../shared/client/errors.ts'
import { type Fetch, limitedFetch, reasonOf } from '../../../shared/client/limited-fetch.ts'
import { dateOf } from '../../../shared/client/reply.ts'
import type { Clock } from '../../../shared/clock.ts'
import { pathFault } from '../../../shared/files/path-fault.ts'
import { readPrivate } from '../../../shared/files/private-file.ts'
import { createGuardedFetch } from '../../outlets/guarded-fetch.ts'
import { DestinationError } from '../error.ts'
import { Index, isA } from './answers.ts'
import { faultOf, NO_PASSWORDS, type RefusedError, type Said, SiteError } from './faults.ts'

export interface WordPressPlace {
  /** The site's, as in `https://site.example/news/`. */
  address: string
  user: string
  /** Read each time, so that a new password counts at once. */
  passwordFile: string
  requestsPerSecond: number
}

export interface Rest {
  /** @throws {SiteError | RefusedError} */
  get<Schema extends TSchema>(schema: Schema, path: string, query?: Query): Promise<Static<Schema>>
  /** @throws {SiteError | RefusedError} */
  send<Schema extends TSchema>(
    method: 'POST' | 'DELETE',
    schema: Schema,
    path: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<Static<Schema>>
  /** @throws {SiteError | RefusedError} */
  upload<Schema extends TSchema>(schema: Schema, query: Query, file: Upload): Promise<Static<Schema>>
  /** By the site's clock. Epoch milliseconds. */
  now(): number
  /** The site's own address, as far as it says. */
  home: string | undefined
  signal: AbortSignal
}

export type Query = Readonly<Record<string, string | number | readonly (string | number)[]>>

export interface Upload {
  name: string
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

const TIMEOUT_MS = 30_000
const UPLOAD_MS = 120_000
const MOST_BYTES = 32 * 1024 * 1024
const NAMESPACE = 'wp/v2'

/**
 * Finds the site's REST interface, with or without pretty permalinks.
 *
 * @throws {SiteError} it cannot be reached, or is no WordPress
 */
export async function openRest(place: WordPressPlace, signal: AbortSignal, clock: Clock): Promise<Rest> {
  const { host } = new URL(place.address)
  const authorization = authorizationOf(place)
  const parts: Parts = {
    ...{ site: place.address, signal, authorization, clock },
    fetch: createGuardedFetch({ hosts: [host], privateHosts: [host] }),
    turn: pace(place.requestsPerSecond, signal),
    root: '',
    skewMs: 0,
  }
  const index = await findRoot(parts)
  if (hasNoPasswords(index.authentication)) throw new SiteError(`${place.address} ${NO_PASSWORDS}`)
  const json = (method: string, body?: Readonly<Record<string, unknown>>) => ({
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return {
    get: (schema, path, query) => ask(parts, schema, path, query, { method: 'GET' }, TIMEOUT_MS),
    send: (method, schema, path, fields) =>
      method === 'POST'
        ? ask(parts, schema, path, { context: 'edit' }, json(method, fields), TIMEOUT_MS)
        : // Some servers let no DELETE through.
          ask(parts, schema, path, { _method: method }, json('POST'), TIMEOUT_MS),
    upload: (schema, query, { name, type, bytes }) =>
      ask(
        parts,
        schema,
        '/media',
        query,
        {
          method: 'POST',
          headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
          body: bytes,
        },
        UPLOAD_MS,
      ),
    now: () => clock.now().epochMilliseconds + parts.skewMs,
    home: index.home,
    signal,
  }
}

interface Parts {
  site: string
  signal: AbortSignal
  authorization: string
  clock: Clock
  fetch: Fetch
  /** Resolves when the next request may go out. */
  turn(): Promise<void>
  /** `…/wp-json` or `…/?rest_route=`. */
  root: string
  /** How far the site's clock is ahead of ours. */
  skewMs: number
}

interface Request {
  method: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

async function findRoot(parts: Parts): Promise<Static<typeof Index>> {
  const query = { _fields: 'name,home,namespaces,authentication' }
  const { site } = parts
  let fault: SiteError | RefusedError | undefined
  for (const root of [`${site}wp-json`, `${site}?rest_route=`]) {
    parts.root = root
    const said = await request(
      parts,
      `${root}/${separator(root)}${queryText(query)}`,
      { method: 'GET' },
      TIMEOUT_MS,
    )
    if (isA(Index, said.json) && said.json.namespaces.includes(NAMESPACE)) return said.json
    fault = faultOf(site, said)
    // Only a page that is not there may be one of pretty permalinks that are switched off.
    if (said.status !== 404 && said.status !== 200) break
  }
  throw fault instanceof SiteError ? fault : new SiteError(`${site}: ${fault?.message}`)
}

const hasNoPasswords = (authentication: unknown) =>
  authentication !== undefined && !Object.hasOwn(Object(authentication), 'application-passwords')

async function ask<Schema extends TSchema>(
  parts: Parts,
  schema: Schema,
  path: string,
  query: Query | undefined,
  asked: Request,
  timeoutMs: number,
): Promise<Static<Schema>> {
  const { root, site } = parts
  const url = `${root}/${NAMESPACE}${path}`
  const text = queryText(query ?? {})
  const said = await request(parts, text ? `${url}${separator(root)}${text}` : url, asked, timeoutMs)
  if (said.status >= 200 && said.status <= 299 && isA(schema, said.json)) return said.json
  throw faultOf(site, said)
}

const separator = (root: string) => (root.includes('?') ? '&' : '?')

function queryText(query: Query): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'object') for (const one of value) text.append(`${name}[]`, `${one}`)
    else text.append(name, `${value}`)
  }
  return `${text}`
}

async function request(
  parts: Parts,
  url: string,
  { headers, ...asked }: Request,
  timeoutMs: number,
): Promise<Said> {
  const { site, signal, fetch, authorization } = parts
  await parts.turn()
  try {
    return await limitedFetch(
      url,
      {
        ...asked,
        headers: { ...headers, authorization, accept: 'application/json', 'user-agent': 'schoolbell' },
      },
      { fetch, signal, timeoutMs, totalMs: 2 * timeoutMs, maxBytes: MOST_BYTES },
      async ({ status, headers, body }) => {
        const chunks: Uint8Array[] = []
        for await (const chunk of body) chunks.push(chunk)
        // Without a mark of byte order, which a file of a theme may put before all answers.
        const whole = new TextDecoder().decode(Buffer.concat(chunks))
        const atMs = dateOf(headers)
        if (atMs !== undefined) parts.skewMs = atMs - parts.clock.now().epochMilliseconds
        return { status, headers, text: whole.slice(0, 10_000), json: jsonOf(whole) }
      },
    )
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ClientError)) throw error
    const reason = reasonOf(error, url).replaceAll(site, '')
    const remedy =
      error instanceof TransportError && error.code === 'REDIRECT'
        ? '; remove it, and add it with the address that the site has now'
        : ''
    throw new SiteError(`${site} ${reason}${remedy}`, { cause: error })
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws {DestinationError} the file cannot be used */
function authorizationOf({ user, passwordFile }: WordPressPlace): string {
  try {
    const password = readPrivate(passwordFile).trim()
    return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  } catch (error) {
    throw new DestinationError(
      'DESTINATION_UNREACHABLE',
      `${passwordFile}, the application password, cannot be used: ${pathFault(error)}`,
    )
  }
}

/** One request after another, and never more than so many in a second. */
function pace(perSecond: number, signal: AbortSignal): () => Promise<void> {
  let next = 0
  return async () => {
    const now = performance.now()
    const waitMs = next - now
    next = Math.max(now, next) + 1000 / perSecond
    if (waitMs > 0) await setTimeout(waitMs, undefined, { signal })
  }
}
