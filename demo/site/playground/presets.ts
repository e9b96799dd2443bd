/** Sample messages for the playground: typical ones, and difficult ones. */
import type { IconId } from '../../../shared/contract/icon.ts'
import type { Confirmation, PopupMessage } from '../../../shared/contract/popup.ts'
import type { Language } from '../../../shared/contract/site.ts'

/** One message in both languages; its date is the time when it is chosen. */
export interface Draft {
  iconId?: IconId
  needConfirm?: Confirmation
  texts: Record<Language, Pick<PopupMessage, 'msgTitle' | 'msgBody'>>
}

export type PresetName =
  | 'typhoon'
  | 'rain'
  | 'event'
  | 'news'
  | 'long'
  | 'table'
  | 'picture'
  | 'several'
  | 'hostile'

/** Placeholder in a body for the site's origin, because pictures need absolute URLs. */
export const SITE = 'site:'

const TYPHOON: Draft = {
  iconId: '4',
  needConfirm: 'Accept',
  texts: {
    'en-US': {
      msgTitle: 'Typhoon Signal No. 8: all classes suspended',
      msgBody: `<p>The No. 8 Northeast Gale or Storm Signal is in force. <strong>All classes are suspended.</strong></p>
<ul>
<li>Before school hours: please stay at home.</li>
<li>During school hours: staff look after students who are at school until they are collected.</li>
<li>School buses do not run.</li>
</ul>
<p>Questions? <a href="tel:+85200000818">Call the office</a>.</p>`,
    },
    'zh-HK': {
      msgTitle: '八號烈風或暴風信號生效：全校停課',
      msgBody: `<p>天文台已發出八號東北烈風或暴風信號，<strong>全校停課。</strong></p>
<ul>
<li>上課前：請留在家中安全地方。</li>
<li>上課期間：在校學生由教職員照顧，直至家長接回。</li>
<li>校車服務暫停。</li>
</ul>
<p>如有查詢，請<a href="tel:+85200000818">致電校務處</a>。</p>`,
    },
  },
}

const RAIN: Draft = {
  iconId: '2',
  needConfirm: 'confirm',
  texts: {
    'en-US': {
      msgTitle: 'Black rainstorm: stay at home, or stay at school',
      msgBody: `<p>The Black Rainstorm Signal is in force.</p>
<p><strong>Before school:</strong> classes are suspended. If you are on the way, find shelter and wait. <strong>During school hours:</strong> everyone stays at school until it is safe to leave.</p>`,
    },
    'zh-HK': {
      msgTitle: '黑色暴雨警告信號：上課前停課，上課期間留校',
      msgBody: `<p>黑色暴雨警告信號現正生效。</p>
<p><strong>上課前：</strong>停課；正在途中的學生請到安全地方暫避。<strong>上課期間：</strong>留校至放學，安全時方可離校。</p>`,
    },
  },
}

const EVENT: Draft = {
  iconId: '10',
  needConfirm: 'confirm',
  texts: {
    'en-US': {
      msgTitle: 'Lantern evening on the steps',
      msgBody: `<p>Friday, <strong>from half past five</strong>. Bring a lantern, a cup, and family members who like to sing.</p>
<p>The gate opens at five. Children leave with the adult who brought them.</p>`,
    },
    'zh-HK': {
      msgTitle: '石級燈籠晚會',
      msgBody: `<p>星期五<strong>傍晚五時半開始</strong>。請帶一個燈籠、一隻杯，和愛唱歌的家人。</p>
<p>五時開門；學生須與陪同到場的成人一同離開。</p>`,
    },
  },
}

const NEWS: Draft = {
  texts: {
    'en-US': {
      msgTitle: 'Office hours in the holiday',
      msgBody: '<p>From Monday the office opens at nine and closes at one. E-mails are read every day.</p>',
    },
    'zh-HK': {
      msgTitle: '假期校務處辦公時間',
      msgBody: '<p>由星期一起，校務處辦公時間為上午九時至下午一時。電郵每日均有專人處理。</p>',
    },
  },
}

const LONG: Draft = {
  texts: {
    'en-US': {
      msgTitle: 'What to bring to camp, and what to leave at home',
      msgBody: `<p>The Secondary 1 camp lasts three days. Please read this with your child before packing.</p>
<h2>To bring</h2>
<ol>
${['A sleeping bag that is warm enough for a night by the water', 'Two pairs of shoes, one of which may get wet', 'Rain clothes, even if the sun shines', 'A hat and sun cream', 'A torch with a fresh battery', 'A water bottle of at least one litre', 'Medicine with the slip signed by a doctor, handed in at the gate', 'A towel, soap, toothbrush', 'A notebook and two pencils'].map(line => `<li>${line}</li>`).join('\n')}
</ol>
<h2>To leave at home</h2>
<ul>
${['Telephones and tablets: teachers have one for emergencies', 'Food that melts', 'Anything you do not want to lose'].map(line => `<li>${line}</li>`).join('\n')}
</ul>
<h2>How the days run</h2>
<p>We leave the lower gate at half past seven on the first morning and are back at four on the third. On the water everyone wears a life jacket, teachers included. There is time to read and to rest.</p>
<p>Two teachers are awake at night. If your child wants to come home, we will call you at any time.</p>
<blockquote>Nobody has to be brave before breakfast.</blockquote>
<p>The term's fees include the camp. If you need a sleeping bag, please tell the class teacher.</p>`,
    },
    'zh-HK': {
      msgTitle: '宿營要帶甚麼，不要帶甚麼',
      msgBody: `<p>中一宿營為期三日兩夜，收拾行裝前請與子女一同閱讀以下事項。</p>
<h2>要帶的物品</h2>
<ol>
${['足夠保暖的睡袋，夜裏水邊較涼', '兩雙鞋，其中一雙可以弄濕', '雨衣，晴天也要帶', '帽子和防曬用品', '手電筒，換上新電池', '一公升或以上的水壺', '藥物連醫生簽署的便條，於集合時交給老師', '毛巾、肥皂、牙刷', '筆記簿一本、鉛筆兩枝'].map(line => `<li>${line}</li>`).join('\n')}
</ol>
<h2>不要帶的物品</h2>
<ul>
${['手提電話及平板電腦：老師備有緊急電話', '會融化的食物', '任何遺失了會捨不得的東西'].map(line => `<li>${line}</li>`).join('\n')}
</ul>
<h2>三天的安排</h2>
<p>首日早上七時半於下層正門出發，第三日下午四時回校。下水時人人穿上救生衣，老師也不例外。營中有時間看書，也有時間休息。</p>
<p>每晚有兩位老師值夜。若子女想回家，不論何時，我們都會致電給您。</p>
<blockquote>早餐之前，誰都不必勇敢。</blockquote>
<p>宿營費用已包括在學費內。如需借用睡袋，告訴班主任便可。</p>`,
    },
  },
}

