/** A live page, as far as its HTML says what it loads of schoolbell. What scripts write into it later is not seen. */
import { Parser } from 'htmlparser2'
import { type Policy, parsePolicies } from './policy.ts'

export type Attributes = Readonly<Record<string, string>>

export interface LivePage {
  /** Where it came from, after redirects. */
  url: URL
  /** Its language, as in `<html lang>`. */
  lang: string
  /** What its relative addresses are relative to. */
  base: URL
  /** Those with an address. */
  scripts: Attributes[]
  /** `<school-popup>` and `<school-news>`. */
  popups: Attributes[]
  news: Attributes[]
  /** Whether the site writes news itself, as the plugin for WordPress does. */
  hasOwnNews: boolean
  policies: Policy[]
}

/** Browsers keep what is in them from running. */
const INERT = ['noscript', 'template']

/** @param policyHeader of the response, '' if there is none */
export function readPage(url: URL, html: string, policyHeader: string): LivePage {
  const page: LivePage = {
    ...{ url, base: url, lang: '', hasOwnNews: false },
    ...{ scripts: [], popups: [], news: [], policies: parsePolicies(policyHeader) },
  }
  let base: URL | null = null
  let inert = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      if (INERT.includes(name)) inert += 1
      if (inert > 0) return
      if (name === 'base' && attributes.href) base ??= URL.parse(attributes.href, url)
      read(page, name, attributes)
    },
    onclosetag(name) {
      if (INERT.includes(name)) inert -= 1
    },
  })
  parser.end(html)
  return { ...page, base: base ?? url }
}

function read(page: LivePage, name: string, attributes: Attributes): void {
  const { lang, src, content = '', class: classes = '' } = attributes
  if (name === 'html' && lang !== undefined) page.lang = lang
  else if (name === 'script' && src !== undefined) page.scripts.push(attributes)
  else if (name === 'school-popup') page.popups.push(attributes)
  else if (name === 'school-news') page.news.push(attributes)
  else if (name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'content-security-policy')
    page.policies.push(...parsePolicies(content))
  else if (/(^|\s)schoolbell-(list|entry)(\s|$)/.test(classes)) page.hasOwnNews = true
}
