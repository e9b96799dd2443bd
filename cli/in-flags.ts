/** What the library says of its options, in the command's words: an operator knows `--service-url`, not `serviceUrl`. */

/** Where a flag has another name than its option; all others have it with hyphens, as `serviceUrl` is `--service-url`. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  streams: '--site',
  adminPassword: 'SCHOOLBELL_ADMIN_PASSWORD',
  consoleToken: 'SCHOOLBELL_CONSOLE_TOKEN',
  corsOrigins: '--cors-origin',
  webhookAllowHosts: '--webhook-allow-host',
  timeoutMs: '--timeout',
  totalMs: '--total-timeout',
  leaseMs: '--lease',
  staleAfterMs: '--stale-after',
  popupIntervalMs: '--popup-interval',
  popupStaleMs: '--popup-stale',
  'feeds: newsLink': '--news-link',
  'feeds: homeLink': '--home-link',
  'feeds: titles': '--feed-title',
  'feeds: descriptions': '--feed-description',
  'feeds: entries': '--feed-entries',
  'feeds: identity': '--feed-identity',
  media: '--media-dir',
  'media: dir': '--media-dir',
  'media: hosts': '--media-host',
  'media: privateHosts': '--media-private-host',
  'media: maxBytes': '--media-max-bytes',
  'media: totalBytes': '--media-total-bytes',
  'media: parallel': '--media-parallel',
  'media: totalMs': '--media-timeout',
  'media: graceMs': '--media-grace',
  publish: '--publish-to',
  'publish: to': '--publish-to',
  'publish: baseUrl': '--base-url',
  'publish: formats': '--format',
  // What a publication of its own says.
  formats: '--format',
  titles: '--feed-title',
  descriptions: '--feed-description',
  entries: '--feed-entries',
  identity: '--feed-identity',
}

/** An option's name, or a group's and its option's, as every such message begins with; and the two that others speak of. */
const NAMES = /^\w+(?:: \w+(?=: ))?(?=:? )|\b(?:publicUrl|baseUrl)\b/g

export function inFlags(message: string): string {
  return message.replace(NAMES, flagOf)
}

/** An option's name as its flag. */
export function flagOf(name: string): string {
  return OTHER_NAMES[name] ?? `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
}
