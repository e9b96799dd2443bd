/** News of lessons, laboratories, library and examinations. */
import type { NewsDraft } from './news-draft.ts'

export const LEARNING: readonly NewsDraft[] = [
  {
    when: { daysAgo: 3, at: '15:45' },
    cover: 'science-fair.jpg',
    attachments: ['science-fair.jpg', 'classroom.png'],
    en: [
      'Science fair: a volcano, a tide clock and thirty-seven questions',
      `
<p>The rule of this year’s fair was simple: every table must ask a question that its makers could not answer when they began. Thirty-seven did.</p>
<p><img src="media:science-fair.jpg" alt="Projects on the table at the science fair" width="1024"></p>
<h3>Prizes</h3>
<ol>
<li><strong>How late is our tide?</strong> A clock that compares the predicted tide with the water at our own steps (2B)</li>
<li><strong>Which roof stays cool?</strong> Six model roofs, one lamp, four hundred measurements (1A)</li>
<li><strong>Do bean plants hear the bell?</strong> They do not; the jury liked how carefully this was shown (2B)</li>
</ol>
<p>The tide clock stays at the lower gate. So far it has been right to within eleven minutes.</p>
`,
    ],
    zh: [
      '科學展：一座火山、一個潮汐鐘、三十七條問題',
      `
<p>今年科學展的規則很簡單：每張展桌必須提出一條開始時自己也答不上的問題。三十七組同學做到了。</p>
<p><img src="media:science-fair.jpg" alt="科學展桌上的作品" width="1024"></p>
<h3>得獎作品</h3>
<ol>
<li><strong>我們的潮水遲到多久？</strong>把預測潮汐與校門石級水位互相比較的時鐘（2B班）</li>
<li><strong>哪一種屋頂最涼快？</strong>六個屋頂模型、一盞燈、四百次量度（1A班）</li>
<li><strong>豆苗聽得見鐘聲嗎？</strong>聽不見；評判欣賞同學論證嚴謹（2B班）</li>
</ol>
<p>潮汐鐘將長期安放於下層正門，歡迎路過時對一對時間。</p>
`,
    ],
  },
  {
    when: { daysAgo: 5, at: '09:30' },
    cover: 'library.jpg',
    en: [
      'Library week: borrow ten, keep them over the holidays',
      `
<p>During library week every student may borrow ten books instead of four and keep them until term begins again.</p>
<ul>
<li>Monday: blind date with a book, wrapped in brown paper</li>
<li>Wednesday: poems read aloud in the window, at lunch</li>
<li>Friday: bookbinding with the art room, 16:00</li>
</ul>
<p>The librarians ask for one thing: tell them afterwards which book you did <em>not</em> finish, and why.</p>
`,
    ],
    zh: [
      '圖書館週：一次借十本，假期慢慢讀',
      `
<p>圖書館週期間，每位同學可借書十本（平日四本），並可保留至下學期開課。</p>
<ul>
<li>星期一：「與書盲約」，書籍以牛皮紙包好</li>
<li>星期三：午間窗邊讀詩</li>
<li>星期五：與美術室合辦釘裝工作坊，下午四時</li>
</ul>
<p>館員只有一個請求：還書時請告訴他們，哪一本你<em>沒有</em>讀完，原因是甚麼。</p>
`,
    ],
  },
  {
    when: { daysAgo: 9, at: '13:00' },
    cover: 'classroom.png',
    en: [
      'Mathematics Olympiad: two silver medals',
      `<p>Tin-nok Ko and Priyanka Mahadevan of 2B have each won a silver medal in the junior mathematics olympiad. The last problem, on colouring the edges of a polygon, was solved by nine students in the whole city; both are among them. A copy hangs beside the staircase for anyone who wants to try.</p>`,
    ],
    zh: [
      '數學奧林匹克：兩面銀牌',
      `<p>2B班高天諾及Priyanka Mahadevan同學在初級數學奧林匹克比賽中各奪銀牌。壓軸一題要求為多邊形各邊着色，全港只有九人解出，兩位同學均在其中。題目副本已貼於樓梯旁，歡迎挑戰。</p>`,
    ],
  },
  {
    when: { daysAgo: 16, at: '10:10' },
    en: [
      'Mid-term examinations: timetable and rules',
      `
<p>The examinations begin on {day 14}. Papers start at 09:00 and 13:30; please be seated ten minutes earlier.</p>
<table border="1" cellpadding="4" cellspacing="0">
<thead><tr><th>Day</th><th>Morning</th><th>Afternoon</th></tr></thead>
<tbody>
<tr><td>1</td><td>Chinese Language I, II</td><td>–</td></tr>
<tr><td>2</td><td>English Language</td><td>Geography</td></tr>
<tr><td>3</td><td>Mathematics</td><td>History</td></tr>
<tr><td>4</td><td>Science</td><td>Music (practical, by appointment)</td></tr>
</tbody>
</table>
<p>Smart watches and telephones go into the box at the door. Water is allowed in a clear bottle without a label.</p>
<p>If a typhoon or a black rainstorm intervenes, the paper of that day moves to the first free day after the timetable ends.</p>
`,
    ],
    zh: [
      '期中考試時間表及守則',
      `
<p>期中考試於{day 14}開始。各卷於上午九時及下午一時三十分開考，考生須提早十分鐘就座。</p>
<table border="1" cellpadding="4" cellspacing="0">
<thead><tr><th>日次</th><th>上午</th><th>下午</th></tr></thead>
<tbody>
<tr><td>1</td><td>中國語文（卷一、卷二）</td><td>–</td></tr>
<tr><td>2</td><td>英國語文</td><td>地理</td></tr>
<tr><td>3</td><td>數學</td><td>歷史</td></tr>
<tr><td>4</td><td>科學</td><td>音樂（術科，另行約見）</td></tr>
</tbody>
</table>
<p>智能手錶及手提電話須放入門旁收集箱。可帶備無標籤的透明水樽。</p>
<p>如遇颱風或黑色暴雨，當日考試順延至考試時間表完結後首個上課日舉行。</p>
`,
    ],
  },
  {
    when: { daysAgo: 24, at: '16:05' },
    cover: 'roof-garden.jpg',
    attachments: ['roof-garden.jpg'],
    en: [
      'Roof garden: the first harvest is on the menu',
      `
<p>Lettuce, pak choi, carrots and more tomatoes than anyone had planned for: the roof garden has delivered 18.4 kg to the kitchen since planting day. Every kilogram is weighed, entered and drawn as a graph by 1A.</p>
<p><img src="media:roof-garden.jpg" alt="The roof garden above the city" width="1024"></p>
<p>Rain water covers two thirds of what the beds need. The next question is compost; <a href="mailto:garden@ternbay.example">families who can spare a bucket of leaves</a> are most welcome.</p>
`,
    ],
    zh: [
      '天台花園：首批收成登上餐桌',
      `
<p>生菜、小白菜、甘筍，還有多得出乎意料的番茄：自種植日起，天台花園已為廚房送上18.4公斤蔬菜。每一公斤都由1A班同學過磅、記錄並繪成圖表。</p>
<p><img src="media:roof-garden.jpg" alt="俯瞰城市的天台花園" width="1024"></p>
<p>雨水足以應付三分之二的灌溉需要。下一個課題是堆肥，歡迎<a href="mailto:garden@ternbay.example">有落葉可供捐贈的家庭</a>聯絡我們。</p>
`,
    ],
  },
  {
    when: { daysAgo: 29, at: '14:50' },
    en: [
      'Robotics: third place and a broken gripper',
      // Copied out of a mail program together with its script and its handlers.
      `
<div dir="ltr" class="gmail_default" style="font-family:verdana,sans-serif;position:relative;z-index:9999"><p onclick="window.open('https://mail.ternbay.example/thread/8817')">Our robotics team came third in the sorting challenge, although the gripper broke in the second round and was replaced by <b>two rulers and a rubber band</b>.</p>
<script>document.querySelectorAll('.gmail_default').forEach(function (n) { n.style.border = '1px solid red' })</script>
<p>The jury gave them the prize for the best repair.</p>
<img src="https://mail.ternbay.example/open.gif" width="1" height="1" alt="" onerror="this.remove()"></div>
`,
    ],
    zh: [
      '機械人隊：第三名與一隻斷裂的夾臂',
      `
<div dir="ltr" class="gmail_default" style="font-family:verdana,sans-serif;position:relative;z-index:9999"><p onclick="window.open('https://mail.ternbay.example/thread/8817')">本校機械人隊在分類挑戰賽中獲得第三名。夾臂在第二輪斷裂，隊員即場以<b>兩把間尺和一條橡筋</b>代替。</p>
<script>document.querySelectorAll('.gmail_default').forEach(function (n) { n.style.border = '1px solid red' })</script>
<p>評判特別頒予「最佳維修獎」。</p>
<img src="https://mail.ternbay.example/open.gif" width="1" height="1" alt="" onerror="this.remove()"></div>
`,
    ],
  },
  {
    when: { daysAgo: 36, at: '11:55' },
    cover: 'library.jpg',
    en: [
      'Reading together: senior students and first-years',
      `<p>Every Thursday after lunch sixteen students of the fifth year read with sixteen of the first, in English one week and in Chinese the next. The pairs choose their own books. Three have asked to go on after the scheme ends; we have decided that it does not end.</p>`,
    ],
    zh: [
      '共讀時光：高年級與中一同學',
      `<p>逢星期四午膳後，十六位中五同學與十六位中一同學結伴閱讀，一週英文，一週中文，書本由每對自行挑選。有三對同學希望計劃結束後繼續共讀，我們決定：這計劃不會結束。</p>`,
    ],
  },
  {
    when: { daysAgo: 50, at: '10:00' },
    en: [
      'Putonghua and English speech festival: results',
      `
<p>Twenty-six students took part in the speech festival. Our congratulations to all, and in particular to:</p>
<dl>
<dt>Solo verse, English, age 12–13</dt><dd>Amara Winterbourne, first</dd>
<dt>Solo verse, Putonghua, age 12–13</dt><dd>Yee-ching Fok, second</dd>
<dt>Choral speaking, Cantonese</dt><dd>2B, certificate of merit</dd>
</dl>
`,
    ],
    zh: [
      '朗誦節成績公布',
      `
<p>本校二十六位同學參加朗誦節，謹向所有參賽同學致賀，其中：</p>
<dl>
<dt>英詩獨誦（十二至十三歲）</dt><dd>Amara Winterbourne，冠軍</dd>
<dt>普通話詩詞獨誦（十二至十三歲）</dt><dd>霍綺晴，亞軍</dd>
<dt>粵語集誦</dt><dd>2B班，優良獎狀</dd>
</dl>
`,
    ],
  },
  {
    when: { daysAgo: 68, at: '15:20' },
    cover: 'classroom.png',
    en: [
      'Homework: what we heard from you and what changes',
      `
<p>Three hundred and twelve families answered our questions about homework. Thank you. The main points:</p>
<ul>
<li>On most evenings the load is right; on Wednesdays it is not.</li>
<li>Instructions are sometimes given too late in the lesson.</li>
<li>Reading should not feel like a task.</li>
</ul>
<p>From next month Wednesday is free of written homework in the first and second years, and every task stands in the diary before the last five minutes of a lesson.</p>
`,
    ],
    zh: [
      '家課安排：您的意見與我們的改變',
      `
<p>感謝三百一十二個家庭回應家課問卷。主要意見如下：</p>
<ul>
<li>大部分晚上的功課量適中，星期三則過多。</li>
<li>老師有時太遲交代功課要求。</li>
<li>閱讀不應變成任務。</li>
</ul>
<p>由下月起，中一、中二級星期三不設書寫家課；所有家課須於下課前五分鐘之前寫進手冊。</p>
`,
    ],
  },
  {
    when: { daysAgo: 89, at: '16:30' },
    cover: 'island-trail.jpg',
    en: [
      'Geography: measuring the beach, year eleven',
      `<p>For the eleventh year the second form has measured the beach from the same iron ring. It has lost 1.2 m at the northern end and gained 0.4 m behind the new breakwater. The series is now long enough to be useful: the district museum has asked for a copy.</p>`,
    ],
    zh: [
      '地理科：第十一年量度沙灘',
      `<p>中二同學連續第十一年由同一個鐵環出發，量度沙灘寬度。北端後退1.2米，新防波堤後方則增闊0.4米。紀錄年份漸長，漸見價值，區內博物館已來函索取副本。</p>`,
    ],
  },
  {
    when: { daysAgo: 112, at: '09:45' },
    en: [
      'Visiting scholar: three afternoons on the stars',
      `<p>An astronomer of the island observatory spends three afternoons with us, beginning on {day 5}. Students of the third year and above may come to the lecture; everybody may come to the roof afterwards, if it is clear.</p>`,
    ],
    zh: [
      '訪問學人：三個下午談星空',
      `<p>島上天文台一位天文學家將於{day 5}起到校三個下午。講座供中三或以上同學參加；如天色晴朗，其後天台觀星歡迎所有同學。</p>`,
    ],
  },
  {
    when: { daysAgo: 149, at: '14:00' },
    cover: 'graduation.jpg',
    attachments: ['graduation.jpg', 'school-song.mp3'],
    en: [
      'Graduation day: ninety-four caps in the air',
      `
<p>Ninety-four students received their certificates on the upper terrace. The speech of the day was the shortest: “We came by ferry. We leave by ferry. In between, you taught us to row.”</p>
<p><img src="media:graduation.jpg" alt="Caps in the air on graduation day" width="1024"></p>
<p>The school song, sung by parents who had learnt it in secret, is attached. Photographs of every class may be had from the office.</p>
`,
    ],
    zh: [
      '畢業典禮：九十四頂帽子飛上半空',
      `
<p>九十四位畢業生在上層平台領取證書。當日最短的一篇致辭這樣說：「我們乘渡輪而來，乘渡輪而去；這中間，你們教會我們划船。」</p>
<p><img src="media:graduation.jpg" alt="畢業典禮上的帽子" width="1024"></p>
<p>家長們悄悄練習、即場獻唱的校歌錄音見附件。各班照片可向校務處索取。</p>
`,
    ],
  },
  {
    when: { daysAgo: 184, at: '11:20' },
    cover: 'science-fair.jpg',
    en: [
      'Second laboratory reopens',
      `<p>After a term of drilling and dust the second laboratory is back, with twelve places, proper fume hoods and a window through which the corridor can watch. The old oak benches have been made into shelves for the library.</p>`,
    ],
    zh: [
      '第二實驗室重開',
      `<p>經過一個學期的工程，第二實驗室重新啟用，設十二個工作位及新式抽氣櫃，走廊一側更開了觀察窗。舊橡木實驗桌已改製成圖書館書架。</p>`,
    ],
  },
  {
    when: { daysAgo: 205, at: '15:35' },
    cover: 'classroom.png',
    en: [
      'A letter from the time capsule',
      `
<p>Workers found a tin box behind the clock. In it: a ferry ticket, a photograph of the first nineteen pupils, and a letter that ends with a request.</p>
<blockquote><p>Whoever reads this, please tell us whether the tern still comes to the third window.</p></blockquote>
<p>It does.</p>
`,
    ],
    zh: [
      '來自時間囊的信',
      `
<p>工人在大鐘背後發現一個鐵盒，內有一張船票、首屆十九位學生的照片，以及一封信。信末寫着：</p>
<blockquote><p>讀到這封信的人，請告訴我們：那隻燕鷗還會飛到第三扇窗前嗎？</p></blockquote>
<p>會的。</p>
`,
    ],
  },
]
