/** The school's websites, to which the console links. They are told to it: it makes none of their pages. */
import Type, { type Static } from 'typebox'
import { SITE_IDS } from '../shared/contract/site.ts'
import { templateFault } from '../shared/text/link-template.ts'

const Website = Type.Object({
  homeLink: Type.String({
    description: 'The page that shows popup messages, as in `https://school.example/{language}/`.',
  }),
  newsLink: Type.String({
    description: 'The page of an entry, as in `https://school.example/{language}/news/{newsId}`.',
  }),
})
/** Addresses with `{language}` (`en`, `zh`), `{lang}`, `{siteId}`, and in `newsLink` `{newsId}` or `{fileName}`. */
export type Website = Static<typeof Website>

/** By site; absent: it is not known. */
export const Websites = Type.Partial(
  Type.Object({ academy: Website, 'pre-school': Website } satisfies Record<
    (typeof SITE_IDS)[number],
    unknown
  >),
  { title: 'Websites' },
)
export type Websites = Static<typeof Websites>

export interface KnownWebsites {
  readonly known: Websites
  /** @throws {TypeError} an address that none can be made of */
  know(websites: Websites): void
}

export function knownWebsites(): KnownWebsites {
  let known: Websites = {}
  return {
    get known() {
      return known
    },
    know(websites) {
      for (const siteId of SITE_IDS) {
        const { homeLink, newsLink } = websites[siteId] ?? {}
        const fault =
          (homeLink !== undefined && templateFault(homeLink)) ||
          (newsLink !== undefined && templateFault(newsLink, 'newsId'))
        if (fault) throw new TypeError(`websites: ${siteId}: ${fault}`)
      }
      known = websites
    },
  }
}
