/**
 * Brings the folder to a plan, one stage after the other, so that no file links to a missing one. Files that are no longer
 * planned are removed last.
 *
 * A file is made only if its source is new, and written only if its bytes are. The files of a batch are written under temporary
 * names, synced to the disk, and then renamed one by one. The manifest names new files before they appear.
 */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { PlanOutdatedError } from './errors.ts'
import { inParts, yieldToOthers } from './event-loop.ts'
import type { Folder, Written } from './folder.ts'
import type { FileRow } from './manifest.ts'
import { linkingFirst } from './paths.ts'
import type { PlannedFile, Stage } from './planned-file.ts'

export interface Application {
  folder: Folder
  /** Of the manifest, by path. */
  files: Map<string, FileRow>
  /** Saves the manifest. */
  save: () => Promise<void>
  /** @throws {PublishError} another publisher has taken the folder over */
  confirm: () => Promise<void>
  /** Files that are not removed yet, although they are no longer planned. */
  keeps: (path: string) => boolean
  tally: Tally
  signal: AbortSignal
  onProgress: (progress: { done: number; total: number }) => void
}

/** Results so far, also of plans that were outdated. */
export interface Tally {
  written: Set<string>
  bytes: number
  removed: number
  /** Published files that others have changed or removed. */
  changedByOthers: Set<string>
  /** Of these, those that were written again. */
  repaired: Set<string>
  /** Mirrored files with wrong content, which are not published. */
  damaged: Set<string>
}

export const newTally = (): Tally => ({
  ...{ written: new Set(), bytes: 0, removed: 0 },
  ...{ changedByOthers: new Set(), repaired: new Set(), damaged: new Set() },
})

export interface AppliedPlan {
  unchanged: number
  /** Files that are not published, because files of others have their names. */
  blocked: string[]
}

const BATCH_FILES = 64
const BATCH_BYTES = 4 * 1024 * 1024
/** Files made before the event loop continues. */
const MADE_AT_ONCE = 8

/** @throws {PlanOutdatedError} a new plan is needed; the work so far stays */
export async function applyPlan(stages: readonly Stage[], application: Application): Promise<AppliedPlan> {
  const { files, keeps, tally } = application
  const planned = new Set(stages.flatMap(stage => stage.files.map(({ path }) => path)))
  const gone = linkingFirst([...files.keys()].filter(path => !planned.has(path) && !keeps(path)))
  const work = await inOrder(stages, files)
  if (work.flat().length + gone.length > 0) {
    await announce(work.flat(), application)
    await application.save()
  }
  const blocked = await writeAll(work, application)
  const unchanged = [...planned].filter(path => !tally.written.has(path)).length - blocked.length
  blocked.push(...(await removeAll(gone, application)))
  return { unchanged, blocked }
}

/**
 * After a run that was interrupted: removes its temporary files, and finds out which of its files have appeared. Readers may
 * have come to those, so they count as standing.
 */
export async function takeUp({ folder, files }: Pick<Application, 'folder' | 'files'>): Promise<void> {
  for (const [path, { source }] of files) {
    if (source !== '') continue
    await folder.dropPrepared(path)
    const { size = 0, mtime = 0 } = (await folder.look(path)) ?? {}
    files.set(path, { source, size, mtime })
  }
}

/** Files to make, by stage: first those that do not exist yet. */
async function inOrder(
  stages: readonly Stage[],
  files: ReadonlyMap<string, FileRow>,
): Promise<PlannedFile[][]> {
  const work: PlannedFile[][] = []
  const exists = ({ path }: PlannedFile) => (files.get(path)?.mtime ?? 0) > 0
  for (const { files: all, standing = all } of stages) {
    const wanted: PlannedFile[] = []
    await inParts(all, file => {
      if (!exists(file)) wanted.push(file)
    })
    await inParts(standing, file => {
      if (exists(file) && files.get(file.path)?.source !== file.source) wanted.push(file)
    })
    work.push(wanted)
  }
  return work
}

/** For a crash: what is made now has no source in the manifest. Files of others are not entered. */
async function announce(work: readonly PlannedFile[], { folder, files }: Application): Promise<void> {
  for (const { path } of work) {
    const row = files.get(path)
    if (row || (await folder.standing(path)) === 'nothing') {
      files.set(path, { size: 0, mtime: 0, ...row, source: '' })
    }
  }
}

interface Batch {
  made: MadeFile[]
  bytes: number
}

interface MadeFile {
  file: PlannedFile
  /** Undefined: copied. */
  bytes: Buffer | undefined
}

/** @returns paths that others have */
async function writeAll(work: readonly PlannedFile[][], application: Application): Promise<string[]> {
  const blocked: string[] = []
  const total = work.flat().length
  let before = 0
  for (const files of work) {
    const onProgress = (done: number) => application.onProgress({ done: before + done, total })
    blocked.push(...(await writeStage(files, application, onProgress)))
    before += files.length
  }
  return blocked
}

/**
 * Files whose entry has changed since the plan was made are left out, and the others written before the next plan.
 *
 * @returns paths that others have
 */
