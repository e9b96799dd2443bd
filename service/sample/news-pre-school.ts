/** News of the pre-school: short texts for parents who read them on the ferry. */
import type { NewsDraft } from './news-draft.ts'

export const PRE_SCHOOL: readonly NewsDraft[] = [
  {
    when: { daysAgo: 1, at: '11:10' },
    sites: ['pre-school'],
    cover: 'pre-school-play.jpg',
    attachments: ['pre-school-play.jpg'],
    en: [
      'What we did this week: sand, water, a very long river',
      `
<p>The Morning Star class has dug a river. It begins at the tap, passes under the slide and ends, after eleven metres and a good deal of discussion, at the fence.</p>
<p><img src="media:pre-school-play.jpg" alt="The pre-school playground on a fine morning" width="1024"></p>
<p>Words we learnt on the way: <em>source, bend, bridge, flood, sorry</em>.</p>
<p>Please send a second pair of trousers on Monday. The river is to get a lake.</p>
`,
    ],
    zh: [
      '本週活動：沙、水、一條很長的河',
      `
<p>晨星班挖了一條河。河水從水龍頭出發，流過滑梯底，經過十一米路程和多番商議，最後到達圍欄。</p>
<p><img src="media:pre-school-play.jpg" alt="晴朗早上的幼稚園遊樂場" width="1024"></p>
<p>沿途學到的詞語：<em>源頭、河灣、橋、泛濫、對不起</em>。</p>
<p>星期一請多帶一條褲子，河的盡頭將會有一個湖。</p>
`,
    ],
  },
  {
    when: { daysAgo: 7, at: '10:40' },
    sites: ['pre-school'],
    en: [
      'Health check on {day 7}',
      `
<p>The school nurse looks at eyes, ears and teeth on {day 7}, class by class, beginning at 09:00. Parents may be present.</p>
<ul><li>Please bring the vaccination card in an envelope with your child’s name.</li><li>A child who is afraid may come with a friend, or with a bear.</li></ul>
`,
    ],
    zh: [
      '健康檢查：{day 7}',
      `
<p>駐校護士將於{day 7}上午九時起，逐班檢查視力、聽力及牙齒，家長可在場陪同。</p>
<ul><li>請將針卡放入寫上子女姓名的信封，交回學校。</li><li>害怕的小朋友可以帶同一位朋友，或一隻小熊。</li></ul>
`,
    ],
  },
  {
    when: { daysAgo: 12, at: '14:20' },
    sites: ['pre-school'],
    cover: 'pre-school-play.jpg',
    en: [
      'The new playground is finished',
      `<p>The slide is yellow, the sand is washed and the ladder has six rungs, which the children have counted in two languages. The playground stays open until 17:00 for families who wait for the ferry.</p>`,
    ],
    zh: [
      '新遊樂場落成',
      `<p>黃色滑梯、洗淨的細沙，還有六級的梯子，小朋友已用兩種語言數過。遊樂場開放至下午五時，歡迎等候渡輪的家庭使用。</p>`,
    ],
  },
  {
    when: { daysAgo: 20, at: '15:15' },
    sites: ['pre-school'],
    cover: 'art-room.png',
    en: [
      'Colours from the kitchen',
      `<p>Beetroot makes pink, spinach makes green, turmeric makes a yellow that stays on fingers for three days. The children’s pictures hang in the corridor; the recipes are on the door.</p>`,
    ],
    zh: [
      '來自廚房的顏色',
      `<p>紅菜頭變出粉紅，菠菜變出綠色，黃薑粉的黃色則會留在指頭上三天。小朋友的畫作掛在走廊，顏料食譜貼在門上。</p>`,
    ],
  },
  {
    when: { daysAgo: 33, at: '09:50' },
    sites: ['pre-school'],
    attachments: ['bell-melody.mp3'],
    en: [
      'A bell that does not frighten anyone',
      `<p>The big school has a new bell, and it can be heard over here as well. Listen to it at home together, so that it is an old friend on Monday: up the steps, down with the tide.</p>`,
    ],
    zh: [
      '不再嚇人的鐘聲',
      `<p>書院換上新鐘聲，在幼稚園也聽得見。請在家中與孩子一起細聽，讓它在星期一成為老朋友：走上石級，隨潮水退下。</p>`,
    ],
  },
  {
    when: { daysAgo: 42, at: '13:40' },
    sites: ['pre-school'],
    cover: 'roof-garden.jpg',
    en: [
      'Visit to the roof garden',
      `<p>Thirty-eight small gardeners climbed ninety-two steps and came back with one carrot each. Most carrots reached home. We thank 1A, who had hidden the largest at the very edge of the bed, where short arms can reach.</p>`,
    ],
    zh: [
      '參觀天台花園',
      `<p>三十八位小園丁走上九十二級樓梯，每人帶回一條甘筍，大部分都能平安到家。感謝1A班哥哥姐姐，特地把最大的留在花槽邊，讓短短的手臂也能拔到。</p>`,
    ],
  },
  {
    when: { daysAgo: 57, at: '10:05' },
    sites: ['pre-school'],
    cover: 'pre-school-play.jpg',
    en: [
      'Settling in: the first weeks',
      `
<p>Some children wave and run; some need a hand for longer. Both are right. What helps:</p>
<ol><li>Say goodbye, always, and then go.</li><li>Come back when you said that you would.</li><li>Let a small thing from home come along in the pocket.</li></ol>
<p>Our teachers write to you at 10:30 on each of the first five days.</p>
`,
    ],
    zh: [
      '適應新生活：開學首數週',
      `
<p>有些孩子揮揮手便跑進課室，有些需要多牽一會兒，兩者都很自然。以下方法會有幫助：</p>
<ol><li>每次都要好好道別，然後離開。</li><li>按照答應的時間回來。</li><li>讓孩子把家中一件小東西放進口袋。</li></ol>
<p>首五天，老師會於每日上午十時三十分向您報告孩子的情況。</p>
`,
    ],
  },
  {
    when: { daysAgo: 86, at: '16:10' },
    sites: ['pre-school'],
    cover: 'library.jpg',
    en: [
      'Book bags: one story a week',
      `<p>Every Friday each child takes a cloth bag home with one book, in English or in Chinese, and a card on which the family may draw what happened next. Bags come back on Wednesday; the best endings are read aloud.</p>`,
    ],
    zh: [
      '小書包：一週一故事',
      `<p>逢星期五，每位小朋友帶一個布袋回家，內有一本中文或英文故事書，以及一張卡，讓全家畫出「後來怎樣」。布袋於星期三交回，最精彩的結局會在班中朗讀。</p>`,
    ],
  },
  {
    when: { daysAgo: 109, at: '11:45' },
    sites: ['pre-school'],
    cover: 'lantern-evening.jpg',
    en: [
      'Paper, glue and patience: lantern workshop for parents',
      `<p>On {saturday 1} from 10:00 to 12:00 grandparents show parents how a rabbit lantern is made. Materials are ready for thirty families; please tell your class teacher.</p>`,
    ],
    zh: [
      '紙、膠水和耐性：家長燈籠工作坊',
      `<p>{saturday 1}上午十時至正午，由祖父母教爸爸媽媽紮作兔子燈籠。材料可供三十個家庭使用，請向班主任報名。</p>`,
    ],
  },
  {
    when: { daysAgo: 133, at: '09:25' },
    sites: ['pre-school'],
    en: [
      'Summer break: how to reach us',
      `<p>The Pre-school is closed for the summer holidays; the office answers on Tuesdays from 09:30 to 12:30 and always at <a href="mailto:pre-school@ternbay.example">pre-school@ternbay.example</a>. We wish all families slow mornings.</p>`,
    ],
    zh: [
      '暑假期間聯絡方法',
      `<p>暑假期間幼稚園休息，辦公室逢星期二上午九時三十分至下午十二時三十分開放，亦可隨時電郵至<a href="mailto:pre-school@ternbay.example">pre-school@ternbay.example</a>。祝願各家庭有許多悠閒的早晨。</p>`,
    ],
  },
  {
    when: { daysAgo: 159, at: '14:55' },
    sites: ['pre-school'],
    cover: 'graduation.jpg',
    en: [
      'Goodbye, big ones',
      `<p>Twenty-four children walked across the courtyard today, from our door to the door of the primary schools that await them, each with a seedling in a paper cup. We will miss the questions most.</p>`,
    ],
    zh: [
      '再見了，大哥哥大姐姐',
      `<p>今天，二十四位小朋友捧着紙杯裏的幼苗，走過庭院，準備升讀小學。我們最掛念的，將會是他們的提問。</p>`,
    ],
  },
  {
    when: { daysAgo: 189, at: '10:50' },
    sites: ['pre-school'],
    cover: 'island-trail.jpg',
    attachments: ['island-trail.jpg'],
    en: [
      'Our first ferry trip',
      `<p>Twelve minutes there, twelve minutes back, two whistles, one jellyfish. The captain let everybody say “ahoy” into the microphone. The children’s map of the crossing hangs by the coats.</p>`,
    ],
    zh: [
      '第一次乘渡輪',
      `<p>去程十二分鐘，回程十二分鐘，兩聲汽笛，一隻水母。船長讓每位小朋友對着咪高峰說一聲「啟航」。孩子們畫的航線圖掛在外套架旁。</p>`,
    ],
  },
]
