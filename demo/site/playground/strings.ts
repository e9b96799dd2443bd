/** All texts of the playground in both languages, side by side: a missing translation is a type error. */
import type { IconId } from '../../../shared/contract/icon.ts'
import type { Language } from '../../../shared/contract/site.ts'
import { type InOne, inOne, type Text } from '../strings.ts'
import type { PresetName } from './presets.ts'

export const WORDS = {
  title: { 'en-US': 'Popup playground', 'zh-HK': '彈出訊息試用' },
  lead: {
    'en-US':
      'Write a message, see it as a visitor does, choose its looks, and copy the tag for your own page. Nothing you write here is sent anywhere.',
    'zh-HK':
      '撰寫訊息，預覽訪客所見的效果，選擇外觀，然後複製程式碼，貼到自己的網頁。這裏的內容不會傳送到任何地方。',
  },
  needsScript: {
    'en-US': 'The playground needs JavaScript. It is turned off in this browser.',
    'zh-HK': '此頁需要 JavaScript，而此瀏覽器已將其停用。',
  },

  start: { 'en-US': 'Start from', 'zh-HK': '由範本開始' },
  fromService: { 'en-US': 'From the service', 'zh-HK': '載入系統現有訊息' },
  reset: { 'en-US': 'Reset', 'zh-HK': '全部重設' },
  undo: { 'en-US': 'Undo', 'zh-HK': '復原' },

  message: { 'en-US': 'Message', 'zh-HK': '訊息' },
  language: { 'en-US': 'Language', 'zh-HK': '語言' },
  languageNote: {
    'en-US': 'A message has a text in each language. The popup uses the language chosen here.',
    'zh-HK': '每則訊息均有中英文本；彈出訊息以此處所選語言顯示。',
  },
  row: { 'en-US': 'Messages, shown in this order', 'zh-HK': '訊息（按此次序顯示）' },
  add: { 'en-US': 'Add a message', 'zh-HK': '新增訊息' },
  remove: { 'en-US': 'Remove this one', 'zh-HK': '刪除此則' },
  untitled: { 'en-US': 'No title yet', 'zh-HK': '未有標題' },
  msgTitle: { 'en-US': 'Title', 'zh-HK': '標題' },
  msgBody: { 'en-US': 'Body, in HTML', 'zh-HK': '內文（HTML）' },
  displayDate: { 'en-US': 'Date', 'zh-HK': '日期' },
  button: { 'en-US': 'Button', 'zh-HK': '按鈕' },
  none: { 'en-US': 'None', 'zh-HK': '不設' },
  confirm: { 'en-US': 'Confirm', 'zh-HK': '確認' },
  accept: { 'en-US': 'Accept', 'zh-HK': '接受' },
  buttonNote: {
    'en-US': 'With a button, only the button closes the message.',
    'zh-HK': '設有按鈕時，訊息只可按鈕關閉。',
  },
  icon: { 'en-US': 'Icon', 'zh-HK': '圖示' },

  looks: { 'en-US': 'Looks', 'zh-HK': '外觀' },
  theme: { 'en-US': 'Theme', 'zh-HK': '主題' },
  noTheme: { 'en-US': 'No theme', 'zh-HK': '不用主題' },
  noThemeNote: { 'en-US': 'Plain, fits any page', 'zh-HK': '平實簡潔，適合任何網頁' },
  paper: { 'en-US': 'Paper', 'zh-HK': '信箋' },
  paperNote: { 'en-US': 'Like a letter, with serifs', 'zh-HK': '襯線字體，像一封信' },
  signal: { 'en-US': 'Signal', 'zh-HK': '告示' },
  signalNote: { 'en-US': 'Bold, easy to read from a distance', 'zh-HK': '黑底粗字，遠處也看得清楚' },
  pebble: { 'en-US': 'Pebble', 'zh-HK': '卵石' },
  pebbleNote: { 'en-US': 'Soft and round, for the youngest', 'zh-HK': '圓潤柔和，適合幼稚園' },
  scheme: { 'en-US': 'Colour scheme', 'zh-HK': '配色' },
  schemeSystem: { 'en-US': 'Like this device', 'zh-HK': '跟隨裝置' },
  schemeLight: { 'en-US': 'Light', 'zh-HK': '淺色' },
  schemeDark: { 'en-US': 'Dark', 'zh-HK': '深色' },

  options: { 'en-US': 'Options of the tag', 'zh-HK': '程式碼選項' },
  service: { 'en-US': 'Service', 'zh-HK': '系統網址' },
  serviceNote: {
    'en-US': 'With its first path segment. Empty: ../cms, relative to the script.',
    'zh-HK': '包括首段路徑。留空則為 ../cms（相對於程式檔）。',
  },
  folder: { 'en-US': 'Folder of the widget', 'zh-HK': '元件資料夾' },
  siteId: { 'en-US': 'Website', 'zh-HK': '網站' },
  tagLang: { 'en-US': 'Language of the page', 'zh-HK': '網頁語言' },
  langOfPage: { 'en-US': 'From the page’s lang attribute', 'zh-HK': '跟隨網頁設定' },
  remember: { 'en-US': 'Closed messages', 'zh-HK': '關閉後的訊息' },
  rememberUsual: { 'en-US': 'Default', 'zh-HK': '按預設' },
  rememberNote: {
    'en-US': 'Default: a confirmed message is never shown again; others return after a day.',
    'zh-HK': '預設：已確認的不再顯示，其餘一天後再顯示。',
  },
  rememberAlways: { 'en-US': 'Never shown again', 'zh-HK': '不再顯示' },
  rememberSession: { 'en-US': 'Shown again at the next visit', 'zh-HK': '下次瀏覽時再顯示' },
  refresh: { 'en-US': 'Seconds between two calls', 'zh-HK': '每隔多少秒再查詢' },
  refreshNote: {
    'en-US': '10 or more. Empty: one call for each page.',
    'zh-HK': '至少 10 秒。留空則每頁查詢一次。',
  },
  iconBase: { 'en-US': 'Folder of the icons', 'zh-HK': '圖示資料夾' },
  iconBaseNote: { 'en-US': 'Empty: beside the widget.', 'zh-HK': '留空則為元件所在的資料夾。' },
  debug: {
    'en-US': 'Write errors to the browser’s console',
    'zh-HK': '在瀏覽器主控台列出錯誤',
  },

  show: { 'en-US': 'Show the message', 'zh-HK': '顯示訊息' },
  tag: { 'en-US': 'For your page', 'zh-HK': '貼到您的網頁' },
  tagNote: {
    'en-US': 'The tag shows the messages of the service, not the text on this page.',
    'zh-HK': '此程式碼會顯示系統的訊息，而非這裏試寫的文字。',
  },
  copy: { 'en-US': 'Copy', 'zh-HK': '複製' },

  saidPreset: { 'en-US': 'The example replaced your text.', 'zh-HK': '已換上範本文字。' },
  saidService: {
    'en-US': 'These are the current messages of the service.',
    'zh-HK': '已載入系統現有訊息。',
  },
  saidNoMessages: {
    'en-US': 'The service has no message for this website.',
    'zh-HK': '系統暫無此網站的訊息。',
  },
  saidNoService: {
    'en-US': 'The service does not respond. Your text has not changed.',
    'zh-HK': '系統沒有回應，您的文字保持不變。',
  },
  saidReset: { 'en-US': 'Everything is reset.', 'zh-HK': '已全部重設。' },
  saidUndone: { 'en-US': 'Your text is restored.', 'zh-HK': '已還原您的文字。' },
  saidRemoved: { 'en-US': 'The message is removed.', 'zh-HK': '已刪除該則訊息。' },
  saidNoTitle: { 'en-US': 'A message needs a title.', 'zh-HK': '請為訊息加上標題。' },
  saidNoWidget: {
    'en-US': 'The popup cannot be loaded: is the widget built?',
    'zh-HK': '未能載入彈出訊息元件：請確認已建置。',
  },
  saidCopied: { 'en-US': 'Copied', 'zh-HK': '已複製' },
  saidSelected: {
    'en-US': 'Selected. Copy it with your keyboard or menu',
    'zh-HK': '已選取，請以鍵盤或選單複製',
  },
} as const satisfies Record<string, Text>

