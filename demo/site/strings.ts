/**
 * All texts of the site in both languages, side by side: a missing translation is a type error.
 *
 * Tern Bay Academy is invented; its address, telephone number and mail domain do not exist.
 */
import type { Language } from '../../shared/contract/site.ts'

export type Text = Readonly<Record<Language, string>>

export const TEXTS = {
  school: { 'en-US': 'Tern Bay Academy', 'zh-HK': '燕鷗灣書院' },
  motto: { 'en-US': 'In one boat', 'zh-HK': '同舟共濟' },
  description: {
    'en-US':
      'Tern Bay Academy: a day school by the harbour for ages three to eighteen. News, term dates and help for parents.',
    'zh-HK': '燕鷗灣書院：海港旁的日校，設幼稚園及中學。學校消息、學期日期及家長資訊。',
  },

  skip: { 'en-US': 'Skip to content', 'zh-HK': '跳至主要內容' },
  menu: { 'en-US': 'Menu', 'zh-HK': '選單' },
  mainNavigation: { 'en-US': 'Main', 'zh-HK': '主要導覽' },
  footerNavigation: { 'en-US': 'All pages', 'zh-HK': '所有頁面' },
  otherLanguage: { 'en-US': '中文', 'zh-HK': 'English' },
  home: { 'en-US': 'Home', 'zh-HK': '首頁' },
  ourSchool: { 'en-US': 'Our school', 'zh-HK': '認識書院' },
  news: { 'en-US': 'News', 'zh-HK': '學校消息' },
  parents: { 'en-US': 'For parents', 'zh-HK': '家長資訊' },
  termDates: { 'en-US': 'Term dates', 'zh-HK': '學期日期' },
  visit: { 'en-US': 'Find us', 'zh-HK': '聯絡我們' },

  heroTitle: { 'en-US': 'The day begins on the water.', 'zh-HK': '每一天，由海上開始。' },
  heroLead: {
    'en-US': 'The boathouse opens at half past six. By eight, everyone has a seat, even the youngest.',
    'zh-HK': '艇庫於清晨六時半開放。到了八時，人人都有座位，最年幼的同學也不例外。',
  },
  heroPicture: {
    'en-US':
      'Drawing: a rowing eight crosses the bay at first light, the school and its clock tower behind it.',
    'zh-HK': '插畫：晨光初現，八人賽艇划過海灣，背後是校舍與鐘樓。',
  },

  newsFeed: { 'en-US': 'News feed (RSS)', 'zh-HK': '訂閱消息（RSS）' },
  latestNews: { 'en-US': 'From the school', 'zh-HK': '最新消息' },
  allNews: { 'en-US': 'All news', 'zh-HK': '所有消息' },
  newsIntro: {
    'en-US': 'News from the classrooms, the water and around the school, newest first.',
    'zh-HK': '課室、海上及校園各處的消息，由新至舊排列。',
  },
  newsQuiet: {
    'en-US': 'The news cannot be shown at the moment. Please try again later, or contact the office.',
    'zh-HK': '暫時未能顯示最新消息，請稍後再試；如有需要，請聯絡校務處。',
  },
  newsEmpty: {
    'en-US': 'There is no news yet. New entries will appear here.',
    'zh-HK': '暫時未有消息，新消息會在此顯示。',
  },
  olderNews: { 'en-US': 'Older news', 'zh-HK': '較早的消息' },
  newestNews: { 'en-US': 'Newest news', 'zh-HK': '返回最新消息' },
  searchNews: { 'en-US': 'Search the news', 'zh-HK': '搜尋學校消息' },
  search: { 'en-US': 'Search', 'zh-HK': '搜尋' },
  newsFound: { 'en-US': 'News with “{words}”', 'zh-HK': '含「{words}」的消息' },
  nothingFound: {
    'en-US': 'Nothing was found. Try other or fewer words.',
    'zh-HK': '找不到相關消息，請嘗試其他或較少字詞。',
  },
  moreFound: { 'en-US': 'More results', 'zh-HK': '更多結果' },
  liveNews: { 'en-US': 'Live news', 'zh-HK': '即時消息' },
  liveNewsIntro: {
    'en-US': 'New, changed and removed entries appear here while you read.',
    'zh-HK': '消息發布、修訂或移除後，此頁會即時更新。',
  },
  liveNewsNeedsScript: {
    'en-US': 'This page needs JavaScript. Without it, please read',
    'zh-HK': '此頁需要 JavaScript；如未啟用，請瀏覽',
  },
  newsPaging: { 'en-US': 'More news', 'zh-HK': '消息分頁' },
  earlierNews: { 'en-US': 'Earlier news', 'zh-HK': '較早的消息' },
  attachments: { 'en-US': 'Attachments', 'zh-HK': '附件' },
  pictures: { 'en-US': 'Pictures', 'zh-HK': '圖片' },
  widePart: { 'en-US': 'Table', 'zh-HK': '表格' },

  linkAbsence: { 'en-US': 'Report an absence', 'zh-HK': '請假通知' },
  linkAbsenceNote: { 'en-US': 'By e-mail, before 08:15', 'zh-HK': '請於上午八時十五分前電郵' },
  linkWeatherNote: { 'en-US': 'When we open and when we stay closed', 'zh-HK': '何時上課，何時停課' },
  linkOffice: { 'en-US': 'Contact the office', 'zh-HK': '聯絡校務處' },
  linkOfficeNote: {
    'en-US': 'School days, 07:30 to 18:00',
    'zh-HK': '上課日 07:30 至 18:00',
  },

  schoolYear: { 'en-US': 'School year 2026–27', 'zh-HK': '2026–27 學年' },

  weather: { 'en-US': 'Typhoon and rainstorm', 'zh-HK': '颱風及暴雨安排' },
  weatherNote: {
    'en-US':
      'The signal in force decides. When a signal is issued, this site shows a message when you open it.',
    'zh-HK': '一切以當時生效的信號為準；信號發出後，打開本網頁即會顯示通知。',
  },
  weatherSignal: { 'en-US': 'Signal in force', 'zh-HK': '生效信號' },
  weatherAcademy: { 'en-US': 'Academy', 'zh-HK': '書院' },
  weatherPreSchool: { 'en-US': 'Pre-school', 'zh-HK': '幼稚園' },
  signal3: { 'en-US': 'Typhoon no. 3', 'zh-HK': '三號強風信號' },
  signal8: { 'en-US': 'Typhoon no. 8 or higher', 'zh-HK': '八號或以上熱帶氣旋警告信號' },
  signalRed: { 'en-US': 'Red or black rainstorm', 'zh-HK': '紅色或黑色暴雨警告信號' },
  openAshore: { 'en-US': 'Classes as usual, no outdoor sport', 'zh-HK': '照常上課，戶外體育活動暫停' },
  closed: { 'en-US': 'Classes suspended', 'zh-HK': '停課' },
  staySafe: {
    'en-US':
      'Before school hours: classes suspended. During school hours: stay at school until it is safe to leave',
    'zh-HK': '上課前：停課；上課期間：留校至放學，安全時方可離校',
  },

  schoolLead: {
    'en-US':
      'Eight people row one boat, and none of them can see ahead. They reach their goal because they trust each other. A school works in the same way.',
    'zh-HK': '八個人划一隻艇，誰也看不見前方；能夠到達終點，全因彼此信任。學校也是一樣。',
  },
  onWater: { 'en-US': 'On the water', 'zh-HK': '水上' },
  onWaterText: {
    'en-US':
      'Everyone in Secondary 1 learns to row. Nobody has to race. In spring, all classes of the year cross the bay together, slowly.',
    'zh-HK': '中一學生人人學划艇，不必比賽。每年春天，全級一同慢慢划過海灣。',
  },
  inRoom: { 'en-US': 'In the classroom', 'zh-HK': '課室' },
  inRoomText: {
    'en-US':
      'Two languages from the first day, twenty-two students in a class, and a quiet table by the window for anyone who needs it.',
    'zh-HK': '由入學首日起中英並重，每班二十二人；窗邊設有一張桌子，讓需要安靜的同學使用。',
  },
  underBell: { 'en-US': 'The school bell', 'zh-HK': '校鐘' },
  underBellText: {
    'en-US':
      'On the last day of each term, the youngest class rings the bell in the clock tower by hand. It is silent for the rest of the year.',
    'zh-HK': '每個學期的最後一天，由最年幼的一班親手敲響鐘樓的大鐘；其餘日子，大鐘不會敲響。',
  },

  address1: { 'en-US': '18 Lighthouse Steps', 'zh-HK': '燕鷗灣燈塔石級 18 號' },
  address2: { 'en-US': 'Tern Bay, Hong Kong', 'zh-HK': '香港燕鷗灣' },
  fictional: {
    'en-US': 'Tern Bay is an invented place.',
    'zh-HK': '燕鷗灣為虛構地點。',
  },
  byFerry: { 'en-US': 'By ferry', 'zh-HK': '渡輪' },
  byFerryText: {
    'en-US': 'School Pier is four minutes away on foot. The first ferry arrives at 07:10.',
    'zh-HK': '由書院碼頭步行四分鐘即到；首班船 07:10 到達。',
  },
  byBus: { 'en-US': 'By bus', 'zh-HK': '校巴' },
  byBusText: {
    'en-US': 'School buses stop at the lower gate, under the banyan tree.',
    'zh-HK': '校巴停靠下層正門的榕樹旁。',
  },
  telephone: { 'en-US': 'Telephone', 'zh-HK': '電話' },
  email: { 'en-US': 'E-mail', 'zh-HK': '電郵' },
  mapPicture: {
    'en-US': 'Map of Tern Bay: the school is on the western shore, beside School Pier.',
    'zh-HK': '燕鷗灣地圖：書院位於西岸，毗鄰書院碼頭。',
  },
  demoNote: {
    'en-US': 'Tern Bay Academy is an invented school that demonstrates schoolbell.',
    'zh-HK': '燕鷗灣書院純屬虛構，用以展示 schoolbell 的運作。',
  },

  notFound: { 'en-US': 'Page not found', 'zh-HK': '找不到此頁' },
  notFoundText: {
    'en-US': 'The page may have moved, or the address is wrong. You can go to the home page or to the news.',
    'zh-HK': '頁面可能已移走，或網址有誤。您可以返回首頁，或查看學校消息。',
  },
  withdrawn: { 'en-US': 'This entry has been withdrawn', 'zh-HK': '此消息已撤回' },
  withdrawnText: {
    'en-US':
      'The school published it earlier, and it is no longer valid or no longer needed. The news shows what applies now.',
    'zh-HK': '學校較早前曾發布此消息，現已不再適用。請查看最新的學校消息。',
  },
  unavailable: { 'en-US': 'One moment', 'zh-HK': '請稍候' },
  faulty: { 'en-US': 'Something went wrong on our side', 'zh-HK': '系統出現問題' },
  faultyText: {
    'en-US': 'Please try again in a moment. If the problem stays, please tell the school office.',
    'zh-HK': '請稍後再試；如情況持續，請告知校務處。',
  },
  backHome: { 'en-US': 'To the home page', 'zh-HK': '返回首頁' },
} as const satisfies Record<string, Text>

