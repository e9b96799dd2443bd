/** Signatures as the Standard Webhooks specification 1.0 has them: HMAC-SHA256 over `id.timestamp.body`. */
import { Webhook } from 'standardwebhooks'

/** Prefix of a secret, so that people and scanners recognise it. */
export const SECRET_PREFIX = 'whsec_'

export type Signed = {
  'webhook-id': string
  /** Seconds since 1970, of this attempt. */
  'webhook-timestamp': string
  'webhook-signature': string
}

/** @param secrets all valid ones, as in `whsec_…`; the receiver needs only one matching signature */
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
