/** News of the school office: weather, dates, admissions, meals, buses, circulars. */
import type { NewsDraft } from './news-draft.ts'

export const OFFICE: readonly NewsDraft[] = [
  {
    when: { minutesAgo: 9 },
    sites: ['academy', 'pre-school'],
    cover: 'typhoon-sky.jpg',
    attachments: ['severe-weather.pdf'],
    en: [
      'Typhoon Signal No. 8: all classes suspended',
      `
<p>The No. 8 Southeast Gale or Storm Signal has been issued. All classes at the Academy and the Pre-school are suspended; examinations and activities are cancelled.</p>
<h3>During school hours: students who are at school</h3>
<p>The hall and the library are open. Staff stay with every student until a parent or an authorised person arrives. Please come to the lower gate and bring the family card.</p>
<h3>Before school hours: students who are at home</h3>
<p>Please stay indoors. Work set for today may be handed in on the first day after classes resume; no marks are lost.</p>
<p>The full arrangements for typhoons and rainstorms are in the attached leaflet. The next notice will be published when the signal is cancelled or replaced by a lower one.</p>
`,
    ],
    zh: [
      '八號烈風或暴風信號：全校停課',
      `
<p>天文台已發出八號東南烈風或暴風信號。書院及幼稚園停課，考試及活動取消。</p>
<h3>上課期間：已在校的學生</h3>
<p>禮堂及圖書館照常開放。教職員會留校照顧學生，直至家長或獲授權人士到校接回。請家長攜同家長證，由下層正門進入。</p>
<h3>上課前：仍在家中的學生</h3>
<p>請留在室內安全地方。今日應交的功課可於復課首日補交，不會扣分。</p>
<p>颱風及暴雨的詳細安排載於附件單張。信號取消或改發較低信號後，學校將另行公布。</p>
`,
    ],
  },
  {
    when: { daysAgo: 2, at: '17:30' },
    sites: ['academy', 'pre-school'],
    cover: 'harbour-dusk.jpg',
    en: [
      'Principal’s letter: lights in the windows',
      `
<p>Dear parents and guardians,</p>
<p>On my way to the ferry last night I turned round at the foot of the steps. It was past six, and half the windows were still lit: the orchestra in the hall, a robotics team on the second floor, two students and a teacher bent over one sheet of paper in the library. Nobody had asked them to stay.</p>
<p>We talk a good deal about results. They matter, and this year’s are the best the Academy has had. But a school is made in those evening hours, in work done because it is interesting.</p>
<p>Three things I should like to ask of every family this month:</p>
<ol>
<li>Ask your child what was <em>difficult</em> this week, and listen to the answer before you offer help.</li>
<li>Read something together, in any language, for a quarter of an hour.</li>
<li>See that telephones sleep outside the bedroom.</li>
</ol>
<p>My door is open on Wednesdays from four o’clock. You need no appointment.</p>
<p style="text-align: right">Miriam Fairweather<br>Principal</p>
`,
    ],
    zh: [
      '校長的話：窗內的燈光',
      `
<p>各位家長：</p>
<p>昨晚我走往碼頭，在石級下回頭一望。時間已過六點，學校仍有一半窗戶亮着燈：管弦樂團在禮堂排練，機械人小組在二樓趕工，圖書館裏兩位同學與老師正圍着一張紙苦思。沒有人要求他們留下。</p>
<p>我們常談成績。成績固然重要，今年的成績更是歷年之冠；但一所學校的精神，正是在這些黃昏裏，在純粹出於興趣的努力中建立起來的。</p>
<p>這個月，我希望各位家長與子女一起做三件事：</p>
<ol>
<li>問問子女這星期遇到甚麼<em>困難</em>，先聆聽，再幫忙。</li>
<li>每天一起閱讀十五分鐘，任何語言都可以。</li>
<li>讓手機在睡房以外的地方過夜。</li>
</ol>
<p>逢星期三下午四時起，校長室的門都為大家打開，毋須預約。</p>
<p style="text-align: right">校長<br>Miriam Fairweather</p>
`,
    ],
  },
  {
    when: { daysAgo: 6, at: '15:05' },
    sites: ['academy', 'pre-school'],
    attachments: ['severe-weather.pdf'],
    en: [
      'Storm season: arrangements revised, please read the new leaflet',
      `
<p>The leaflet on typhoons and rainstorms has been revised. Two things have changed:</p>
<ul>
<li>Collection is at the <strong>lower gate</strong> only; the upper road has flooded twice in recent years.</li>
<li>If the signal is cancelled or replaced by a lower one between 05:30 and 10:30, the Academy resumes in the afternoon and the Pre-school on the next day.</li>
</ul>
<table>
<thead><tr><th>Signal</th><th>Academy</th><th>Pre-school</th></tr></thead>
<tbody>
<tr><td>Typhoon No. 3</td><td>as usual, no outdoor sport</td><td>suspended</td></tr>
<tr><td>Typhoon No. 8 or above</td><td>suspended</td><td>suspended</td></tr>
<tr><td>Red or black rainstorm</td><td>before school hours: suspended; during school hours: stay at school until it is safe to leave</td><td>suspended</td></tr>
</tbody>
</table>
<p>Please print the leaflet and keep it where the whole family can see it.</p>
`,
    ],
    zh: [
      '惡劣天氣安排已更新，請細閱新單張',
      `
<p>颱風及暴雨安排單張已經更新，主要改動有兩項：</p>
<ul>
<li>接回子女地點只限<strong>下層正門</strong>；上層車路近年曾兩度水浸。</li>
<li>如信號於上午五時三十分至十時三十分之間取消或改發較低信號，書院下午復課，幼稚園翌日復課。</li>
</ul>
<table>
<thead><tr><th>信號</th><th>書院</th><th>幼稚園</th></tr></thead>
<tbody>
<tr><td>三號強風信號</td><td>照常上課，戶外體育活動暫停</td><td>停課</td></tr>
<tr><td>八號或以上熱帶氣旋警告信號</td><td>停課</td><td>停課</td></tr>
<tr><td>紅色或黑色暴雨警告信號</td><td>上課前：停課；上課期間：留校至放學，安全時方可離校</td><td>停課</td></tr>
</tbody>
</table>
<p>請列印單張，張貼於家中當眼處。</p>
`,
    ],
  },
  {
    when: { daysAgo: 13, at: '12:00' },
    en: [
      'Lunch menu for the coming two weeks',
      `
<p>The kitchen presents the menu for the next two weeks. A vegetarian dish is served every day; the green dot marks it at the counter.</p>
<table border="1" cellpadding="6" width="100%">
<tr><th>Day</th><th>First week</th><th>Second week</th></tr>
<tr><td>Monday</td><td>Steamed garoupa, choi sum, rice</td><td>Chicken and corn, rice</td></tr>
<tr><td>Tuesday</td><td>Tomato and egg, rice</td><td>Minced pork with aubergine, rice</td></tr>
<tr><td>Wednesday</td><td>Roast chicken, potatoes, beans</td><td>Baked pasta with vegetables</td></tr>
<tr><td>Thursday</td><td>Beef and radish stew, rice</td><td>Fish fillet with sweet corn, rice</td></tr>
<tr><td>Friday</td><td>Noodles with mushrooms and tofu</td><td>Singapore-style rice noodles</td></tr>
</table>
<p>Please tell the <a href="mailto:kitchen@ternbay.example">kitchen</a> about any allergy, even if it stands in the health form already.</p>
`,
    ],
    zh: [
      '未來兩星期午膳餐單',
      `
<p>未來兩星期的午膳餐單如下。每日均設素菜，取餐處以綠點標示。</p>
<table border="1" cellpadding="6" width="100%">
<tr><th>星期</th><th>第一週</th><th>第二週</th></tr>
<tr><td>一</td><td>清蒸斑塊、菜心、白飯</td><td>粟米雞粒、白飯</td></tr>
<tr><td>二</td><td>番茄炒蛋、白飯</td><td>魚香茄子、白飯</td></tr>
<tr><td>三</td><td>烤雞、薯仔、四季豆</td><td>焗雜菜意粉</td></tr>
<tr><td>四</td><td>蘿蔔炆牛腩、白飯</td><td>粟米魚塊、白飯</td></tr>
<tr><td>五</td><td>冬菇豆腐湯麵</td><td>星洲炒米</td></tr>
</table>
<p>如子女有任何食物敏感，即使已填報健康資料表，亦請再次<a href="mailto:kitchen@ternbay.example">通知廚房</a>。</p>
`,
    ],
  },
  {
    when: { daysAgo: 18, at: '09:15' },
    sites: ['academy', 'pre-school'],
    cover: 'harbour-dusk.jpg',
    attachments: ['harbour-dusk.jpg'],
    en: [
      'Open evening for families: {day 21}',
      `
<p>Both schools open their doors to families who think of joining us. Come at any time between <strong>16:30 and 19:30</strong>; tours start at the clock tower every twenty minutes.</p>
<p><img src="media:harbour-dusk.jpg" alt="The school above the bay at dusk" width="1024"></p>
<ul>
<li>Academy: laboratories, library, art room, boathouse</li>
<li>Pre-school: playground and the morning rooms</li>
<li>18:00 in the hall: the Principal answers questions</li>
</ul>
<p>There is no need to register. The ferry of 16:10 is met by our senior students.</p>
`,
    ],
    zh: [
      '家長開放日：{day 21}',
      `
<p>書院及幼稚園同日開放，歡迎有意為子女報讀的家庭參觀。開放時間為<strong>下午四時三十分至七時三十分</strong>，校園導賞每二十分鐘一次，於鐘樓下集合。</p>
<p><img src="media:harbour-dusk.jpg" alt="暮色中的校舍" width="1024"></p>
<ul>
<li>書院：實驗室、圖書館、美術室、艇庫</li>
<li>幼稚園：遊樂場及晨間活動室</li>
<li>下午六時於禮堂：校長答問環節</li>
</ul>
<p>毋須登記。高年級同學將於碼頭迎接乘搭下午四時十分渡輪的訪客。</p>
`,
    ],
  },
  {
    when: { daysAgo: 27, at: '08:40' },
    en: [
      'Bus route 3: new stop at the market',
      `<p>From {day 7} school bus no. 3 also stops at the market, <b>07:18</b> on the way to school and <b>16:32</b> on the way home. The stop at the fire station moves fifty metres uphill, to the shelter. All other times stay as they are.</p>`,
    ],
    zh: [
      '三號校車增設街市站',
      `<p>由{day 7}起，三號校車增停街市站，上學<b>07:18</b>，放學<b>16:32</b>。消防局站遷往斜路上方五十米的候車亭，其餘各站時間不變。</p>`,
    ],
  },
  {
    when: { daysAgo: 34, at: '16:45' },
    attachments: ['bell-melody.mp3'],
    en: [
      'A new bell melody, written by a student',
      `
<p>For sixty years the same electric bell has ended our lessons. From {day 7} it will be eight notes instead: a melody by Sum-yuet of 1A, chosen by all classes from twenty-three entries.</p>
<p>“It goes up like the steps and comes down like the tide,” she says. Listen to it below.</p>
`,
    ],
    zh: [
      '同學創作的新鐘聲',
      `
<p>六十年來，本校一直沿用同一個電鐘。由{day 7}起，下課鐘聲將改為八個音符的旋律，由1A班心悅同學創作，在二十三份作品中經全校各班投票選出。</p>
<p>她說：「旋律像石級般往上走，又像潮水般退下來。」請按下方收聽。</p>
`,
    ],
  },
  {
    when: { daysAgo: 47, at: '10:20' },
    sites: ['academy', 'pre-school'],
    cover: 'harbour-dusk.jpg',
    en: [
      'Admission for the next school year: applications open',
      `
<p>Applications for all years of the Academy and for the three years of the Pre-school are accepted from {day 5} to {day 60}.</p>
<h3>What we ask for</h3>
<ol>
<li>The form, filled in by a parent or guardian</li>
<li>The two latest school reports (Academy)</li>
<li>A photograph of something your child has made, and a sentence about it</li>
</ol>
<h3>What happens then</h3>
<p>Every applicant is invited to spend a morning with us. We look for curiosity and kindness; there is no written test for the Pre-school.</p>
<p>Questions: <a href="mailto:admissions@ternbay.example">admissions@ternbay.example</a></p>
`,
    ],
    zh: [
      '下學年入學申請現已接受報名',
      `
<p>書院各級及幼稚園三個級別的入學申請，由{day 5}至{day 60}接受報名。</p>
<h3>所需文件</h3>
<ol>
<li>由家長或監護人填妥的申請表</li>
<li>最近兩份成績表（書院適用）</li>
<li>一張子女作品的照片，並附一句說明</li>
</ol>
<h3>申請程序</h3>
<p>每位申請者均獲邀到校度過一個上午。我們重視好奇心與善意；幼稚園不設筆試。</p>
<p>查詢：<a href="mailto:admissions@ternbay.example">admissions@ternbay.example</a></p>
`,
    ],
  },
  {
    when: { daysAgo: 61, at: '14:10' },
    en: [
      'Lost property on display until Friday',
      `<p>Forty-one water bottles, nineteen umbrellas, six left shoes. Everything found since the start of term lies on the tables by the lower gate until Friday. What is not collected goes to the community shop on the pier.</p>`,
    ],
    zh: [
      '失物認領至本星期五',
      `<p>水樽四十一個、雨傘十九把、左腳鞋六隻。開學至今尋獲的失物，現陳列於下層正門旁，供同學認領至本星期五。無人認領的物品將轉贈碼頭社區小店。</p>`,
    ],
  },
  {
    when: { daysAgo: 83, at: '11:30' },
    sites: ['academy', 'pre-school'],
    en: [
      'School calendar: dates to note',
      // Pasted from a word processor, as calendars mostly are.
      `
<p class="MsoNormal" style="margin-bottom:0cm;line-height:normal;mso-pagination:none"><span lang="EN-GB" style='font-size:12.0pt;font-family:"Times New Roman",serif;mso-fareast-language:ZH-TW;color:#1F3864'>The calendar for the coming months has been approved. <b style="mso-bidi-font-weight:normal">Please note these days:</b><o:p></o:p></span></p>
<table class="MsoTableGrid" border="1" cellspacing="0" cellpadding="0" style="border-collapse:collapse;mso-yfti-tbllook:1184" width="480">
<tr style="mso-yfti-irow:0"><td width="160" valign="top" style="width:120.0pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt"><p class="MsoNormal"><span style="font-family:Calibri">{day 14}</span></p></td><td valign="top" style="padding:0cm 5.4pt"><p class="MsoNormal"><span style="font-family:Calibri">Staff development day, no classes</span></p></td></tr>
<tr><td valign="top"><p class="MsoNormal"><span style="font-family:Calibri">{day 33}</span></p></td><td valign="top"><p class="MsoNormal"><span style="font-family:Calibri">Parents’ evening, 1A to 3B</span></p></td></tr>
<tr><td valign="top"><p class="MsoNormal"><span style="font-family:Calibri">{day 40}</span></p></td><td valign="top"><p class="MsoNormal"><span style="font-family:Calibri">Parents’ evening, 4A to 6B</span></p></td></tr>
</table>
<p class="MsoNormal"><span style="mso-spacerun:yes">&nbsp;</span><o:p>&nbsp;</o:p></p>
`,
    ],
    zh: [
      '校曆：請留意以下日期',
      `
<p class="MsoNormal" style="margin-bottom:0cm;line-height:normal"><span lang="ZH-TW" style='font-size:12.0pt;font-family:"新細明體",serif;mso-ascii-font-family:"Times New Roman"'>未來數月的校曆已經通過，<b>請留意以下日期：</b><o:p></o:p></span></p>
<table class="MsoTableGrid" border="1" cellspacing="0" cellpadding="0" style="border-collapse:collapse" width="480">
<tr><td width="160" valign="top" style="width:120.0pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt"><p class="MsoNormal"><span>{day 14}</span></p></td><td valign="top"><p class="MsoNormal"><span>教師發展日，學生毋須上課</span></p></td></tr>
<tr><td valign="top"><p class="MsoNormal"><span>{day 33}</span></p></td><td valign="top"><p class="MsoNormal"><span>家長晚會（1A至3B班）</span></p></td></tr>
<tr><td valign="top"><p class="MsoNormal"><span>{day 40}</span></p></td><td valign="top"><p class="MsoNormal"><span>家長晚會（4A至6B班）</span></p></td></tr>
</table>
<p class="MsoNormal"><o:p>&nbsp;</o:p></p>
`,
    ],
  },
  {
    when: { daysAgo: 104, at: '09:00' },
    en: [
      'The office has a new counter and longer hours',
      `<p>The school office has moved to the ground floor, left of the clock tower. It is now open from <strong>07:30 to 18:00</strong> on school days. The counter is lower than the old one, so that our youngest visitors can see who is speaking.</p>`,
    ],
    zh: [
      '校務處遷往地下並延長服務時間',
      `<p>校務處已遷往鐘樓左側地下，上課日辦公時間延長至<strong>上午七時三十分至下午六時</strong>。新櫃位較為矮身，年紀最小的訪客也能看見職員。</p>`,
    ],
  },
  {
    when: { daysAgo: 138, at: '16:00' },
    sites: ['academy', 'pre-school'],
    en: [
      'Uniform sale by the Parents’ Association',
      `<p>Outgrown uniforms, good as new: the Parents’ Association holds its sale on {saturday 1} from 10:00 to 13:00 in the covered playground. Blazers cost $60, everything else $20. Please bring your own bag.</p>`,
    ],
    zh: [
      '家長教師會校服義賣',
      `<p>家長教師會將於{saturday 1}上午十時至下午一時在有蓋操場舉行二手校服義賣。校褸每件六十元，其餘每件二十元，請自備購物袋。</p>`,
    ],
  },
  {
    when: { daysAgo: 171, at: '13:25' },
    cover: 'library.jpg',
    en: [
      'A quiet room beside the library',
      `
<p>The former map store beside the library is now a quiet room. It has six chairs, a window on the bay and one rule, written on the door by the Student Council: <q>Nobody has to explain why they are here.</q></p>
<p>The school counsellor, Ms Mui, is next door on Tuesdays and Thursdays.</p>
`,
    ],
    zh: [
      '圖書館旁增設靜室',
      `
<p>圖書館旁的舊地圖室已改建為靜室，設有六張椅子和一扇面向海灣的窗。門上只有學生會寫下的一條規則：<q>在這裏，誰也不用解釋自己為甚麼來。</q></p>
<p>學校輔導員梅老師逢星期二、四在隔鄰房間當值。</p>
`,
    ],
  },
]
