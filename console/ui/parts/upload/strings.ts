/** Words of files on their way, in both languages. */
import { sayer, type Text } from '../../language.ts'

export const STRINGS = {
  drop: { 'en-US': 'Drop files here', 'zh-HK': '將檔案拖放到這裏' },
  or: { 'en-US': 'or', 'zh-HK': '或' },
  choose: { 'en-US': 'Choose files', 'zh-HK': '選擇檔案' },
  kinds: {
    'en-US': 'Pictures, PDF and MP3 up to 25 MB each, MP4 films up to 200 MB',
    'zh-HK': '圖片、PDF 及 MP3 每個最大 25 MB，MP4 影片最大 200 MB',
  },
  waiting: { 'en-US': 'Waiting', 'zh-HK': '等候中' },
  sending: { 'en-US': 'Sending', 'zh-HK': '傳送中' },
  checking: { 'en-US': 'Checking', 'zh-HK': '檢查中' },
  cancel: { 'en-US': 'Cancel', 'zh-HK': '取消' },
  retry: { 'en-US': 'Try again', 'zh-HK': '再試一次' },
  dismiss: { 'en-US': 'Dismiss', 'zh-HK': '關閉' },
  remove: { 'en-US': 'Remove', 'zh-HK': '移除' },
  up: { 'en-US': 'Move up', 'zh-HK': '上移' },
  down: { 'en-US': 'Move down', 'zh-HK': '下移' },
  useAsCover: { 'en-US': 'Use as cover', 'zh-HK': '設為封面' },
  list: { 'en-US': 'Attachments', 'zh-HK': '附件' },
  added: { 'en-US': 'Added', 'zh-HK': '已加入' },
  moved: { 'en-US': 'Now at place', 'zh-HK': '現時位置' },
  yourFile: { 'en-US': 'Your file', 'zh-HK': '你所選的檔案' },
  there: { 'en-US': 'Already attached', 'zh-HK': '已在附件中' },
  pickPicture: { 'en-US': 'Choose a picture', 'zh-HK': '選擇圖片' },
  findPicture: { 'en-US': 'Find a picture by its name', 'zh-HK': '以名稱搜尋圖片' },
  noPicture: { 'en-US': 'There is no such picture yet.', 'zh-HK': '未有符合的圖片。' },
  more: { 'en-US': 'Show more', 'zh-HK': '顯示更多' },
  existing: { 'en-US': 'Pictures already here', 'zh-HK': '選用現有圖片' },
  dragHint: { 'en-US': 'Drag to change the order', 'zh-HK': '拖曳以更改次序' },
} satisfies Record<string, Text>

export const say = sayer(STRINGS)

/** What each refusal is to a reader; `{found}` and `{limit}` are filled in. */
export const FAULTS: Record<string, Text> = {
  MEDIA_EMPTY: { 'en-US': 'The file is empty.', 'zh-HK': '檔案是空的。' },
  MEDIA_TYPE: {
    'en-US': 'This is {found}, which news cannot carry. {remedy}',
    'zh-HK': '這是{found}，消息不能附上這類檔案。{remedy}',
  },
  MEDIA_MISMATCH: {
    'en-US': 'The name says otherwise, but the content is {found}. Rename the file, then add it again.',
    'zh-HK': '檔案名稱與內容不符，內容其實是{found}。請更改檔名後重新加入。',
  },
  MEDIA_DAMAGED: {
    'en-US': 'The file is damaged or incomplete. Open it on your computer to see whether it is whole.',
    'zh-HK': '檔案已損毀或不完整。請先在電腦上開啟，確認檔案完整。',
  },
  MEDIA_TOO_LARGE: { 'en-US': 'The file is larger than {limit}.', 'zh-HK': '檔案大於 {limit}。' },
  MEDIA_TOO_MANY_PIXELS: {
    'en-US': 'The picture has too many pixels. Make it smaller, then add it again.',
    'zh-HK': '圖片像素過多，請縮小後重新加入。',
  },
  MEDIA_TOO_NARROW: {
    'en-US': 'The picture is far too narrow for its length. Crop it, then add it again.',
    'zh-HK': '圖片過於狹長，請裁剪後重新加入。',
  },
  MEDIA_TOO_MANY: {
    'en-US': 'There are as many files as the service may hold.',
    'zh-HK': '服務內的檔案數量已達上限。',
  },
  MEDIA_NO_ROOM: { 'en-US': 'The service’s disk is full.', 'zh-HK': '服務的磁碟空間已滿。' },
  MEDIA_BUSY: {
    'en-US': 'Too many files at once. Try again in a moment.',
    'zh-HK': '同時上載的檔案過多，請稍候再試。',
  },
  OFFLINE: { 'en-US': 'The service could not be reached.', 'zh-HK': '無法連接服務。' },
  SIGNED_OUT: { 'en-US': 'You were signed out. Sign in and try again.', 'zh-HK': '你已登出，請登入後再試。' },
  NOT_A_PICTURE: {
    'en-US': 'This is not a picture. Choose a JPEG or a PNG.',
    'zh-HK': '這不是圖片。請選擇 JPEG 或 PNG 圖片。',
  },
  FAILED: { 'en-US': 'The file was not taken.', 'zh-HK': '未能上載檔案。' },
}

