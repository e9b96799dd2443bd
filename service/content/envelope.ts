/** The envelope of success around content that is JSON already. */
import { returnMessage, SUCCESS } from '../../shared/contract/return-code.ts'

/** What follows the txID, up to the content. */
const AFTER_TX_ID = `","code":${JSON.stringify(SUCCESS)},"message":${JSON.stringify(returnMessage('D00000'))},"content":`
const BETWEEN = Buffer.from(AFTER_TX_ID)
const CLOSING_BRACE = '}'.charCodeAt(0)

/** @param txID of plain ASCII @param content JSON */
export function envelopeBytes(txID: string, content: Buffer): Buffer {
  const before = 9 + txID.length
  const whole = Buffer.allocUnsafe(before + BETWEEN.length + content.length + 1)
  whole.write(`{"txID":"${txID}`, 0, 'latin1')
  BETWEEN.copy(whole, before)
  content.copy(whole, before + BETWEEN.length)
  whole[whole.length - 1] = CLOSING_BRACE
  return whole
}

/** All of it but what {@link envelopeEnd} holds. */
export const envelopeStart = (txID: string): string => `{"txID":"${txID}${AFTER_TX_ID}`

/** @param content JSON */
export const envelopeEnd = (content: Buffer): Buffer => Buffer.concat([content, Buffer.from('}')])

/** Of a whole envelope. */
export const envelopeLength = (txID: string, content: Buffer): number =>
  9 + txID.length + BETWEEN.length + content.length + 1

/** The same as text. */
export const envelopeText = (txID: string, content: string): string =>
  `{"txID":"${txID}${AFTER_TX_ID}${content}}`
