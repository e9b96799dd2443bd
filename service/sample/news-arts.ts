/** News of music, art, drama and the festivals of the year. */
import type { NewsDraft } from './news-draft.ts'

export const ARTS: readonly NewsDraft[] = [
  {
    when: { daysAgo: 4, at: '18:40' },
    cover: 'concert.jpg',
    attachments: ['school-song.mp3', 'concert.jpg'],
    en: [
      'Concert evening: tickets from Monday',
      `
<p>The orchestra, the two choirs and eleven soloists invite you to the hall on {day 18} at 19:00. The evening opens with a cello sonata and ends with the school song, which you will find attached, for practice.</p>
<table>
<tr><td>Tickets</td><td>$40, students free</td></tr>
<tr><td>Sold</td><td>at the office from Monday, 08:00</td></tr>
<tr><td>Last ferry</td><td>21:35, held for our guests</td></tr>
</table>
<p>Children under six are welcome in the gallery, from which it is easy to leave and to come back.</p>
`,
    ],
    zh: [
      '音樂會：門票星期一起發售',
      `
<p>管弦樂團、兩隊合唱團及十一位獨奏同學，誠邀各位於{day 18}晚上七時蒞臨禮堂。音樂會以大提琴奏鳴曲揭幕，以校歌作結；校歌錄音見附件，歡迎預先練習。</p>
<table>
<tr><td>票價</td><td>四十元，學生免費</td></tr>
<tr><td>發售</td><td>星期一早上八時起於校務處</td></tr>
<tr><td>尾班渡輪</td><td>晚上九時三十五分，特別為觀眾稍候</td></tr>
</table>
<p>六歲以下兒童請坐樓座，方便隨時進出。</p>
`,
    ],
  },
  {
    when: { daysAgo: 10, at: '12:45' },
    cover: 'art-room.png',
    attachments: ['art-room.png'],
    en: [
      'Exhibition: “Unfinished”, in the art room',
      `
<p>The art room shows forty pictures that their makers call unfinished, each with a note that says why. Some stopped because the light had changed, one because the model, a cat, had walked off.</p>
<p><img src="media:art-room.png" alt="The art room with an unfinished picture of the bay" width="1024"></p>
<p>Open at lunch time until {day 11}.</p>
`,
    ],
    zh: [
      '美術室展覽：「未完成」',
      `
<p>美術室展出四十幅作者自稱「未完成」的作品，每幅附上原因：有的因為光線變了，有一幅則因為模特兒（一隻貓）走開了。</p>
<p><img src="media:art-room.png" alt="美術室內一幅未完成的海灣畫作" width="1024"></p>
<p>展期至{day 11}，午膳時間開放。</p>
`,
    ],
  },
  {
    when: { daysAgo: 17, at: '19:20' },
    sites: ['academy', 'pre-school'],
    cover: 'lantern-evening.jpg',
    attachments: ['lantern-evening.jpg'],
    en: [
      'Lantern evening: bring the whole family',
      `
<p>The courtyard belongs to the lanterns on {day 8}. Doors open at 18:00; the lights go out at 18:45, and then only candles and paper are left.</p>
<p><img src="media:lantern-evening.jpg" alt="Lantern evening in the school courtyard" width="1024"></p>
<ul>
<li>Lantern making for children of the Pre-school, 18:00, arcade</li>
<li>Riddles in two languages, 19:00, steps</li>
<li>Moon viewing with the physics club, 19:30, upper terrace</li>
</ul>
<p>Please leave plastic light sticks at home.</p>
`,
    ],
    zh: [
      '燈籠晚會：一家大小齊參與',
      `
<p>{day 8}晚上，學校庭院由燈籠作主。下午六時開放，六時四十五分關上電燈，只餘燭光與紙影。</p>
<p><img src="media:lantern-evening.jpg" alt="學校庭院的燈籠晚會" width="1024"></p>
<ul>
<li>幼稚園同學燈籠工作坊：下午六時，拱廊</li>
<li>中英文燈謎：晚上七時，石級</li>
<li>物理學會賞月：晚上七時三十分，上層平台</li>
</ul>
<p>請勿攜帶塑膠螢光棒。</p>
`,
    ],
  },
  {
    when: { daysAgo: 31, at: '17:00' },
    en: [
      'Drama club: auditions for the spring play',
      `<p>The drama club looks for actors, a prompter, two people who can sew and one who can imitate a ferry. Auditions are on {day 6} and {day 7} from 15:45 in the small hall. Prepare nothing: you will be given a page and ten minutes.</p>`,
    ],
    zh: [
      '戲劇學會：春季公演選角',
      `<p>戲劇學會現招募演員、提場、兩位懂針線的同學，以及一位會模仿渡輪聲的同學。選角於{day 6}及{day 7}下午三時四十五分在小禮堂舉行。毋須準備：即場派發一頁劇本，給你十分鐘。</p>`,
    ],
  },
  {
    when: { daysAgo: 44, at: '13:15' },
    cover: 'art-room.png',
    en: [
      'Mural for the ferry pier',
      `<p>The pier has forty metres of grey wall, and from next month it will not be grey any more. Students of the third year have drawn the tide line of a hundred years along its whole length. Painting days are Saturdays; the harbour office provides the scaffold, parents provide the soup.</p>`,
    ],
    zh: [
      '為碼頭畫一道長牆',
      `<p>渡輪碼頭有四十米灰牆，下月起不再灰暗。中三同學沿整道牆畫上百年來的潮線。壁畫逢星期六繪製，海港辦事處提供棚架，家長提供熱湯。</p>`,
    ],
  },
  {
    when: { daysAgo: 58, at: '16:50' },
    attachments: ['bell-melody.mp3'],
    cover: 'concert.jpg',
    en: [
      'Composers of the first year: eight notes are enough',
      `<p>“Write something with eight notes that one would like to hear six times a day.” Twenty-three first-years tried. All melodies can be heard in the music room this week; the three finalists are played instead of the bell on Friday.</p>`,
    ],
    zh: [
      '中一作曲家：八個音符就夠了',
      `<p>「用八個音符，寫一段你願意每天聽六次的旋律。」二十三位中一同學接受挑戰。本週可於音樂室試聽所有作品；三首入圍旋律將於星期五代替鐘聲播放。</p>`,
    ],
  },
  {
    when: { daysAgo: 79, at: '10:35' },
    cover: 'harbour-dusk.jpg',
    en: [
      'Photography: the school before seven',
      `<p>The photography club has a new theme: the school before seven in the morning. The cleaners, the bakers’ van, the cat. Send up to three pictures, without people’s faces, to <a href="mailto:photo@ternbay.example">photo@ternbay.example</a> by {day 12}.</p>`,
    ],
    zh: [
      '攝影學會：七點前的校園',
      `<p>攝影學會新主題：早上七點前的校園。清潔工友、麵包店送貨車，還有那隻貓。每人最多三幅，請勿拍攝人物面容，於{day 12}前電郵至<a href="mailto:photo@ternbay.example">photo@ternbay.example</a>。</p>`,
    ],
  },
  {
    when: { daysAgo: 118, at: '18:10' },
    cover: 'concert.jpg',
    en: [
      'Instrument loans: cellos, horns and one bassoon',
      `
<p>The music department lends instruments for a year at a time, free of charge. Available now:</p>
<ul><li>4 cellos (two half size)</li><li>3 French horns</li><li>1 bassoon, looking for a patient person</li></ul>
<p>Lessons are arranged with the loan.</p>
`,
    ],
    zh: [
      '樂器借用：大提琴、圓號及一支巴松管',
      `
<p>音樂科免費借出樂器，每次為期一年。現可借用：</p>
<ul><li>大提琴四把（其中兩把為二分一尺寸）</li><li>圓號三支</li><li>巴松管一支，正等待一位有耐性的同學</li></ul>
<p>借用樂器可同時安排課堂。</p>
`,
    ],
  },
  {
    when: { daysAgo: 155, at: '20:05' },
    cover: 'concert.jpg',
    attachments: ['concert.jpg'],
    en: [
      'Summer concert: thank you',
      `<p>Four hundred and ten people, one power cut, no interruption: when the lights went out in the slow movement, the orchestra played on from memory until they came back. The collection for the pier library brought $18,260.</p>`,
    ],
    zh: [
      '夏日音樂會：衷心感謝',
      `<p>四百一十位觀眾，一次停電，沒有中斷：慢板樂章時燈光熄滅，樂團憑記憶繼續演奏，直至燈光復明。當晚為碼頭圖書館籌得18,260元。</p>`,
    ],
  },
  {
    when: { daysAgo: 178, at: '12:10' },
    en: [
      'Calligraphy: a couplet for the new gate',
      // Out of an online editor: nested spans, empty elements, a style sheet of its own.
      `
<style>.k1{color:red}</style><div class="editor"><span style="color: rgb(0, 0, 0); font-family: &quot;Open Sans&quot;; font-size: 16px; white-space: pre-wrap; background-color: rgb(255, 255, 255);"><span><span>The lower gate needs a couplet, two lines of seven characters each. </span></span></span><span style="font-size:16px"><strong><span style="color:#c0392b">Closing date: {day 13}.</span></strong></span><p><br></p><p><span style="font-size: 16px;">Write with a brush on red paper; the two lines that are chosen will be carved in wood.</span></p><p><span></span></p></div>
`,
    ],
    zh: [
      '書法：為新校門撰聯',
      `
<style>.k1{color:red}</style><div class="editor"><span style="color: rgb(0, 0, 0); font-family: &quot;微軟正黑體&quot;; font-size: 16px; white-space: pre-wrap; background-color: rgb(255, 255, 255);"><span><span>下層正門欠一副七言對聯，誠邀全校師生及家長創作。</span></span></span><span style="font-size:16px"><strong><span style="color:#c0392b">截止日期：{day 13}。</span></strong></span><p><br></p><p><span style="font-size: 16px;">請以毛筆書於紅紙，入選作品將刻於木上。</span></p><p><span></span></p></div>
`,
    ],
  },
  {
    when: { daysAgo: 198, at: '15:00' },
    cover: 'lantern-evening.jpg',
    en: [
      'Choir tour: eleven songs, four islands',
      `<p>The chamber choir has sung on four islands in three days: in two schools, a temple courtyard, a fish market and, because of the fog, for an hour and a half in a waiting room. “The waiting room had the best sound,” reports Ms Kiu.</p>`,
    ],
    zh: [
      '合唱團巡演：四個島，十一首歌',
      `<p>室樂合唱團三天走訪四個島，先後在兩所學校、一座廟宇的庭院、一個魚市場演出；更因濃霧在候船室唱了一個半小時。喬老師說：「候船室的音響效果最好。」</p>`,
    ],
  },
]
