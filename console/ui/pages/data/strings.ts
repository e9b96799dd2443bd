/** Words of the data page. */
import { type CountedText, sayer, type Text } from '../../language.ts'

export const STRINGS = {
  title: { 'en-US': 'Data', 'zh-HK': '資料' },
  intro: {
    'en-US':
      'Everything the school has entered, as one: keep a copy, go back to it, move it to another service, or start again.',
    'zh-HK': '學校輸入的全部資料：可保存副本、還原、移至另一個服務，或重新開始。',
  },
  now: { 'en-US': 'In this service now', 'zh-HK': '目前的資料' },
  popup: { 'en-US': 'Popup messages', 'zh-HK': '彈出訊息' },
  news: { 'en-US': 'News entries', 'zh-HK': '消息' },
  person: { 'en-US': 'People', 'zh-HK': '用戶' },
  student_group: { 'en-US': 'Groups', 'zh-HK': '組別' },
  attendance_entry: { 'en-US': 'Attendance records', 'zh-HK': '考勤紀錄' },
  media: { 'en-US': 'Files', 'zh-HK': '檔案' },
  including: {
    'en-US': 'Drafts and deleted entries are counted as well.',
    'zh-HK': '數目包括草稿及已刪除的項目。',
  },

  snapshots: { 'en-US': 'Snapshots', 'zh-HK': '備份點' },
  snapshotsText: {
    'en-US': 'A snapshot keeps all of this as it is now, so that you can go back to it later.',
    'zh-HK': '備份點會保存目前的全部資料，方便日後還原。',
  },
  name: { 'en-US': 'Name of the snapshot', 'zh-HK': '備份點名稱' },
  nameHint: { 'en-US': 'As in: before the open day', 'zh-HK': '例如：開放日之前' },
  nameMissing: { 'en-US': 'Give the snapshot a name.', 'zh-HK': '請填寫備份點名稱。' },
  take: { 'en-US': 'Take a snapshot', 'zh-HK': '建立備份點' },
  taken: { 'en-US': 'Snapshot taken: ', 'zh-HK': '已建立備份點：' },
  takenAt: { 'en-US': 'Taken', 'zh-HK': '建立時間' },
  holds: { 'en-US': 'Holds', 'zh-HK': '內容' },
  actions: { 'en-US': 'Actions', 'zh-HK': '操作' },
  automatic: { 'en-US': 'Automatic', 'zh-HK': '自動建立' },
  goBack: { 'en-US': 'Go back to it', 'zh-HK': '還原' },
  wentBack: { 'en-US': 'Everything is as it was: ', 'zh-HK': '已還原至：' },
  remove: { 'en-US': 'Delete', 'zh-HK': '刪除' },
  removed: { 'en-US': 'Snapshot deleted: ', 'zh-HK': '已刪除備份點：' },
  noSnapshots: { 'en-US': 'No snapshots yet', 'zh-HK': '未有備份點' },
  noSnapshotsText: {
    'en-US':
      'Take one before you try something out. One is also taken by itself before anything on this page replaces your data.',
    'zh-HK': '試用功能之前，請先建立備份點。在本頁取代資料前，系統亦會自動建立一個。',
  },
  beforeImport: { 'en-US': 'Before the import', 'zh-HK': '匯入之前' },
  beforeReset: { 'en-US': 'Before starting again', 'zh-HK': '重新開始之前' },
  beforeGoingBack: { 'en-US': 'Before going back', 'zh-HK': '還原之前' },
  beforeGoingBackTo: { 'en-US': 'Before going back to “{}”', 'zh-HK': '還原至「{}」之前' },

  export: { 'en-US': 'Export', 'zh-HK': '匯出' },
  exportText: {
    'en-US':
      'One file with everything, pictures and documents included. Keys and tokens are in it as fingerprints only.',
    'zh-HK': '將全部資料（包括圖片及文件）匯出為一個檔案。不會保存金鑰及權杖的原文。',
  },
  download: { 'en-US': 'Download the file', 'zh-HK': '下載檔案' },

  import: { 'en-US': 'Import', 'zh-HK': '匯入' },
  importText: {
    'en-US': 'The file is checked first and you see what it holds. Nothing changes until you say so.',
    'zh-HK': '系統會先檢查檔案並顯示內容，確認之前不會更改任何資料。',
  },
  choose: { 'en-US': 'Choose an exported file', 'zh-HK': '選擇匯出檔案' },
  sending: { 'en-US': 'Sending', 'zh-HK': '正在上載' },
  checking: { 'en-US': 'Checking what is in it', 'zh-HK': '正在檢查內容' },
  cancel: { 'en-US': 'Cancel', 'zh-HK': '取消' },
  preview: { 'en-US': 'This file holds', 'zh-HK': '檔案內容' },
  school: { 'en-US': 'School', 'zh-HK': '學校' },
  exportedAt: { 'en-US': 'Exported', 'zh-HK': '匯出時間' },
  what: { 'en-US': 'What', 'zh-HK': '項目' },
  here: { 'en-US': 'Here now', 'zh-HK': '目前' },
  inFile: { 'en-US': 'In the file', 'zh-HK': '檔案內' },
  replace: { 'en-US': 'Replace everything with this', 'zh-HK': '以此取代全部資料' },
  replaced: { 'en-US': 'Everything was replaced by the file.', 'zh-HK': '已用檔案取代全部資料。' },
  refused: { 'en-US': 'The file was not taken', 'zh-HK': '檔案未能匯入' },
  invalid: {
    'en-US': 'It is not an exported file of this service, or it is damaged.',
    'zh-HK': '這不是本服務匯出的檔案，或檔案已損壞。',
  },
  tooLarge: { 'en-US': 'It is larger than is taken in here.', 'zh-HK': '檔案超出可匯入的大小。' },
  sampleRefused: {
    'en-US': 'It holds sample keys that anybody knows, and this service is open to a network.',
    'zh-HK': '檔案載有公開的範例金鑰，而本服務可從網絡存取。',
  },
  noRoom: { 'en-US': 'The service’s disk is full.', 'zh-HK': '服務的磁碟空間已滿。' },
  failed: { 'en-US': 'It could not be sent. Try again.', 'zh-HK': '未能上載，請再試一次。' },

  startAgain: { 'en-US': 'Start again', 'zh-HK': '重新開始' },
  startAgainText: {
    'en-US': 'Replaces everything here. A snapshot of what was is kept, so you can undo it.',
    'zh-HK': '會取代目前的全部資料。系統會保留備份點，可以復原。',
  },
  toSample: { 'en-US': 'With the sample school', 'zh-HK': '使用範例學校' },
  toEmpty: { 'en-US': 'With an empty school', 'zh-HK': '使用空白學校' },
  askSample: { 'en-US': 'Replace everything with the sample school?', 'zh-HK': '以範例學校取代全部資料？' },
  askEmpty: { 'en-US': 'Empty the whole school?', 'zh-HK': '清空整間學校的資料？' },
  askText: {
    'en-US':
      'These go: {what}, with all settings, keys and sessions. A snapshot of them is kept first, and you can go back to it.',
    'zh-HK': '以下資料會被移除：{what}，以及所有設定、金鑰及登入。系統會先建立備份點，可供還原。',
  },
  askGo: { 'en-US': 'Replace everything', 'zh-HK': '取代全部資料' },
  isSample: { 'en-US': 'This is the sample school now.', 'zh-HK': '現已使用範例學校。' },
  isEmpty: { 'en-US': 'This is an empty school now.', 'zh-HK': '現已使用空白學校。' },
} satisfies Record<string, Text>

export const say = sayer(STRINGS)

/** What goes when everything is replaced. */
export const COUNTS = {
  popup: {
    'en-US': { one: '{count} popup message', other: '{count} popup messages' },
    'zh-HK': '{count} 則彈出訊息',
  },
  news: { 'en-US': { one: '{count} news entry', other: '{count} news entries' }, 'zh-HK': '{count} 則消息' },
  person: { 'en-US': { one: '{count} user', other: '{count} users' }, 'zh-HK': '{count} 名用戶' },
  student_group: { 'en-US': { one: '{count} group', other: '{count} groups' }, 'zh-HK': '{count} 個組別' },
  attendance_entry: {
    'en-US': { one: '{count} attendance record', other: '{count} attendance records' },
    'zh-HK': '{count} 項考勤紀錄',
  },
  media: { 'en-US': { one: '{count} file', other: '{count} files' }, 'zh-HK': '{count} 個檔案' },
} satisfies Record<string, CountedText>
