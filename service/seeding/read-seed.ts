/** From the name of a seed to a checked seed: the sample school, an empty one, or a JSON file. */
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Temporal } from 'temporal-polyfill'
import { fault } from '../../shared/client/accept.ts'
import { checkOf } from '../../shared/client/check.ts'
import { codeOf } from '../../shared/error-code.ts'
import { DeepJson, parseJson } from '../../shared/text/parse-json.ts'
import { Seed } from '../seed.ts'
import { firstFault } from './seed-faults.ts'

export interface ReadSeed {
  seed: Seed
  /** What the media files' paths are relative to. */
  mediaDir: string
  /** For errors. */
  file: string
}

/** A school with nothing in it but its name and app id; keys, messages and news are added while it runs. */
const EMPTY: Seed = {
  school: { 'en-US': 'School', 'zh-HK': '學校' },
  appId: 'school',
  accessKeys: [],
  units: [],
  years: [],
  groups: [],
  users: [],
  sessions: [],
  attendance: [],
  media: [],
  popups: [],
  news: [],
  more: { enabled: false, entranceUrl: '' },
}

const seedCheck = checkOf(Seed)

/**
 * @param from `sample`, `empty`, the path of a JSON file, or a seed or a part of one over an empty school, its media
 *   relative to where the program was started
 * @param wall the school's wall clock, which the sample school's dates are counted from
 * @throws {SeedError} the file cannot be read, is no JSON, or is no seed
 */
export async function readSeed(
  from: string | Partial<Seed>,
  wall: Temporal.PlainDateTime,
): Promise<ReadSeed> {
  if (typeof from !== 'string') return accepted({ ...EMPTY, ...from }, 'given', '.')
  const name = from
  if (name === 'empty') return { seed: EMPTY, mediaDir: '.', file: name }
  if (name === 'sample') {
    // Loaded only for the sample school.
    const { sampleSchool, SAMPLE_MEDIA_DIR } = await import('../sample/school.ts')
    return { seed: { ...sampleSchool(wall), sample: true }, mediaDir: SAMPLE_MEDIA_DIR, file: name }
  }
  return accepted(await readJson(name), name, dirname(resolve(name)))
}

function accepted(seed: unknown, file: string, mediaDir: string): ReadSeed {
  if (!seedCheck.Check(seed)) {
    const { path, reason } = fault(Seed, seed)
    throw new SeedError('SEED_INVALID', file, path, reason)
  }
  const found = firstFault(seed)
  if (found) throw new SeedError('SEED_INVALID', file, found.path, found.reason)
  return { seed, mediaDir, file }
}

const EXPECTED = 'give sample, empty, a JSON file or an exported state'

async function readJson(file: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const reason = codeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${codeOf(error)})`
    throw new SeedError('SEED_UNREADABLE', file, '', `the file ${reason}; ${EXPECTED}`, { cause: error })
  }
  try {
    // Some editors write a byte order mark, which is not valid JSON.
    return parseJson(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    if (error instanceof DeepJson)
      throw new SeedError('SEED_INVALID', file, '', error.message, { cause: error })
    const reason = error instanceof Error ? error.message : String(error)
    throw new SeedError('SEED_INVALID', file, '', `is not JSON (${reason}); ${EXPECTED}`, { cause: error })
  }
}

/** Which keys and tokens of a seed are published: those of the sample school, in any seed. */
export const isSample = ({ sample }: Pick<Seed, 'sample'>, secret: string): boolean =>
  sample === true || secret.startsWith('sample-')

export const holdsSamples = (seed: Seed): boolean =>
  [...seed.accessKeys.map(({ key }) => key), ...seed.sessions.map(({ token }) => token)].some(secret =>
    isSample(seed, secret),
  )

/** An invalid seed: which file, where in it, and why. Nothing was changed. */
export class SeedError extends Error {
  override name = 'SeedError'
  readonly code: 'SEED_UNREADABLE' | 'SEED_INVALID'
  /** The seed's file, or `sample` or `empty`. */
  readonly file: string
  /** JSON pointer to the fault, as in `/news/3/cover`; empty for the file as a whole. */
  readonly path: string

  constructor(code: SeedError['code'], file: string, path: string, reason: string, options?: ErrorOptions) {
    super(`seed ${file}: ${path ? `${path} ` : ''}${reason}`, options)
    this.code = code
    this.file = file
    this.path = path
  }
}