export const PRESET_NAMES: Record<PresetName, Text> = {
  typhoon: { 'en-US': 'Typhoon No. 8', 'zh-HK': '八號信號' },
  rain: { 'en-US': 'Black rain', 'zh-HK': '黑色暴雨' },
  event: { 'en-US': 'Event to confirm', 'zh-HK': '活動須確認' },
  news: { 'en-US': 'Plain news', 'zh-HK': '一般消息' },
  long: { 'en-US': 'Long text', 'zh-HK': '長文' },
  table: { 'en-US': 'Wide table', 'zh-HK': '闊表格' },
  picture: { 'en-US': 'Picture', 'zh-HK': '圖片' },
  several: { 'en-US': 'Several messages', 'zh-HK': '多則訊息' },
  hostile: { 'en-US': 'Hostile HTML', 'zh-HK': '惡意 HTML' },
}

/** Short names below the icons; the dialog itself uses the full name. */
export const ICON_NAMES: Record<IconId, Text> = {
  '2': { 'en-US': 'Black rain', 'zh-HK': '黑雨' },
  '3': { 'en-US': 'No. 3', 'zh-HK': '三號' },
  '4': { 'en-US': 'No. 8 NE', 'zh-HK': '八號東北' },
  '5': { 'en-US': 'No. 8 SE', 'zh-HK': '八號東南' },
  '6': { 'en-US': 'No. 8 SW', 'zh-HK': '八號西南' },
  '7': { 'en-US': 'No. 8 NW', 'zh-HK': '八號西北' },
  '8': { 'en-US': 'No. 9', 'zh-HK': '九號' },
  '9': { 'en-US': 'No. 10', 'zh-HK': '十號' },
  '10': { 'en-US': 'Event', 'zh-HK': '活動' },
}

export type Words = InOne<keyof typeof WORDS>

export const wordsIn = (lang: Language): Words => inOne(WORDS, lang)
