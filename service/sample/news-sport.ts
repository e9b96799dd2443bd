/** News of the rowing club, sports day and the days out of doors. */
import type { NewsDraft } from './news-draft.ts'

export const SPORT: readonly NewsDraft[] = [
  {
    when: { daysAgo: 1, at: '16:20' },
    cover: 'regatta.jpg',
    attachments: ['regatta.mp4', 'regatta.jpg', 'regatta-programme.pdf'],
    en: [
      'First crew home: Tern Bay wins the schools’ harbour regatta',
      `
<p>Our first crew crossed the line a length and a half ahead of the field in the junior fours. It is the club’s first title since the boathouse was rebuilt.</p>
<p><img src="media:regatta.jpg" alt="Crews of the harbour regatta in the morning light" width="1024"></p>
<p>The final was rowed in flat water and a light easterly. Heron led to the second buoy; then Cheuk-yiu, in the cox’s seat for the first time in a final, called for ten long strokes. “I counted aloud so that I would not look round,” she said afterwards.</p>
<table>
<thead><tr><th>Place</th><th>Crew</th><th>Time</th></tr></thead>
<tbody>
<tr><td>1</td><td><strong>Tern</strong></td><td>3:48.2</td></tr>
<tr><td>2</td><td>Heron</td><td>3:53.7</td></tr>
<tr><td>3</td><td>Plover</td><td>3:55.1</td></tr>
<tr><td>4</td><td>Kingfisher</td><td>4:02.9</td></tr>
</tbody>
</table>
<p>Thanks to the forty parents who marked the course, and to the kitchen for three hundred rice rolls. Training goes on as usual on Monday at 06:30.</p>
`,
    ],
    zh: [
      '率先衝線：本校奪得學界海港賽艇冠軍',
      `
<p>本校第一艇隊於初級組四人艇決賽中，以一個半船身之先衝線奪冠。這是艇庫重建以來，賽艇會首次奪標。</p>
<p><img src="media:regatta.jpg" alt="晨光中的海港賽艇隊伍" width="1024"></p>
<p>決賽當日水面平靜，微吹東風。鷺隊領先至第二個浮標；首次在決賽擔任舵手的卓瑤同學其時發令，要求隊友連划十下長槳。她賽後笑說：「我大聲數着，免得自己回頭看。」</p>
<table>
<thead><tr><th>名次</th><th>隊伍</th><th>時間</th></tr></thead>
<tbody>
<tr><td>1</td><td><strong>燕鷗</strong></td><td>3:48.2</td></tr>
<tr><td>2</td><td>鷺</td><td>3:53.7</td></tr>
<tr><td>3</td><td>鴴</td><td>3:55.1</td></tr>
<tr><td>4</td><td>翠鳥</td><td>4:02.9</td></tr>
</tbody>
</table>
<p>感謝四十位家長協助設置賽道，以及廚房預備的三百個飯糰。訓練如常於星期一早上六時三十分進行。</p>
`,
    ],
  },
  {
    when: { daysAgo: 8, at: '07:50' },
    en: [
      'Rowing: water temperature and what to wear',
      `<p>The water is getting colder. From Monday every rower wears a long-sleeved layer under the vest and brings a dry set of clothes in a waterproof bag. Whoever has none may borrow from the boathouse; ask Mr Lok before 06:20.</p>`,
    ],
    zh: [
      '賽艇隊：水溫下降，請注意衣着',
      `<p>近日水溫下降。由星期一起，所有隊員須於救生背心內穿上長袖衣物，並以防水袋帶備一套乾衣。如未能自備，可於早上六時二十分前向駱老師借用。</p>`,
    ],
  },
  {
    when: { daysAgo: 15, at: '16:55' },
    cover: 'sports-day.jpg',
    attachments: ['sports-day.jpg'],
    en: [
      'Sports day: eleven school records in one day',
      `
<p>Under a high, clear sky the four houses met on the new track. Eleven records fell, three of them in the hurdles.</p>
<ul>
<li><strong>100 m hurdles, girls B:</strong> Nga-man Lui, 16.04 s</li>
<li><strong>High jump, boys C:</strong> Rohan Venkatadri, 1.46 m</li>
<li><strong>4 × 100 m, girls A:</strong> Plover House, 54.31 s</li>
</ul>
<p>The staff relay was won, to nobody’s surprise, by the kitchen. House points after the day:</p>
<table>
<tr><th>House</th><th>Points</th></tr>
<tr><td>Plover 鴴社</td><td>412</td></tr>
<tr><td>Heron 鷺社</td><td>398</td></tr>
<tr><td>Kingfisher 翠鳥社</td><td>377</td></tr>
<tr><td>Sandpiper 鷸社</td><td>351</td></tr>
</table>
`,
    ],
    zh: [
      '陸運會：一日刷新十一項紀錄',
      `
<p>天朗氣清，四社健兒於全新跑道上較量，一日之內刷新十一項紀錄，其中三項來自跨欄。</p>
<ul>
<li><strong>女子乙組一百米跨欄：</strong>雷雅雯，16.04秒</li>
<li><strong>男子丙組跳高：</strong>Rohan Venkatadri，1.46米</li>
<li><strong>女子甲組四乘一百米接力：</strong>鴴社，54.31秒</li>
</ul>
<p>教職員接力賽一如所料，由廚房隊勝出。各社累積分數如下：</p>
<table>
<tr><th>社</th><th>分數</th></tr>
<tr><td>鴴社 Plover</td><td>412</td></tr>
<tr><td>鷺社 Heron</td><td>398</td></tr>
<tr><td>翠鳥社 Kingfisher</td><td>377</td></tr>
<tr><td>鷸社 Sandpiper</td><td>351</td></tr>
</table>
`,
    ],
  },
  {
    when: { daysAgo: 22, at: '12:30' },
    cover: 'regatta.jpg',
    attachments: ['regatta-programme.pdf'],
    en: [
      'Harbour regatta: programme and spectators’ guide',
      `
<p>Gates open at 08:00 on the day of the regatta. The programme with all races is attached; here is what spectators should know.</p>
<ul>
<li>The best view is from the breakwater. The pier is for crews only.</li>
<li>Parents and staff row at noon. No experience is needed, only dry shoes for afterwards.</li>
<li>With a strong-wind signal in force, the regatta is put off by one week.</li>
</ul>
`,
    ],
    zh: [
      '海港賽艇日：程序表及觀賽須知',
      `
<p>賽艇日早上八時開放入場，全日程序見附件。請觀賽者留意：</p>
<ul>
<li>防波堤為最佳觀賽位置；碼頭只供參賽隊伍使用。</li>
<li>家長及教職員友誼賽於正午舉行，毋須經驗，只須自備替換的乾鞋。</li>
<li>如強風信號生效，賽事順延一星期。</li>
</ul>
`,
    ],
  },
  {
    when: { daysAgo: 40, at: '17:10' },
    cover: 'island-trail.jpg',
    attachments: ['island-trail.jpg'],
    en: [
      'Forty kilometres, no telephones: the island crossing',
      `
<p>Thirty-two students of the third year walked across the island in two days, with maps, compasses and everything they needed on their backs.</p>
<p><img src="media:island-trail.jpg" alt="On the island trail above the ferry" width="1024"></p>
<p>From the log book:</p>
<blockquote>
<p>06:40. Porridge, slightly burnt. Everyone ate it.</p>
<p>11:15. We lost the path at the third stream and found it by going back to where we were sure. Mr Harrowgate said nothing at all, which was hard for him.</p>
<p>16:30. The pavilion. We could see the clock tower. Nobody spoke for a while.</p>
</blockquote>
<p>The next crossing is open to the second year. Boots should be worn in well before.</p>
`,
    ],
    zh: [
      '四十公里，不帶手機：橫越全島之旅',
      `
<p>三十二位中三同學憑着地圖和指南針，揹起所有裝備，用兩天時間徒步橫越全島。</p>
<p><img src="media:island-trail.jpg" alt="島上山徑與海上渡輪" width="1024"></p>
<p>節錄自行程日誌：</p>
<blockquote>
<p>06:40　煮粥，略焦，全部吃光。</p>
<p>11:15　在第三條溪澗迷路，退回肯定的位置才重新找到小徑。Harrowgate老師一言不發，相信他忍得很辛苦。</p>
<p>16:30　到達涼亭，遠遠望見學校鐘樓，大家靜了一會兒。</p>
</blockquote>
<p>下一次旅程歡迎中二同學參加，請及早穿慣登山鞋。</p>
`,
    ],
  },
  {
    when: { daysAgo: 55, at: '15:40' },
    en: [
      'Swimming gala moved indoors',
      `<p>Because of the works at the bathing pier, the swimming gala takes place in the district pool on {day 9}. Buses leave at 12:45. Competitors bring a cap in their house colour; spectators bring a jacket, for the air conditioning is in good health.</p>`,
    ],
    zh: [
      '水運會改於室內泳池舉行',
      `<p>由於泳棚進行工程，水運會改於{day 9}在區內室內泳池舉行，旅遊車於中午十二時四十五分開出。參賽者請戴上所屬社顏色的泳帽；觀眾席冷氣頗大，請帶備外套。</p>`,
    ],
  },
  {
    when: { daysAgo: 74, at: '08:05', weekend: true },
    cover: 'regatta.jpg',
    attachments: ['regatta.mp4'],
    en: [
      'Dawn training, filmed from the pier',
      `<p>Why do they get up at half past five? A short film by the media club gives the only possible answer. <i>Turn the sound off and look at the light.</i></p>`,
    ],
    zh: [
      '碼頭所見的晨練',
      `<p>為甚麼要五點半起床？傳媒學會的短片給出了唯一的答案。<i>不用開聲，看看那道光就夠了。</i></p>`,
    ],
  },
  {
    when: { daysAgo: 97, at: '14:35' },
    en: [
      'Badminton: both teams through to the semi-finals',
      `<p>Girls 4–1, boys 3–2: both badminton teams have reached the district semi-finals, to be played on {day 10} from 16:30 in our own hall. Supporters are welcome; flash photography is not.</p>`,
    ],
    zh: [
      '羽毛球隊男女子組齊入四強',
      `<p>女子組以四比一、男子組以三比二取勝，雙雙晉身區際四強。準決賽將於{day 10}下午四時三十分在本校禮堂舉行，歡迎到場打氣，惟請勿使用閃光燈。</p>`,
    ],
  },
  {
    when: { daysAgo: 126, at: '11:00' },
    cover: 'regatta.jpg',
    en: [
      'Learn to row: six free mornings for beginners',
      `
<p>The rowing club teaches beginners from the first year upwards on six mornings. You need to be able to swim fifty metres in clothes; everything else is learnt on the water.</p>
<p>Places: 24. <a href="https://www.ternbay.example/rowing/beginners">Put your name down</a> by {day 6}.</p>
`,
    ],
    zh: [
      '賽艇初體驗：六個免費早晨',
      `
<p>賽艇會為中一或以上同學開辦六堂初學班。參加者須能穿着衣服游泳五十米，其餘一切都在水上學習。</p>
<p>名額二十四個，請於{day 6}或之前<a href="https://www.ternbay.example/rowing/beginners">網上報名</a>。</p>
`,
    ],
  },
  {
    when: { daysAgo: 163, at: '16:15' },
    cover: 'sports-day.jpg',
    en: [
      'The new running track is open',
      `<p>Six lanes, a surface that is kind to knees, and drains that have already survived one thunderstorm: the new track was opened this afternoon with a relay in which every class ran one lap. Spikes of more than six millimetres are not allowed.</p>`,
    ],
    zh: [
      '新跑道啟用',
      `<p>六條賽道、減震膠面，排水系統更已經歷一場雷暴的考驗。新跑道今日下午正式啟用，全校每班派代表跑一圈，以接力揭幕。請勿使用長於六毫米的釘鞋。</p>`,
    ],
  },
]
