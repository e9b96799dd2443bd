/** `schoolbell service import --from`: takes messages and news of a running service into a data folder. */
import { join } from 'node:path'
import type { Command, OptionValues } from 'commander'
import type { ContentImported, Counts } from '../../service/content-import/import-content.ts'
import { createBareService } from '../../service/service.ts'
import { createContentClient } from '../../shared/client/content.ts'
import { limitedFetch } from '../../shared/client/limited-fetch.ts'
import { counted } from '../../shared/text/counted.ts'
import { plainLine } from '../../shared/text/table.ts'
import { createGuardedFetch, GuardError } from '../../sync-agent/outlets/guarded-fetch.ts'
import { createBar } from '../progress-line.ts'
import { readSecret } from '../secret.ts'
import { cancellable } from '../signals.ts'

/** Of an answer with all news of a school. */
const ANSWER_LIMITS = { timeoutMs: 60_000, totalMs: 600_000, maxBytes: 512 * 1024 ** 2 }
/** Of a file; the service refuses what is larger than it takes of its type. */
const FILE_LIMITS = { timeoutMs: 30_000, totalMs: 900_000 }
const LARGEST_FILE = 200 * 1024 ** 2

export async function importFrom(flags: OptionValues, command: Command): Promise<void> {
  const { dataDir, zone, from, mediaHost = [], appId } = flags
  const accessKey = await readSecret(command, 'accessKey')
  const { host, hostname, protocol } = new URL(from)
  const hosts = [host, ...mediaHost]
  const fetchFile = createGuardedFetch({
    hosts,
    // Where the service itself is; no other address within a network is asked.
    privateHosts: hosts.filter(one => new URL(`${protocol}//${one}`).hostname === hostname),
  })
  // Loaded here: a service that runs does not need it.
  const { importContent } = await import('../../service/content-import/import-content.ts')
  const bar = createBar(process.stderr, {
    least: 1,
    all: total => counted(total, 'message and entry', 'messages and entries'),
  })
  const imported = await cancellable(async signal => {
    await using service = await createBareService({ dataDir, zone, seed: 'empty' })
    return await importContent({
      service,
      client: createContentClient({
        serviceUrl: from,
        zone,
        ...ANSWER_LIMITS,
        fetch: withKey(accessKey, appId),
      }),
      receive(url, { signal, maxBytes }, read) {
        if (protocol === 'https:' && !/^https:/i.test(url))
          throw new Error('it is not https, but the service’s own address is')
        const limits = { ...FILE_LIMITS, maxBytes, signal, fetch: fetchFile }
        return limitedFetch(url, {}, limits, read).catch(withRemedy)
      },
      ...{ hosts, zone, signal, maxBytes: LARGEST_FILE },
      notes: join(dataDir, 'imported-files.jsonl'),
      onProgress: bar.show,
    }).catch(error => {
      throw signal.aborted ? new Error(STOPPED) : withoutKey(error, accessKey)
    })
  }).finally(bar.clear)
  console.log(importedText(imported, flags))
  if (imported.notTaken.length > 0) process.exitCode = 1
}

const STOPPED = 'stopped; what was taken is in the data folder, and the same command goes on from there'

/** Sent to the service alone, never to where its files are. */
function withKey(accessKey: string | undefined, appId: string | undefined): typeof fetch {
  const own = {
    ...(accessKey !== undefined && { 'x-access-key': accessKey }),
    ...(appId !== undefined && { 'x-app-id': appId }),
  }
  return (input, init) =>
    fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), ...own } })
}

function withRemedy(error: unknown): never {
  if (!(error instanceof GuardError) || error.code !== 'HOST_NOT_ALLOWED') throw error
  throw new Error(`${error.message}; to take files from it, name it with --media-host`)
}

/** A service may repeat what it was sent. */
function withoutKey(error: unknown, accessKey: string | undefined): unknown {
  if (!accessKey || !(error instanceof Error) || !error.message.includes(accessKey)) return error
  return new Error(error.message.replaceAll(accessKey, '…'))
}

function importedText(
  { popups, news, files, missing, notTaken }: ContentImported,
  { from, dataDir }: OptionValues,
): string {
  return [
    `${from} imported into ${dataDir}`,
    `  Popup messages  ${countsText(popups)}`,
    `  News            ${countsText(news)}`,
    `  Files           ${files.received} received, ${files.known} received before`,
    ...missing.map(site => `  ${site}: the service has no such website`),
    ...(notTaken.length === 0 ? [] : [`Not taken, ${notTaken.length}:`]),
    ...notTaken.map(({ what, why }) => `  ${plainLine(what)}: ${plainLine(why)}`),
  ].join('\n')
}

const countsText = ({ added, changed, unchanged }: Counts) =>
  `${added} added, ${changed} changed, ${unchanged} unchanged`
