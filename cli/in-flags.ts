/** Replaces option names in the library's messages by the command's flags: operators know `--service-url`, not `serviceUrl`. */

/** Flags whose names differ from their options; others are the option's name with hyphens, as `--service-url`. */
export const OTHER_NAMES: Readonly<Record<string, string>> = {
  streams: '--site',
  adminPassword: 'SCHOOLBELL_ADMIN_PASSWORD',
  accessKey: 'SCHOOLBELL_ACCESS_KEY',
  sessionToken: 'SCHOOLBELL_SESSION_TOKEN',
  expiredToken: 'SCHOOLBELL_EXPIRED_TOKEN',
  consoleToken: 'SCHOOLBELL_CONSOLE_TOKEN',
  corsOrigins: '--cors-origin',
  webhookAllowHosts: '--webhook-allow-host',
  'feeds: newsLink': '--news-link',
  'feeds: homeLink': '--home-link',
  'feeds: titles': '--feed-title',
  media: '--media-dir',
  'media: dir': '--media-dir',
  'media: hosts': '--media-host',
  'media: privateHosts': '--media-private-host',
  'media: totalBytes': '--media-total-bytes',
  publish: '--publish-to',
  'publish: to': '--publish-to',
  'publish: baseUrl': '--base-url',
  'publish: formats': '--format',
  'publish: stylesheet': '--stylesheet',
  // Options of `schoolbell sync publish`.
  formats: '--format',
  titles: '--feed-title',
}

/** An option's name at the start of a message, alone or with its group; and names that other messages mention. */
const NAMES = /^\w+(?:: \w+(?=: ))?(?=:? )|\b(?:publicUrl|baseUrl|serviceUrl|syncUrl|sessionUrl)\b/g

export function inFlags(message: string): string {
  return message.replace(NAMES, flagOf)
}

/** Names the option that chooses another port or host, in the message of one that cannot be taken. */
export const withPortOption = (message: string, portFlag: string) =>
  message
    .replace('choose another port', `choose another with ${portFlag}`)
    .replace('choose another host', 'choose another with --host')

/** The flag of an option. */
export function flagOf(name: string): string {
  return OTHER_NAMES[name] ?? `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
}
