/** News of the school office: weather, dates, admissions, meals, buses, circulars. */
import type { NewsDraft } from './news.ts'

export const OFFICE: readonly NewsDraft[] = [
  {
    when: { minutesAgo: 9 },
    sites: ['academy', 'pre-school'],
    cover: 'typhoon-sky.jpg',
    attachments: ['severe-weather.pdf'],
    en: [
      'Typhoon Signal No. 8: all classes suspended today',
      `
<p>The No. 8 Southeast Gale or Storm Signal has been issued. All classes, examinations and activities at the Academy and the Pre-school are suspended for the rest of the day.</p>
<h3>Students who are at school</h3>
<p>The boarding house and the hall are open. Staff stay with every student until a parent or an authorised person arrives. Please come to the lower gate and bring the family card.</p>
<h3>Students who are at home</h3>
<p>Please stay indoors. Work set for today may be handed in on the first day after classes resume; no marks are lost.</p>
<p>The full arrangements for typhoons and rainstorms are in the attached leaflet. The next notice will be published when the signal is lowered.</p>
`,
    ],
    zh: [
      '八號烈風或暴風信號：今日全校停課',
      `
<p>天文台已發出八號東南烈風或暴風信號。書院及幼稚園今日所有課堂、考試及活動即時停止。</p>
<h3>已在校的學生</h3>
<p>宿舍及禮堂照常開放。教職員會留校照顧學生，直至家長或獲授權人士到校接回。請家長攜同家庭證，由下層正門進入。</p>
<h3>仍在家中的學生</h3>
<p>請留在室內安全地方。今日應交的功課可於復課首日補交，不會扣分。</p>
<p>颱風及暴雨的詳細安排載於附件單張。信號除下後，學校將另行公布。</p>
`,
    ],
  },
  {
    when: { daysAgo: 1, at: '16:20' },
    cover: 'regatta.jpg',
    attachments: ['regatta.jpg', 'regatta-programme.pdf'],
    en: [
      'First crew home: Tern Bay wins the schools’ harbour regatta',
      `<p>Our first crew crossed the line a length and a half ahead of the field in the junior fours.</p>`,
    ],
    zh: [
      '率先衝線：本校奪得學界海港賽艇冠軍',
      `<p>本校第一艇隊於初級組四人艇決賽中，以一個半船身之先衝線奪冠。</p>`,
    ],
  },
]
