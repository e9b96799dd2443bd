/**
 * Applies a plan to the folder, one stage after the other, so that no file links to a missing one. Files that are no longer
 * planned are removed last.
 *
 * A file is made only if its source is new, and written only if its bytes are. In each batch the files are entered in the
 * record, written under a temporary name, renamed one by one, and recorded as done. So the next run can continue an
 * interrupted one.
 */
import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { isDiskFull } from '../../../shared/error-code.ts'
import { PlanOutdatedError } from './errors.ts'
import { inParts, yieldToOthers } from './event-loop.ts'
import type { Folder, Found } from './folder.ts'
import { isOfOneEntry, isOfPopups, linkingFirst } from './paths.ts'
import type { PlannedFile, Stage } from './planned-file.ts'
import { type FileRow, type PublicationRecord, UNSURE } from './record.ts'

export interface ApplyPlanParts {
  folder: Folder
  record: PublicationRecord
  /** Its files before this run. */
  rows: Map<string, FileRow>
  /** Also write `.gz` and `.br` for each text. */
  compress: boolean
  /** Checks every file and repairs those that others have changed. */
  verify: boolean
  /** Files that are not removed yet, although they are no longer planned. */
  keeps: (path: string) => boolean
  signal: AbortSignal
  onProgress: (progress: { done: number; total: number }) => void
}

export interface AppliedPlan {
  written: number
  unchanged: number
  removed: number
  /** Of the written files. */
  bytes: number
  /** Published files that others had changed or removed. */
  repaired: string[]
  /** Files that are not published, because files of others have their names. */
  blocked: string[]
  /** Mirrored files with wrong content, which are not published. */
  damaged: string[]
}

const BATCH_FILES = 64
const BATCH_BYTES = 4 * 1024 * 1024
/** Files made before the event loop continues. */
const MADE_AT_ONCE = 8

/** Results so far, also of interrupted attempts. */
export interface Tally {
  written: Set<string>
  bytes: number
  removed: number
  repaired: Set<string>
  damaged: Set<string>
  /** The disk was full: each file is renamed before the next one is written, because that needs less space. */
  isTight: boolean
}

export const newTally = (): Tally => ({
  ...{ written: new Set(), bytes: 0, removed: 0, repaired: new Set(), damaged: new Set(), isTight: false },
})

