/** Options of both `schoolbell popups` and `schoolbell news`. */
import type { Command } from 'commander'
import { type ContentClient, createContentClient } from '../shared/client/content.ts'
import { LANGUAGES, type Language, SITE_IDS, type SiteId } from '../shared/contract/site.ts'
import { httpUrl, option, requiredOption, timeoutOption } from './options.ts'

export interface ContentFlags {
  serviceUrl: string
  site: SiteId
  lang: Language
  timeout?: number
  json?: boolean
}

export function addContentOptions(command: Command): Command {
  return command
    .addOption(requiredOption('--service-url <url>', 'the service with its first path segment', httpUrl))
    .addOption(option('--site <id>', 'the website').choices(SITE_IDS).default('academy'))
    .addOption(option('--lang <tag>', 'language of the content').choices(LANGUAGES).default('en-US'))
    .addOption(timeoutOption())
    .addOption(option('--json', 'print the response as JSON'))
}

export const contentClient = ({ serviceUrl, timeout: timeoutMs }: ContentFlags): ContentClient =>
  createContentClient({ serviceUrl, ...(timeoutMs !== undefined && { timeoutMs }) })