/** What a file turned out to be. */
export const KINDS: Record<string, Text> = {
  'image/png': { 'en-US': 'a PNG picture', 'zh-HK': ' PNG 圖片' },
  'image/jpeg': { 'en-US': 'a JPEG picture', 'zh-HK': ' JPEG 圖片' },
  'application/pdf': { 'en-US': 'a PDF document', 'zh-HK': ' PDF 文件' },
  'audio/mpeg': { 'en-US': 'an MP3 sound', 'zh-HK': ' MP3 音訊' },
  'video/mp4': { 'en-US': 'an MP4 film', 'zh-HK': ' MP4 影片' },
  'image/avif': { 'en-US': 'an AVIF picture', 'zh-HK': ' AVIF 圖片' },
  'image/webp': { 'en-US': 'a WebP picture', 'zh-HK': ' WebP 圖片' },
  'image/gif': { 'en-US': 'a GIF picture', 'zh-HK': ' GIF 圖片' },
  heic: { 'en-US': 'a HEIC picture', 'zh-HK': ' HEIC 圖片' },
  bmp: { 'en-US': 'a BMP picture', 'zh-HK': ' BMP 圖片' },
  tiff: { 'en-US': 'a TIFF picture', 'zh-HK': ' TIFF 圖片' },
  svg: { 'en-US': 'an SVG drawing', 'zh-HK': ' SVG 圖形' },
  html: { 'en-US': 'a web page', 'zh-HK': '網頁' },
  xml: { 'en-US': 'an XML file', 'zh-HK': ' XML 檔案' },
  document: {
    'en-US': 'a document of Word, Pages or another office program',
    'zh-HK': ' Word、Pages 或其他文書軟件的文件',
  },
  zip: { 'en-US': 'a ZIP archive', 'zh-HK': ' ZIP 壓縮檔' },
  archive: { 'en-US': 'an archive', 'zh-HK': '壓縮檔' },
  wav: { 'en-US': 'a WAV sound', 'zh-HK': ' WAV 音訊' },
  ogg: { 'en-US': 'an Ogg sound or film', 'zh-HK': ' Ogg 音訊或影片' },
  flac: { 'en-US': 'a FLAC sound', 'zh-HK': ' FLAC 音訊' },
  m4a: { 'en-US': 'an M4A sound', 'zh-HK': ' M4A 音訊' },
  mov: { 'en-US': 'a QuickTime film', 'zh-HK': ' QuickTime 影片' },
  webm: { 'en-US': 'a WebM film', 'zh-HK': ' WebM 影片' },
  avi: { 'en-US': 'an AVI film', 'zh-HK': ' AVI 影片' },
  program: { 'en-US': 'a program', 'zh-HK': '程式' },
  pdf: { 'en-US': 'a PDF document with something in front of it', 'zh-HK': '前面夾雜其他內容的 PDF 文件' },
  text: { 'en-US': 'a plain text', 'zh-HK': '純文字' },
  unknown: { 'en-US': 'a file of no kind that is known here', 'zh-HK': '無法辨識的檔案' },
}

const AS_PDF: Text = {
  'en-US': 'Save it as PDF, then add the PDF.',
  'zh-HK': '請另存為 PDF，再加入該 PDF。',
}
export const AS_PICTURE: Text = {
  'en-US': 'Save it as JPEG or PNG, then add that.',
  'zh-HK': '請另存為 JPEG 或 PNG 後再加入。',
}
export const AS_JPEG: Text = {
  'en-US':
    'Save it as JPEG, then add that. On an iPhone, choose Settings > Camera > Formats > Most Compatible to take JPEG pictures.',
  'zh-HK':
    '請另存為 JPEG 後再加入。使用 iPhone 時，可在「設定 > 相機 > 格式」選擇「最兼容」，以拍攝 JPEG 相片。',
}
const AS_SOUND: Text = { 'en-US': 'Save it as MP3, then add that.', 'zh-HK': '請另存為 MP3 後再加入。' }
const AS_FILM: Text = { 'en-US': 'Save it as MP4, then add that.', 'zh-HK': '請另存為 MP4 後再加入。' }
const UNPACKED: Text = {
  'en-US': 'Unpack it, then add the files in it.',
  'zh-HK': '請解壓縮後加入其中的檔案。',
}

/** What to do with a file that news cannot carry; where nothing helps, what news can carry. */
export const REMEDIES: Record<string, Text> = {
  heic: AS_JPEG,
  bmp: AS_PICTURE,
  tiff: AS_PICTURE,
  svg: AS_PICTURE,
  html: AS_PDF,
  document: AS_PDF,
  text: AS_PDF,
  pdf: AS_PDF,
  zip: UNPACKED,
  archive: UNPACKED,
  wav: AS_SOUND,
  flac: AS_SOUND,
  m4a: AS_SOUND,
  ogg: {
    'en-US': 'Save it as MP3 or MP4, then add that.',
    'zh-HK': '請另存為 MP3 或 MP4 後再加入。',
  },
  mov: AS_FILM,
  webm: AS_FILM,
  avi: AS_FILM,
  unknown: {
    'en-US': 'News takes pictures, PDF, MP3 and MP4.',
    'zh-HK': '消息接受圖片、PDF、MP3 及 MP4。',
  },
}
