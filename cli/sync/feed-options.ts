/** The options of `schoolbell sync` for feeds. */
import { type Command, InvalidArgumentError } from 'commander'
import { isLanguage, isSiteId } from '../../shared/contract/site.ts'
import type { FeedTexts, SyncAgentOptions } from '../../sync-agent/index.ts'
import { option } from '../options.ts'

export interface FeedFlags {
  publicUrl?: string
  newsLink?: string
  homeLink?: string
  feedTitle?: FeedTexts
}

export function addFeedOptions(command: Command): Command {
  return command
    .optionsGroup('Feeds:')
    .addOption(option('--news-link <template>', 'where the site shows an entry, with {newsId} in it'))
    .addOption(option('--home-link <template>', 'the page that a feed belongs to (default: the site’s root)'))
    .addOption(
      option('--feed-title <texts>', 'as in academy=Tern Bay Academy|academy/zh-HK=燕鷗灣書院').argParser(
        siteTexts,
      ),
    )
    .optionsGroup('Options:')
}

export function feedOptions(flags: FeedFlags): Pick<SyncAgentOptions, 'publicUrl' | 'feeds'> {
  return {
    publicUrl: flags.publicUrl,
    feeds: {
      newsLink: flags.newsLink,
      homeLink: flags.homeLink,
      titles: flags.feedTitle,
    },
  }
}

/** One text for each site, or for each site and language, separated by `|`; the option can be repeated. */
function siteTexts(text: string, before: FeedTexts = {}): FeedTexts {
  const texts = text.split('|').map(part => {
    const [, key = '', value = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/s.exec(part) ?? []
    const [siteId, lang, ...rest] = key.split('/')
    if (!isSiteId(siteId) || (lang !== undefined && !isLanguage(lang)) || rest.length > 0 || value === '') {
      throw new InvalidArgumentError(
        `"${part}" is not valid; examples: academy=Tern Bay Academy, academy/zh-HK=燕鷗灣書院.`,
      )
    }
    return [key, value]
  })
  return { ...before, ...Object.fromEntries(texts) }
}
