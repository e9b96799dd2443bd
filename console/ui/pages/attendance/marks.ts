/** The five statuses as they are marked: a key, a letter and a shape each, so that colour is never all there is. */
import { css, html, type TemplateResult } from 'lit'
import { ATTENDANCE_STATUSES, type AttendanceStatus } from '../../../../shared/contract/attendance.ts'
import { type Language, language } from '../../language.ts'
import { STATUS_NAMES } from '../../parts/words.ts'

export { ATTENDANCE_STATUSES, type AttendanceStatus }

export interface MarkLook {
  /** Pressed to give this status; 1 to 5 do the same. */
  key: string
  /** What stands in a narrow place. */
  letter: Record<Language, string>
}

export const MARKS: Record<AttendanceStatus, MarkLook> = {
  Present: { key: 'p', letter: { 'en-US': 'P', 'zh-HK': '到' } },
  Unexcused: { key: 'u', letter: { 'en-US': 'U', 'zh-HK': '缺' } },
  Excused: { key: 'e', letter: { 'en-US': 'E', 'zh-HK': '假' } },
  Late: { key: 'l', letter: { 'en-US': 'L', 'zh-HK': '遲' } },
  EarlyLeave: { key: 'y', letter: { 'en-US': 'Y', 'zh-HK': '早' } },
}

/** The status that a key gives; undefined for any other key. */
export function statusOfKey(key: string): AttendanceStatus | undefined {
  const byNumber = /^[1-5]$/.test(key) ? ATTENDANCE_STATUSES[Number(key) - 1] : undefined
  return byNumber ?? ATTENDANCE_STATUSES.find(status => MARKS[status].key === key.toLowerCase())
}

/** @param decoration when the words stand beside it */
export function mark(status: AttendanceStatus, decoration = false): TemplateResult {
  const lang = language()
  const letter = MARKS[status].letter[lang]
  return decoration
    ? html`<span class="mark ${status}" aria-hidden="true">${letter}</span>`
    : html`<span class="mark ${status}" role="img" aria-label=${STATUS_NAMES[status][lang]}>${letter}</span>`
}

/** Present a disc, unexcused a full square, excused an open one, late a disc half cut, early leave a slanted one. */
export const markStyles = css`
  .mark {
    display: inline-grid;
    place-items: center;
    flex: none;
    width: 1.75rem;
    height: 1.75rem;
    font-size: 0.8125rem;
    font-weight: 700;
    line-height: 1;
    border: 2px solid transparent;
    border-radius: 3px;
  }
  .Present {
    border-radius: 50%;
    background: var(--wa-color-success-fill-quiet);
    color: var(--wa-color-success-on-quiet);
  }
  .Unexcused {
    background: var(--wa-color-danger-fill-loud);
    color: var(--wa-color-danger-on-loud);
  }
  .Excused {
    border: 2px dashed var(--wa-color-brand-border-loud);
    color: var(--wa-color-brand-on-quiet);
  }
  .Late {
    border-radius: 50% 50% 3px 3px;
    border-block-end: 4px solid var(--wa-color-warning-on-quiet);
    background: var(--wa-color-warning-fill-quiet);
    color: var(--wa-color-warning-on-quiet);
  }
  .EarlyLeave {
    border-radius: 3px 50% 50% 3px;
    border-inline-start: 4px solid var(--wa-color-neutral-on-quiet);
    background: var(--wa-color-neutral-fill-quiet);
    color: var(--wa-color-neutral-on-quiet);
  }
`
