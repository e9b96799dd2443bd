/** An envelope as bytes, compressed once for all who ask. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FailureEnvelope } from '../../../shared/contract/envelope.ts'
import { returnMessage, SUCCESS } from '../../../shared/contract/return-code.ts'

export interface Variant {
  body: Buffer
  entityTag: string
  /** Undefined: as it is. */
  encoding: 'br' | 'gzip' | undefined
}

/** Brotli, gzip, as it is; what gains nothing by compression has the last alone. */
export type Rendered = readonly Variant[]

/** Below, the headers around it are most of an answer. */
const WORTH_COMPRESSING = 256
/** Above, the best compression takes longer than the bytes it saves. */
const LARGE = 64 * 1024

/** The envelope as text. @param content JSON */
export function successText(txID: string, content: string): string {
  const head = JSON.stringify({ txID, code: SUCCESS, message: returnMessage('D00000') }).slice(0, -1)
  return `${head},"content":${content}}`
}

/** @param content JSON */
export async function renderSuccess(txID: string, content: string): Promise<Rendered> {
  const body = Buffer.from(successText(txID, content))
  if (body.length < WORTH_COMPRESSING) return [variant(body, body, undefined)]
  const quality = body.length > LARGE ? 5 : constants.BROTLI_MAX_QUALITY
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  return [
    variant(body, await promisify(brotliCompress)(body, { params }), 'br'),
    variant(body, await promisify(gzip)(body), 'gzip'),
    variant(body, body, undefined),
  ]
}

export function renderFailure(envelope: FailureEnvelope): Rendered {
  const body = Buffer.from(JSON.stringify(envelope))
  return [variant(body, body, undefined)]
}

/** Strong: one tag, one sequence of bytes. The txID is among them; it stays as long as the content does. */
function variant(whole: Buffer, body: Buffer, encoding: Variant['encoding']): Variant {
  const digest = createHash('sha256').update(whole).digest('base64url').slice(0, 22)
  return { body, entityTag: `"${digest}${encoding ? `-${encoding}` : ''}"`, encoding }
}
