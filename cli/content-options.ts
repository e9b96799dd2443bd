/** A call of the content API: what `schoolbell popups` and `schoolbell news` share. */
import type { OptionValues } from 'commander'
import { type ContentClient, createContentClient } from '../shared/client/content.ts'
import { LANGUAGES, SITE_IDS } from '../shared/contract/site.ts'
import { EnvironmentCommand, httpUrl, milliseconds, option } from './options.ts'

export const contentCommand = (name: string, description: string): EnvironmentCommand =>
  new EnvironmentCommand(name)
    .description(description)
    .requiredOption('--service-url <url>', 'the service with its first path segment (required)', httpUrl)
    .addOption(option('--site <id>', 'the website').choices(SITE_IDS).default('academy'))
    .addOption(option('--lang <tag>', 'language of the content').choices(LANGUAGES).default('en-US'))
    .option('--timeout <ms>', 'time limit of a call, milliseconds (default: 10000)', milliseconds)
    .option('--json', 'print the response as JSON')

export const contentClient = ({ serviceUrl, timeout: timeoutMs }: OptionValues): ContentClient =>
  createContentClient({ serviceUrl, timeoutMs })

/** Of what people read. */
export const COLUMNS = 100