async function writeStage(
  files: readonly PlannedFile[],
  application: Application,
  onProgress: (done: number) => void,
): Promise<string[]> {
  const blocked: string[] = []
  const outdated: PlanOutdatedError[] = []
  let batch: Batch = { made: [], bytes: 0 }
  for (const [index, file] of files.entries()) {
    if (index % MADE_AT_ONCE === 0) await yieldToOthers()
    try {
      const bytes = await bytesOf(file)
      const use = await useOf(file, bytes, application)
      if (use === 'blocked') blocked.push(file.path)
      if (use === 'write') batch.made.push({ file, bytes })
      batch.bytes += bytes?.length ?? 0
    } catch (error) {
      if (!(error instanceof PlanOutdatedError)) throw error
      outdated.push(error)
    }
    const isFull = batch.made.length >= BATCH_FILES || batch.bytes >= BATCH_BYTES
    if (!isFull && index < files.length - 1) continue
    await writeBatch(batch.made, application)
    batch = { made: [], bytes: 0 }
    onProgress(index + 1)
    application.signal.throwIfAborted()
  }
  if (outdated[0]) throw outdated[0]
  return blocked
}

/** Undefined: the file is copied. */
const bytesOf = async ({ content }: PlannedFile): Promise<Buffer | undefined> =>
  content.kind === 'text' ? Buffer.from(await content.make()) : undefined

/** A file that has these bytes already is not written; one of others is not replaced. */
async function useOf(
  { path, source, content }: PlannedFile,
  bytes: Buffer | undefined,
  { folder, files }: Application,
): Promise<'write' | 'same' | 'blocked'> {
  const standing = await folder.standing(path)
  if (standing === 'nothing') return 'write'
  const found = standing === 'something' ? await folder.look(path) : undefined
  const isSame =
    found?.isForAll &&
    (content.kind === 'text'
      ? found.size === bytes?.length && (await folder.read(path)).equals(bytes)
      : (await folder.sha256(path)) === content.sha256)
  if (isSame) {
    files.set(path, { source, size: found.size, mtime: found.mtime })
    return 'same'
  }
  return standing === 'folder' || !files.has(path) ? 'blocked' : 'write'
}

async function writeBatch(made: readonly MadeFile[], application: Application): Promise<void> {
  const { folder, files, tally } = application
  await application.confirm()
  const prepared = await Promise.allSettled(made.map(one => prepare(one, folder)))
  // Waits for all writes before a new plan is made.
  const failed = prepared.find(outcome => outcome.status === 'rejected')
  if (failed) {
    for (const { file } of made) await folder.dropPrepared(file.path)
    throw failed.reason
  }
  const written = prepared.map(outcome => (outcome.status === 'fulfilled' ? outcome.value : undefined))
  const spoilt = made.filter((_, index) => written[index] === undefined)
  for (const { file } of spoilt) tally.damaged.add(file.path)
  if (spoilt[0]) throw new PlanOutdatedError(`${spoilt[0].file.path} is damaged in the mirror`)
  for (const [index, { file }] of made.entries()) {
    const { path, source } = file
    await folder.show(path)
    const { size = 0, mtime = 0 } = written[index] ?? {}
    files.set(path, { source, size, mtime })
    tally.written.add(path)
    tally.bytes += size
    if (tally.changedByOthers.has(path)) tally.repaired.add(path)
  }
  await folder.syncFolders(new Set(made.map(({ file }) => dirname(file.path))))
}

/** @returns undefined: the original has another content than its name says */
async function prepare({ file, bytes }: MadeFile, folder: Folder): Promise<Written | undefined> {
  const { path, content } = file
  if (content.kind === 'copy')
    return folder
      .prepareFrom(path, content.original, content.sha256)
      .catch(error => unlessGone(error, content.original))
  return folder.prepare(path, bytes ?? Buffer.alloc(0))
}

/** The mirror has removed the file since the plan was made. */
function unlessGone(error: NodeJS.ErrnoException, original: string): never {
  if (error.code === 'ENOENT' && !existsSync(original)) throw new PlanOutdatedError(error.message)
  throw error
}

/** @returns paths that stay, because a folder of others has this name now */
async function removeAll(
  paths: readonly string[],
  { folder, files, tally, signal }: Application,
): Promise<string[]> {
  const left: string[] = []
  for (const [index, path] of paths.entries()) {
    if (index % BATCH_FILES === 0) signal.throwIfAborted()
    const removal = await folder.remove(path)
    files.delete(path)
    if (removal === 'removed') tally.removed += 1
    if (removal === 'folder') left.push(path)
  }
  for (const path of new Set(paths.map(path => dirname(path)))) await folder.removeEmpty(path)
  return left
}

const LOOKED_AT_AT_ONCE = 32

/** Files that others have changed, removed, or closed to readers since they were written lose their source. */
export async function findChangedByOthers({ folder, files, tally }: Application): Promise<void> {
  // Without a source, a run was interrupted: the file was not changed by others.
  const all = [...files].filter(([, { source }]) => source !== '')
  for (let at = 0; at < all.length; at += LOOKED_AT_AT_ONCE) {
    const part = all.slice(at, at + LOOKED_AT_AT_ONCE)
    await Promise.all(
      part.map(async ([path, row]) => {
        const found = await folder.look(path)
        if (found?.isForAll && found.size === row.size && found.mtime === row.mtime) return
        files.set(path, { source: '', size: row.size, mtime: found ? row.mtime : 0 })
        tally.changedByOthers.add(path)
      }),
    )
  }
}
