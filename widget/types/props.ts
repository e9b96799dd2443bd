/** What a page made with a framework passes to the elements. */
import type { SchoolNews } from '../school-news.ts'
import type { SchoolPopup } from '../school-popup.ts'

type PropertyNames =
  | 'service'
  | 'siteId'
  | 'lang'
  | 'remember'
  | 'refreshSeconds'
  | 'iconBase'
  | 'debug'
  | 'messages'

/**
 * The element's properties, and the attributes with another name.
 *
 * Not `refresh`: React and Vue set a property if the element has one with this name, and this one is a method.
 */
export type SchoolPopupProps = {
  [Name in PropertyNames]?: SchoolPopup[Name] | undefined
} & { 'site-id'?: string | undefined; 'icon-base'?: string | undefined }

type NewsPropertyNames =
  | 'service'
  | 'files'
  | 'siteId'
  | 'lang'
  | 'limit'
  | 'newsId'
  | 'headingLevel'
  | 'hash'
  | 'live'
  | 'debug'

/** The element's properties, and the attributes with another name. */
export type SchoolNewsProps = {
  [Name in NewsPropertyNames]?: SchoolNews[Name] | undefined
} & {
  'site-id'?: string | undefined
  'news-id'?: string | undefined
  'heading-level'?: number | string | undefined
}
