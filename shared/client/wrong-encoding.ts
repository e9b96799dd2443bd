/** A body that is not compressed as its header says: Node's zlib tells it by codes. Browsers give no reason. */
import { codeOf } from '../error-code.ts'
import { ContractError } from './errors.ts'

const ENCODINGS = [
  [/^Z_/, 'gzip or deflate'],
  [/^ERR__?ERROR_/, 'br'],
  [/^ZSTD_/, 'zstd'],
] as const

/** @param error of reading a body; the reason is its cause */
export function wrongEncoding(address: string, error: unknown): ContractError | undefined {
  const code = codeOf(Object(error).cause)
  const encoding = ENCODINGS.find(([codes]) => codes.test(code))?.[1]
  if (encoding === undefined) return undefined
  const what = `content-encoding says ${encoding}, but the body is something else`
  const remedy = 'correct the header on the server, or on a proxy on the way'
  return new ContractError(address, '', `${what}; ${remedy} (${code})`, { cause: error })
}
