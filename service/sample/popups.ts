/**
 * The popup messages: the typhoon signal, notices of the office, and two of the pre-school.
 *
 * A visitor reads them one after another: one signal is in force, no other message speaks of today, and what the news
 * tells as well is dated like its entry there.
 */
import type { Temporal } from 'temporal-polyfill'
import { printWireDateTime } from '../../shared/contract/wire-time.ts'
import type { SeedPopup } from '../seed.ts'
import { type Moment, wallClockOf, withDays } from './calendar.ts'
import drafts from './popups.json' with { type: 'json' }

type PopupDraft = Omit<SeedPopup, 'displayDate'> & { when: Moment }

export function popups(now: Temporal.PlainDateTime): SeedPopup[] {
  return (drafts as PopupDraft[]).map(({ when, texts, ...message }) => {
    const shown = wallClockOf(when, now)
    return { ...message, displayDate: printWireDateTime(shown), texts: withDays(texts, shown) }
  })
}
