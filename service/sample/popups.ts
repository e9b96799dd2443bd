/**
 * The popup messages: the typhoon signal, notices of the office, and two of the pre-school.
 *
 * A visitor reads them one after another: one signal is in force, no other message speaks of today, and what the news
 * tells as well is dated like its entry there.
 */
import type { Temporal } from 'temporal-polyfill'
import type { Confirmation } from '../../shared/contract/popup.ts'
import type { LANGUAGES, SiteId } from '../../shared/contract/site.ts'
import { printWireDateTime } from '../../shared/contract/wire-time.ts'
import type { SeedPopup } from '../seed.ts'
import { type Moment, wallClockOf, withDays } from './calendar.ts'

interface PopupDraft {
  when: Moment
  /** For the app alone when false. */
  onWebsite?: boolean
  sites: SiteId[]
  iconId?: string
  needConfirm?: Confirmation
  en: readonly [msgTitle: string, msgBody: string]
  zh: readonly [msgTitle: string, msgBody: string]
}

export function popups(now: Temporal.PlainDateTime): SeedPopup[] {
  return DRAFTS.map(({ when, onWebsite, sites, iconId, needConfirm, en, zh }) => {
    const shown = wallClockOf(when, now)
    const drafts = { 'en-US': en, 'zh-HK': zh }
    const text = (language: (typeof LANGUAGES)[number]) => {
      const [msgTitle, msgBody] = drafts[language]
      return {
        msgTitle: withDays(msgTitle, shown, language),
        msgBody: withDays(msgBody, shown, language).trim(),
      }
    }
    return {
      sites,
      displayDate: printWireDateTime(shown),
      onWebsite: onWebsite ?? true,
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
<p>The No. 8 Southeast Gale or Storm Signal is in force. <strong>All classes at the Academy and the Pre-school are suspended.</strong></p>
<ul>
<li>Before school hours: students stay at home in a safe place.</li>
<li>During school hours: students at school are in the care of staff and may be collected at the <strong>lower gate</strong>. Nobody is sent home alone.</li>
<li>School buses and the ferry escort do not run.</li>
<li>Rowing, after-school activities and this evening's meetings are cancelled.</li>
</ul>
<p>The next notice will appear here and in the school app when the signal is cancelled or replaced by a lower one.</p>
`,
    ],
    zh: [
      '八號烈風或暴風信號生效 全校停課',
      `
<p>天文台已發出八號東南烈風或暴風信號，<strong>書院及幼稚園停課。</strong></p>
<ul>
<li>上課前：學生請留在家中安全地方。</li>
<li>上課期間：在校學生由教職員照顧，家長可於<strong>下層正門</strong>接回子女；學校不會讓學生自行離校。</li>
<li>校車及渡輪護送服務暫停。</li>
<li>賽艇訓練、課後活動及今晚所有會議一律取消。</li>
</ul>
<p>信號取消或改發較低信號後，學校將於本網頁及學校應用程式公布復課安排。</p>
`,
    ],
  },
  {
    when: { daysAgo: 2, at: '17:35' },
    onWebsite: false,
    sites: ['academy'],
    en: [
      'Water supply off in the east wing on Saturday',
      `<p>On {saturday 1} from 08:00 to 14:00 there is no water in the east wing. The boathouse and the library are open as usual; please bring a bottle.</p>`,
    ],
    zh: [
      '星期六東翼暫停供水',
      `<p>{saturday 1}上午八時至下午二時，東翼暫停供水。艇庫及圖書館照常開放，請自備飲用水。</p>`,
    ],
  },
  {
    when: { daysAgo: 3, at: '12:10' },
    sites: ['academy'],
    // An icon id from the interface's example that is not in its table.
    iconId: '1',
    en: [
      'Lost property: on the tables in the arcade until {day 9}',
      `
<p>Eleven umbrellas, four recorders, a violin bow and one left rowing shoe are waiting for their owners. The tables stand in the arcade on school days from 07:30 to 18:00.</p>
<p>What nobody has claimed by then goes to the parents’ jumble sale.</p>
`,
    ],
    zh: [
      '失物認領：拱廊長桌，{day 9}截止',
      `
<p>十一把雨傘、四支牧童笛、一支小提琴弓及一隻左腳賽艇鞋正等候失主。上課日上午七時三十分至下午六時，可於拱廊長桌認領。</p>
<p>逾期未領的物品，將交家長教師會義賣。</p>
`,
    ],
  },
  {
    when: { daysAgo: 4, at: '18:45' },
    onWebsite: false,
    sites: ['academy'],
    iconId: '10',
    en: [
      'Concert evening: tickets at the office',
      `
<p>The orchestra, two choirs and eleven soloists play on <strong>{day 18} at 19:00</strong> in the hall.</p>
<p>Tickets cost $40 and are sold at the office on school days, 08:00 to 18:00; students come free. The last ferry waits for our guests.</p>
`,
    ],
    zh: [
      '音樂會門票於校務處發售',
      `
<p>管弦樂團、兩隊合唱團及十一位獨奏同學將於<strong>{day 18}晚上七時</strong>在禮堂演出。</p>
<p>門票每張四十元，上課日上午八時至下午六時於校務處發售；學生免費。尾班渡輪將為觀眾稍候。</p>
`,
    ],
  },
  {
    when: { daysAgo: 6, at: '15:10' },
    onWebsite: false,
    sites: ['academy'],
    iconId: '2',
    needConfirm: 'confirm',
    en: [
      'Before the next black rainstorm: please read and confirm',
      `
<p>The leaflet on typhoons and rainstorms has been revised. <b>Please confirm that your family knows what to do whenever the black rainstorm signal is raised:</b></p>
<ul>
<li>Before school hours: classes are suspended. Students stay at home.</li>
<li>Students on their way go to the nearest safe place, or return home if that is nearer.</li>
<li>During school hours: students stay at school until it is safe to leave. Nobody is sent home alone.</li>
</ul>
<p>The whole leaflet is attached to the news entry on the storm season.</p>
`,
    ],
    zh: [
      '黑色暴雨警告信號應變安排：請細閱並確認',
      `
<p>颱風及暴雨安排單張已經更新。<b>請確認家人均知悉，每當黑色暴雨警告信號發出時：</b></p>
<ul>
<li>上課前：停課，學生留在家中。</li>
<li>正在途中的學生，應前往附近安全地方暫避；如離家較近，則返回家中。</li>
<li>上課期間：留校至放學，安全時方可離校；學校不會讓學生自行離校。</li>
</ul>
<p>單張全文載於網頁消息「惡劣天氣安排已更新」的附件。</p>
`,
    ],
  },
  {
    when: { daysAgo: 18, at: '09:20' },
    sites: ['academy'],
    iconId: '10',
    needConfirm: 'confirm',
    en: [
      'Open evening on {day 21}: how to find us, what to see',
      `
<p>We open our doors to families from <strong>16:30 to 19:30</strong>. Nobody needs to register.</p>
<p><img src="media:harbour-dusk.jpg" alt="The school above the bay at dusk" width="1024" height="640"></p>
<h3>Programme</h3>
<table border="1" cellpadding="6" cellspacing="0" width="100%">
<thead><tr><th scope="col">Time</th><th scope="col">What</th><th scope="col">Where</th></tr></thead>
<tbody>
<tr><td>16:30</td><td>Tours, every twenty minutes</td><td>Clock tower</td></tr>
<tr><td>17:00</td><td>Open rehearsal of the orchestra</td><td>Hall</td></tr>
<tr><td>17:30</td><td>Science fair, the winning tables</td><td>Laboratory 2</td></tr>
<tr><td>18:00</td><td>The Principal answers questions</td><td>Hall</td></tr>
<tr><td>18:45</td><td>Try a rowing machine</td><td>Boathouse</td></tr>
</tbody>
</table>
<h3>Getting here</h3>
<ol>
<li>Ferry from the central pier: 15:50, 16:10, then every half hour</li>
<li>Bus to <em>Lighthouse Steps</em>, then four minutes on foot</li>
<li>There is no parking on the upper road</li>
</ol>
<h3>Before you come</h3>
<ul>
<li>Read about <a href="https://www.ternbay.example/admission">admission</a> and the <a href="https://www.ternbay.example/fees">school fees</a></li>
<li>Write to <a href="mailto:admissions@ternbay.example">admissions@ternbay.example</a> if you need an interpreter or a lift</li>
</ul>
<p>Our senior students meet every ferry. You will know them by the white scarves.</p>
<p style="text-align: center"><em>In one boat.</em></p>
`,
    ],
    zh: [
      '{day 21}開放日：交通及活動簡介',
      `
<p>歡迎各家庭於<strong>下午四時三十分至七時三十分</strong>蒞臨參觀，毋須登記。</p>
<p><img src="media:harbour-dusk.jpg" alt="暮色中的校舍" width="1024" height="640"></p>
<h3>活動時間表</h3>
<table border="1" cellpadding="6" cellspacing="0" width="100%">
<thead><tr><th scope="col">時間</th><th scope="col">活動</th><th scope="col">地點</th></tr></thead>
<tbody>
<tr><td>16:30</td><td>校園導賞（每二十分鐘一次）</td><td>鐘樓</td></tr>
<tr><td>17:00</td><td>管弦樂團公開排練</td><td>禮堂</td></tr>
<tr><td>17:30</td><td>科學展得獎作品</td><td>第二實驗室</td></tr>
<tr><td>18:00</td><td>校長答問環節</td><td>禮堂</td></tr>
<tr><td>18:45</td><td>划艇機體驗</td><td>艇庫</td></tr>
</tbody>
</table>
<h3>交通</h3>
<ol>
<li>渡輪：由中央碼頭開出，下午三時五十分、四時十分，其後每半小時一班</li>
<li>巴士：於<em>燈塔石級</em>站下車，步行四分鐘</li>
<li>上層車路不設停車位</li>
</ol>
<h3>參觀之前</h3>
<ul>
<li>請瀏覽<a href="https://www.ternbay.example/admission">入學申請</a>及<a href="https://www.ternbay.example/fees">學費</a>資料</li>
<li>如需傳譯或升降機協助，請電郵至<a href="mailto:admissions@ternbay.example">admissions@ternbay.example</a></li>
</ul>
<p>高年級同學將於碼頭迎接每班渡輪，請認明他們的白色圍巾。</p>
<p style="text-align: center"><em>同舟共濟</em></p>
`,
    ],
  },
  {
    when: { daysAgo: 1, at: '09:10' },
    sites: ['pre-school'],
    iconId: '10',
    en: [
      'Collection on {day 7} from 15:30',
      `<p>The teachers meet that afternoon. Please collect your child between <strong>15:30 and 16:00</strong>; the playground stays open until five for families who wait for the ferry.</p>`,
    ],
    zh: [
      '{day 7}下午三時三十分起放學',
      `<p>當天下午舉行教師會議，請於<strong>三時三十分至四時</strong>接回子女。遊樂場開放至五時，歡迎等候渡輪的家庭使用。</p>`,
    ],
  },
  {
    when: { daysAgo: 1, at: '08:15' },
    sites: ['pre-school'],
    needConfirm: 'confirm',
    en: [
      'Health declaration for the coming week',
      `
<p>Some children have a cough. Before school, please:</p>
<ul><li>take your child’s temperature,</li><li>enter it in the app,</li><li>keep your child at home with 37.8 °C or more.</li></ul>
<p>Thank you for looking after one another.</p>
`,
    ],
    zh: [
      '下週健康申報',
      `
<p>近日有小朋友出現咳嗽徵狀。上學前請家長：</p>
<ul><li>為子女量度體溫；</li><li>於應用程式填報；</li><li>如體溫達攝氏37.8度或以上，請留在家中休息。</li></ul>
<p>多謝大家互相照顧。</p>
`,
    ],
  },
  {
    when: { daysAgo: 1, at: '17:00' },
    onWebsite: false,
    sites: ['academy'],
    iconId: '3',
    en: [
      'Signal No. 3: no outdoor activities',
      `<p>The Strong Wind Signal No. 3 is in force. Classes are held as usual; rowing and outdoor sport are cancelled.</p>`,
    ],
    zh: [
      '三號強風信號：戶外活動暫停',
      `<p>三號強風信號現正生效，今日照常上課，賽艇訓練及戶外體育活動取消。</p>`,
    ],
  },
]