export type Texts = InOne<keyof typeof TEXTS>
export type InOne<Name extends string> = Readonly<Record<Name, string>>

export const textsIn = (lang: Language): Texts => inOne(TEXTS, lang)

/** All of some texts in one language. */
export const inOne = <Name extends string>(texts: Readonly<Record<Name, Text>>, lang: Language) =>
  Object.fromEntries(Object.entries<Text>(texts).map(([name, text]) => [name, text[lang]])) as InOne<Name>

/** Texts that are the same in every language. */
export const CONTACT = {
  telephone: '+852 0000 0818',
  telephoneLink: 'tel:+85200000818',
  office: 'office@ternbay.example',
  absence: 'absence@ternbay.example',
} as const

export const FILE_TYPES: Readonly<Record<string, Text>> = {
  'image/png': { 'en-US': 'PNG picture', 'zh-HK': 'PNG 圖片' },
  'image/jpeg': { 'en-US': 'JPEG picture', 'zh-HK': 'JPEG 圖片' },
  'application/pdf': { 'en-US': 'PDF document', 'zh-HK': 'PDF 文件' },
  'audio/mpeg': { 'en-US': 'MP3 sound', 'zh-HK': 'MP3 音訊檔' },
  'audio/mp3': { 'en-US': 'MP3 sound', 'zh-HK': 'MP3 音訊檔' },
  'video/mp4': { 'en-US': 'MP4 film', 'zh-HK': 'MP4 影片' },
}

/** The school year in order. Days are `YYYY-MM-DD`. */
export const SCHOOL_YEAR: readonly { name: Text; from: string; to: string; term: boolean }[] = [
  { name: { 'en-US': 'First term', 'zh-HK': '第一學期' }, from: '2026-09-01', to: '2026-12-18', term: true },
  {
    name: { 'en-US': 'Christmas holiday', 'zh-HK': '聖誕假期' },
    from: '2026-12-21',
    to: '2027-01-01',
    term: false,
  },
  { name: { 'en-US': 'Second term', 'zh-HK': '第二學期' }, from: '2027-01-04', to: '2027-03-25', term: true },
  {
    name: { 'en-US': 'Lunar New Year holiday', 'zh-HK': '農曆新年假期' },
    from: '2027-02-05',
    to: '2027-02-12',
    term: false,
  },
  {
    name: { 'en-US': 'Easter holiday', 'zh-HK': '復活節假期' },
    from: '2027-03-26',
    to: '2027-04-09',
    term: false,
  },
  { name: { 'en-US': 'Third term', 'zh-HK': '第三學期' }, from: '2027-04-12', to: '2027-06-30', term: true },
]
