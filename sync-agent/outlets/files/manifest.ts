/**
 * The manifest of a published folder, `.schoolbell.json` in the folder itself: which change of which store is published, and
 * every file with what it was made from.
 *
 * It is saved before the first file of a publication and after the last one. Before, it already has the new files, without a
 * source. So all published files are known after a crash, and what was under way is made again and compared.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { checkOf } from '../../../shared/client/check.ts'
import { codeOf } from '../../../shared/error-code.ts'
import { earlierRecord } from './earlier-record.ts'
import { damagedManifest, PublishError } from './errors.ts'
import type { Folder } from './folder.ts'
import type { LastSettings } from './last-settings.ts'
import { MANIFEST_NAME } from './paths.ts'

/** How the last publications went; instants are ISO 8601 in UTC. */
const Publications = Type.Object({
  failuresInARow: Type.Integer(),
  /** Even if later ones succeeded. */
  lastFailure: Type.Optional(Type.Object({ at: Type.String(), message: Type.String() })),
  /** When files were last brought up to date. */
  lastDone: Type.Optional(Type.String()),
})
export type Publications = Static<typeof Publications>

/** A higher version is of a newer program. */
const VERSION = 1

const Stored = Type.Object({
  version: Type.Literal(VERSION),
  /** The service of the store. Empty: nothing was published yet. */
  serviceUrl: Type.String(),
  /** The store's identity, the last published change, and the store's mark of it. */
  store: Type.String(),
  seq: Type.Integer(),
  mark: Type.String(),
  /** Another store, or another history of it, has another number: nothing that was made before counts as current. */
  epoch: Type.Integer(),
  /** Options of the last publication. */
  settings: Type.Optional(Type.Unsafe<LastSettings>(Type.Object({}))),
  publications: Type.Optional(Publications),
  /** What the program of `afterPublish` knows: which one it is, and each file by its time in milliseconds. */
  told: Type.Optional(
    Type.Object({ command: Type.String(), files: Type.Record(Type.String(), Type.Number()) }),
  ),
  /** Entries at the last complete publication, by stream. */
  entries: Type.Record(Type.String(), Type.Integer()),
  /** By path: source, size, and time in milliseconds. */
  files: Type.Record(Type.String(), Type.Tuple([Type.String(), Type.Number(), Type.Number()])),
})

/** It has a row for each file. */
const STORED = checkOf(Stored)

export interface FileRow {
  /** What it was made from. Empty: it is made again, and compared. */
  source: string
  size: number
  /** Milliseconds; 0: it may not exist yet. */
  mtime: number
}

export interface Manifest extends Omit<Static<typeof Stored>, 'version' | 'files'> {
  files: Map<string, FileRow>
}

const NOTHING = { serviceUrl: '', store: '', seq: 0, mark: '', epoch: 0, entries: {} }

/**
 * @param folder absolute path
 * @returns one with nothing in it if nothing was published yet, or if the file was emptied
 * @throws {PublishError} it is damaged, or of a newer version
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_NAME), 'utf8').catch(unlessAbsent)
  if (text === undefined) return { ...NOTHING, files: new Map(), ...earlierRecord(folder) }
  if (text === '') return { ...NOTHING, files: new Map() }
  const stored = parsed(folder, text)
  if (!STORED.Check(stored)) {
    const isNewer = Check(Type.Object({ version: Type.Integer({ minimum: VERSION + 1 }) }), stored)
    throw isNewer ? newerManifest(folder) : damagedManifest(folder)
  }
  const { version: _, files, ...rest } = stored
  const rows = Object.entries(files).map(
    ([path, [source, size, mtime]]) => [path, { source, size, mtime }] as const,
  )
  return { ...rest, files: new Map(rows) }
}

/**
 * @returns undefined: nothing was published there yet
 * @throws {PublishError} the manifest cannot be used
 */
export const readLastSettings = async (folder: string): Promise<LastSettings | undefined> =>
  (await readManifest(folder)).settings

export function manifestText({ files, ...rest }: Manifest): string {
  const rows: Static<typeof Stored>['files'] = {}
  for (const [path, { source, size, mtime }] of files) rows[path] = [source, size, mtime]
  return JSON.stringify({ version: VERSION, ...rest, files: rows } satisfies Static<typeof Stored>)
}

/** Replaces the file. */
export async function writeManifest(folder: Folder, text: string): Promise<void> {
  try {
    await folder.prepare(MANIFEST_NAME, Buffer.from(text))
  } catch (error) {
    await folder.dropPrepared(MANIFEST_NAME)
    throw error
  }
  await folder.show(MANIFEST_NAME)
  await folder.syncFolders(['.'])
}

const unlessAbsent = (error: unknown): undefined => {
  if (codeOf(error) !== 'ENOENT') throw error
}

function parsed(folder: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw damagedManifest(folder, error)
  }
}

const newerManifest = (folder: string) =>
  new PublishError(
    'FOLDER_UNUSABLE',
    `${join(folder, MANIFEST_NAME)} is of a newer version of schoolbell: publish with that one, or name another folder`,
  )
