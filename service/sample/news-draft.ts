/** A news entry of the sample school, dated relative to the day of the sample. */
import type { SiteId } from '../../shared/contract/site.ts'
import type { Moment } from './calendar.ts'

export interface NewsDraft {
  when: Moment
  /** The academy alone when absent. */
  sites?: SiteId[]
  /** When it was deleted. */
  deleted?: Moment
  cover?: string
  attachments?: string[]
  en: readonly [newsTitle: string, newsContent: string]
  zh: readonly [newsTitle: string, newsContent: string]
}