/** @throws {PlanOutdatedError} a new plan is needed; the work so far stays */
export async function applyPlan(
  stages: readonly Stage[],
  tally: Tally,
  parts: ApplyPlanParts,
): Promise<AppliedPlan> {
  const { folder, record, rows, compress, verify, keeps, signal, onProgress } = parts
  for (const path of record.unfinished()) await folder.dropPrepared(path)
  const endings = compress ? ['', ...Object.keys(COMPRESS)] : ['']
  const pathsOf = ({ path, content }: PlannedFile) =>
    content.kind === 'text' ? endings.map(ending => path + ending) : [path]
  const planned = new Set<string>()
  for (const { files } of stages) {
    await inParts(files, file => {
      for (const path of pathsOf(file)) planned.add(path)
    })
  }
  const gone = linkingFirst([...rows.keys()].filter(path => !planned.has(path) && !keeps(path)))
  const blocked: string[] = []
  if (verify) for (const path of await lookAtAll(planned, rows, folder, record)) tally.repaired.add(path)

  const isCurrent = (file: PlannedFile) => pathsOf(file).every(path => rows.get(path)?.source === file.source)
  const stands = ({ path }: PlannedFile) => Boolean(rows.get(path)?.hash)
  const work: PlannedFile[][] = []
  for (const { files, standing = files } of stages) {
    const wanted: PlannedFile[] = []
    await inParts(files, file => {
      if (!stands(file)) wanted.push(file)
    })
    await inParts(standing, file => {
      if (stands(file) && !isCurrent(file)) wanted.push(file)
    })
    work.push(wanted)
  }
  const isInTheWay = async ({ path }: FileRow, known: FileRow | undefined) => {
    const standing = await folder.standing(path)
    return standing === 'folder' || (!known && standing === 'something')
  }
  /** With a new record: an existing file is already correct. */
  const stoodAlready = async (row: FileRow) => {
    const found = await folder.look(row.path)
    if (!found?.isForAll || (await folder.hash(row.path)) !== row.hash) return false
    Object.assign(row, { size: found.size, mtime: found.mtime })
    return true
  }
  const total = work.reduce((sum, files) => sum + files.length, 0)
  let done = 0

  const writeAll = async (files: readonly PlannedFile[]) => {
    let batch = newBatch()
    const write = async () => {
      await writeBatch(batch, folder, record, tally)
      for (const { row } of batch.files) {
        tally.written.add(row.path)
        tally.bytes += row.size
      }
      done += batch.planned
      batch = newBatch()
      onProgress({ done, total })
      signal.throwIfAborted()
    }
    for (const [index, file] of files.entries()) {
      if (index % MADE_AT_ONCE === 0) await yieldToOthers()
      for (const made of await make(file, endings)) {
        const known = rows.get(made.row.path)
        if (known?.hash === made.row.hash) batch.same.push({ ...known, source: file.source })
        else if (!(await isInTheWay(made.row, known))) batch.files.push(made)
        else if (!known && (await stoodAlready(made.row))) batch.same.push(made.row)
        else blocked.push(made.row.path)
        batch.bytes += made.bytes?.length ?? 0
      }
      batch.planned += 1
      if (batch.files.length >= (tally.isTight ? 1 : BATCH_FILES) || batch.bytes >= BATCH_BYTES) await write()
    }
    if (batch.planned > 0) await write()
  }

  try {
    for (const files of work) await writeAll(files)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    // What is withdrawn must disappear, even if the files that replace it cannot be written yet. This also frees space for them.
    const outdated = work
      .flat()
      .filter(file => stands(file) && isOfPopups(file.path) && !tally.written.has(file.path))
    const withdrawn = gone.filter(path => isOfOneEntry(path) || isOfPopups(path))
    await removeAll([...outdated.flatMap(pathsOf), ...withdrawn], tally, parts)
    if (tally.isTight) throw error
    tally.isTight = true
    throw new PlanOutdatedError('space was freed on a full disk', { cause: error })
  }
  const unchanged = [...planned].filter(path => !tally.written.has(path)).length - blocked.length
  blocked.push(...(await removeAll(gone, tally, parts)))
  return {
    ...{ written: tally.written.size, unchanged, removed: tally.removed, bytes: tally.bytes },
    repaired: [...tally.repaired].filter(path => !blocked.includes(path)),
    blocked,
    damaged: [...tally.damaged],
  }
}

interface MadeFile {
  /** Size and time are set when it is written. */
  row: FileRow
  /** Undefined: copied from `original`. */
  bytes: Buffer | undefined
  original: string | undefined
}

interface Batch {
  files: MadeFile[]
  /** The source is new, the bytes are the same. */
  same: FileRow[]
  bytes: number
  planned: number
}

const newBatch = (): Batch => ({ files: [], same: [], bytes: 0, planned: 0 })

