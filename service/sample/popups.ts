/** The popup messages: weather signals, notices of the office, and two of the pre-school. */
import type { Temporal } from 'temporal-polyfill'
import type { Confirmation } from '../../shared/contract/popup.ts'
import type { LANGUAGES, SiteId } from '../../shared/contract/site.ts'
import { printWireDateTime } from '../../shared/contract/wire-time.ts'
import type { SeedPopup } from '../seed.ts'
import { type Moment, wallClockOf, withDays } from './calendar.ts'

interface PopupDraft {
  when: Moment
  sites: SiteId[]
  iconId?: string
  needConfirm?: Confirmation
  en: readonly [msgTitle: string, msgBody: string]
  zh: readonly [msgTitle: string, msgBody: string]
}

export function popups(now: Temporal.PlainDateTime): SeedPopup[] {
  return DRAFTS.map(({ when, sites, iconId, needConfirm, en, zh }) => {
    const shown = wallClockOf(when, now)
    const drafts = { 'en-US': en, 'zh-HK': zh }
    const text = (language: (typeof LANGUAGES)[number]) => {
      const [msgTitle, msgBody] = drafts[language]
      return { msgTitle, msgBody: withDays(msgBody, shown, language).trim() }
    }
    return {
      sites,
      displayDate: printWireDateTime(shown),
      onWebsite: true,
      ...(iconId === undefined ? {} : { iconId }),
      ...(needConfirm === undefined ? {} : { needConfirm }),
      texts: { 'en-US': text('en-US'), 'zh-HK': text('zh-HK') },
    }
  })
}

const DRAFTS: readonly PopupDraft[] = [
  {
    when: { minutesAgo: 4 },
    sites: ['academy', 'pre-school'],
    iconId: '5',
    needConfirm: 'Accept',
    en: [
      'Typhoon Signal No. 8 – all classes suspended',
      `
<p>The No. 8 Southeast Gale or Storm Signal is in force. <strong>All classes at the Academy and the Pre-school are suspended for the whole day.</strong></p>
<ul>
<li>Students at home: please stay at home in a safe place.</li>
<li>Students already at school are in the care of staff and may be collected at the <strong>lower gate</strong>. Nobody is sent home alone.</li>
<li>School buses and the ferry escort do not run.</li>
<li>Rowing, after-school activities and this evening's meetings are cancelled.</li>
</ul>
<p>The next notice will appear here and in the school app when the signal is lowered.</p>
`,
    ],
    zh: [
      '八號烈風或暴風信號生效 全校停課',
      `
<p>天文台已發出八號東南烈風或暴風信號，<strong>書院及幼稚園今日全日停課。</strong></p>
<ul>
<li>仍在家中的學生請留在家中安全地方。</li>
<li>已返抵學校的學生由教職員照顧，家長可於<strong>下層正門</strong>接回子女；學校不會讓學生自行離校。</li>
<li>校車及渡輪導護服務暫停。</li>
<li>賽艇訓練、課後活動及今晚所有會議一律取消。</li>
</ul>
<p>信號除下後，學校將於本網頁及學校應用程式公布復課安排。</p>
`,
    ],
  },
]
