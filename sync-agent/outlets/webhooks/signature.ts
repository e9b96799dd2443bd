/** Signatures as the Standard Webhooks specification 1.0 has them: HMAC-SHA256 over `id.timestamp.body`. */
import { Webhook } from 'standardwebhooks'

/** Before the Base64 of a secret, so that people and scanners know it for one. */
export const SECRET_PREFIX = 'whsec_'

export interface Signed {
  'webhook-id': string
  /** Seconds since 1970, of this attempt. */
  'webhook-timestamp': string
  'webhook-signature': string
}

/** @param secrets all that are valid, as in `whsec_…`: a receiver is content when one of them is its own */
export function signedHeaders(
  { messageId, atMs, body }: { messageId: string; atMs: number; body: string },
  secrets: readonly string[],
): Signed {
  const signatures = secrets.map(secret => new Webhook(secret).sign(messageId, new Date(atMs), body))
  return {
    'webhook-id': messageId,
    'webhook-timestamp': `${Math.floor(atMs / 1000)}`,
    'webhook-signature': signatures.join(' '),
  }
}