const TABLE: Draft = {
  texts: {
    'en-US': {
      msgTitle: 'Parents’ evening: times and rooms',
      msgBody: `<p>Please come to the room of your child’s class at the time in the table.</p>
${table(
  ['Class', '17:00', '17:30', '18:00', '18:30', '19:00', '19:30', 'Room', 'Teacher'],
  [
    ['1A', 'A–C', 'D–F', 'G–K', 'L–N', 'O–S', 'T–Z', 'Harbour 101', 'Ms Lantern'],
    ['1B', 'A–C', 'D–F', 'G–K', 'L–N', 'O–S', 'T–Z', 'Harbour 102', 'Mr Halyard'],
    ['2A', 'A–D', 'E–H', 'I–L', 'M–P', 'Q–T', 'U–Z', 'Lighthouse 201', 'Ms Rowlock'],
    ['2B', 'A–D', 'E–H', 'I–L', 'M–P', 'Q–T', 'U–Z', 'Lighthouse 202', 'Mr Fender'],
  ],
)}`,
    },
    'zh-HK': {
      msgTitle: '家長晚會時間及地點',
      msgBody: `<p>請按時到子女所屬班別的課室。</p>
${table(
  ['班別', '17:00', '17:30', '18:00', '18:30', '19:00', '19:30', '課室', '班主任'],
  [
    ['一甲', '1–4 號', '5–8 號', '9–12 號', '13–16 號', '17–20 號', '21 號起', '海港樓 101 室', '藍老師'],
    ['一乙', '1–4 號', '5–8 號', '9–12 號', '13–16 號', '17–20 號', '21 號起', '海港樓 102 室', '范老師'],
    ['二甲', '1–4 號', '5–8 號', '9–12 號', '13–16 號', '17–20 號', '21 號起', '燈塔樓 201 室', '蔣老師'],
    ['二乙', '1–4 號', '5–8 號', '9–12 號', '13–16 號', '17–20 號', '21 號起', '燈塔樓 202 室', '方老師'],
  ],
)}`,
    },
  },
}

const PICTURE: Draft = {
  iconId: '10',
  texts: {
    'en-US': {
      msgTitle: 'The new boat has a name',
      msgBody: `<p><img src="${SITE}/assets/harbour.svg" width="2400" height="1200" alt="Drawing: a rowing eight crosses the bay at first light."></p>
<p>The pre-school drew one of four hundred suggestions: <em>Slow Heron</em>. The boat is on the water every Tuesday.</p>`,
    },
    'zh-HK': {
      msgTitle: '新艇有名字了',
      msgBody: `<p><img src="${SITE}/assets/harbour.svg" width="2400" height="1200" alt="插畫：晨光初現，八人賽艇划過海灣。"></p>
<p>幼稚園小朋友從四百個提議中抽出一個：<strong>慢鷺號</strong>。每逢星期二，新艇都會下水。</p>`,
    },
  },
}

const HOSTILE: Draft = {
  texts: {
    'en-US': { msgTitle: 'A hostile message', msgBody: harm('This is all that is left of it.') },
    'zh-HK': { msgTitle: '惡意訊息', msgBody: harm('只有這一句能夠保留下來。') },
  },
}

export const PRESETS: Record<PresetName, readonly Draft[]> = {
  typhoon: [TYPHOON],
  rain: [RAIN],
  event: [EVENT],
  news: [NEWS],
  long: [LONG],
  table: [TABLE],
  picture: [PICTURE],
  several: [TYPHOON, EVENT, NEWS],
  hostile: [HOSTILE],
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (texts: readonly string[], tag: string) =>
    texts.map(text => `<${tag}>${text}</${tag}>`).join('')
  return `<table>
<tr>${cells(head, 'th')}</tr>
${rows.map(row => `<tr>${cells(row, 'td')}</tr>`).join('\n')}
</table>`
}

function harm(innocent: string): string {
  return `<p onclick="document.title='taken over'" style="position:fixed;inset:0;background:red">${innocent}</p>
<script>document.title = 'taken over'</script>
<img src="x" onerror="document.title='taken over'">
<svg onload="document.title='taken over'"></svg>
<a href="javascript:document.title='taken over'"></a>
<iframe src="https://elsewhere.invalid/"></iframe>
<form action="https://elsewhere.invalid/"><input name="password"></form>
<style>* { display: none }</style>`
}