const COMPRESS: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  '.gz': bytes => promisify(gzip)(bytes, { level: 9 }),
  '.br': bytes =>
    promisify(brotliCompress)(bytes, {
      params: {
        [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
        [zlib.BROTLI_PARAM_QUALITY]: 9,
        [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
}

async function make({ path, source, content }: PlannedFile, endings: readonly string[]): Promise<MadeFile[]> {
  const row = { path, source, hash: '', size: 0, mtime: 0 }
  if (content.kind === 'copy') {
    const hash = Buffer.from(content.sha256, 'hex').toString('base64url')
    return [{ row: { ...row, hash }, bytes: undefined, original: content.original }]
  }
  const text = Buffer.from(await content.make())
  return Promise.all(
    endings.map(async ending => {
      const bytes = (await COMPRESS[ending]?.(text)) ?? text
      const hash = createHash('sha256').update(bytes).digest('base64url')
      return { row: { ...row, path: path + ending, hash }, bytes, original: undefined }
    }),
  )
}

async function writeBatch(
  { files, same }: Batch,
  folder: Folder,
  record: PublicationRecord,
  { damaged }: Pick<Tally, 'damaged'>,
): Promise<void> {
  record.intend(files.map(({ row }) => row.path))
  const prepared = await Promise.allSettled(
    files.map(async ({ row, bytes, original = '' }) => {
      const written = bytes
        ? await folder.prepare(row.path, bytes)
        : await folder.prepareFrom(row.path, original, row.hash).catch(unlessGone)
      if (written) Object.assign(row, written)
      else damaged.add(row.path)
    }),
  )
  // Waits for all writes before a new plan is made.
  const failed = prepared.find(outcome => outcome.status === 'rejected')
  if (failed) throw failed.reason
  const spoilt = files.find(({ row }) => damaged.has(row.path))
  if (spoilt) throw new PlanOutdatedError(`${spoilt.row.path} is damaged in the mirror`)
  for (const { row } of files) await folder.show(row.path)
  await folder.syncFolders(new Set(files.map(({ row }) => dirname(row.path))))
  record.finish([...files.map(({ row }) => row), ...same])
}

/** The mirror has removed the file since the plan was made. */
function unlessGone(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new PlanOutdatedError(error.message)
  throw error
}

/** @returns paths that stay, because a folder of others has this name now */
async function removeAll(
  paths: readonly string[],
  tally: Pick<Tally, 'removed'>,
  { folder, record, signal }: Pick<ApplyPlanParts, 'folder' | 'record' | 'signal'>,
): Promise<string[]> {
  const left: string[] = []
  for (let at = 0; at < paths.length; at += BATCH_FILES) {
    signal.throwIfAborted()
    const part = paths.slice(at, at + BATCH_FILES)
    for (const path of part) {
      const removal = await folder.remove(path)
      if (removal === 'removed') tally.removed += 1
      if (removal === 'folder') left.push(path)
    }
    record.forget(part)
  }
  for (const path of new Set(paths.map(path => dirname(path)))) await folder.removeEmpty(path)
  return left
}

const LOOKED_AT_AT_ONCE = 32

/** @returns the paths of files that were changed since they were written; they count as not written */
async function lookAtAll(
  planned: ReadonlySet<string>,
  rows: Map<string, FileRow>,
  folder: Folder,
  record: PublicationRecord,
): Promise<string[]> {
  const repaired: FileRow[] = []
  const touched: FileRow[] = []
  const lookAt = async (row: FileRow) => {
    const found = await folder.look(row.path)
    if (found && isAsWritten(row, found)) return
    if (found?.isForAll && (await folder.hash(row.path)) === row.hash) {
      touched.push({ ...row, size: found.size, mtime: found.mtime })
      return
    }
    repaired.push({ ...row, source: '', hash: found ? UNSURE : '' })
  }
  // Without a source, a run was interrupted before the file appeared: it was not changed by others.
  const all = [...rows.values()].filter(({ path, source }) => source !== '' && planned.has(path))
  for (let at = 0; at < all.length; at += LOOKED_AT_AT_ONCE) {
    await Promise.all(all.slice(at, at + LOOKED_AT_AT_ONCE).map(lookAt))
  }
  record.finish([...touched, ...repaired])
  for (const row of repaired) rows.set(row.path, row)
  return repaired.map(({ path }) => path)
}

const isAsWritten = ({ size, mtime }: FileRow, found: Found) =>
  found.isForAll && found.size === size && Math.abs(found.mtime - mtime) < 1
