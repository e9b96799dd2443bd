/** Words of people and their sessions. */
import { type CountedText, sayer, type Text } from '../../language.ts'

export const STRINGS = {
  title: { 'en-US': 'Users and sessions', 'zh-HK': '用戶及登入' },
  intro: {
    'en-US': 'Everybody who uses the mobile app, and the tokens by which web-apps know who came.',
    'zh-HK': '所有流動應用程式用戶，以及網頁應用程式用來識別用戶的登入權杖。',
  },
  views: { 'en-US': 'View', 'zh-HK': '檢視' },
  peopleView: { 'en-US': 'People', 'zh-HK': '用戶' },
  sessionsView: { 'en-US': 'Sessions', 'zh-HK': '登入' },
  search: { 'en-US': 'Search', 'zh-HK': '搜尋' },
  everybody: { 'en-US': 'Everybody', 'zh-HK': '全部' },
  students: { 'en-US': 'Students', 'zh-HK': '學生' },
  guardians: { 'en-US': 'Guardians', 'zh-HK': '家長' },
  staff: { 'en-US': 'Staff', 'zh-HK': '教職員' },
  add: { 'en-US': 'Add a person', 'zh-HK': '新增用戶' },
  userId: { 'en-US': 'User ID', 'zh-HK': '用戶 ID' },
  email: { 'en-US': 'E-mail', 'zh-HK': '電郵' },
  nobodyText: {
    'en-US': 'Change the search, or add the person.',
    'zh-HK': '請更改搜尋條件，或新增用戶。',
  },
  empty: { 'en-US': 'Nobody is here yet', 'zh-HK': '尚未有用戶' },
  emptyText: {
    'en-US': 'Add the first person.',
    'zh-HK': '請新增第一位用戶。',
  },
  back: { 'en-US': 'All people', 'zh-HK': '所有用戶' },
  newTitle: { 'en-US': 'New person', 'zh-HK': '新增用戶' },
  details: { 'en-US': 'Details', 'zh-HK': '資料' },
  firstName: { 'en-US': 'First name', 'zh-HK': '名字' },
  lastName: { 'en-US': 'Last name', 'zh-HK': '姓氏' },
  chineseName: { 'en-US': 'Chinese name', 'zh-HK': '中文姓名' },
  children: { 'en-US': 'Children', 'zh-HK': '子女' },
  addChild: { 'en-US': 'Add a child', 'zh-HK': '新增子女' },
  conflict: {
    'en-US': 'Somebody else changed this person while you were writing.',
    'zh-HK': '在你編輯期間，有人已更改此人的資料。',
  },
  noChildren: { 'en-US': 'No children yet.', 'zh-HK': '尚未加入子女。' },
  guardiansOf: { 'en-US': 'Guardians', 'zh-HK': '家長' },
  groupsOf: { 'en-US': 'Groups', 'zh-HK': '組別' },
  none: { 'en-US': 'None', 'zh-HK': '沒有' },
  save: { 'en-US': 'Save', 'zh-HK': '儲存' },
  saved: { 'en-US': 'Saved', 'zh-HK': '已儲存' },
  added: { 'en-US': 'Added', 'zh-HK': '已新增' },
  delete: { 'en-US': 'Delete this person', 'zh-HK': '刪除此用戶' },
  deleted: { 'en-US': 'Deleted', 'zh-HK': '已刪除' },
  deleteText: {
    'en-US': 'Their attendance, places in groups and sessions go with them. Undo brings all of it back.',
    'zh-HK': '其考勤、組別及登入會一併刪除。復原可還原全部資料。',
  },
  approvedText: {
    'en-US': 'Cannot be deleted: this person approved attendance, and the record must keep the name.',
    'zh-HK': '此用戶曾批核考勤，紀錄必須保留批核人，因此無法刪除。',
  },
  issueTitle: { 'en-US': 'Issue a session token', 'zh-HK': '發出登入權杖' },
  issueText: {
    'en-US': 'The app passes such a token to the entrance page, and the web-app asks whose it is.',
    'zh-HK': '應用程式會將權杖傳給入口頁面，網頁應用程式再查詢該權杖屬於誰。',
  },
  environment: { 'en-US': 'Environment', 'zh-HK': '環境' },
  howLong: { 'en-US': 'Good for', 'zh-HK': '有效期' },
  minutes5: { 'en-US': '5 minutes', 'zh-HK': '5 分鐘' },
  hour: { 'en-US': '1 hour', 'zh-HK': '1 小時' },
  day: { 'en-US': '1 day', 'zh-HK': '1 天' },
  week: { 'en-US': '1 week', 'zh-HK': '1 星期' },
  month: { 'en-US': '30 days', 'zh-HK': '30 天' },
  issue: { 'en-US': 'Issue token', 'zh-HK': '發出權杖' },
  onceTitle: { 'en-US': 'Copy the token now', 'zh-HK': '請立即複製權杖' },
  onceText: {
    'en-US': 'It is shown this one time. The service keeps only a fingerprint of it. Good until',
    'zh-HK': '權杖只會顯示這一次，服務不會保存原文。有效至',
  },
  token: { 'en-US': 'Session token', 'zh-HK': '登入權杖' },
  headers: { 'en-US': 'As headers', 'zh-HK': '標頭' },
  curl: { 'en-US': 'Whose is it?', 'zh-HK': '查詢權杖屬於誰' },
  haveIt: { 'en-US': 'I have copied it', 'zh-HK': '已複製' },
  sessionsTitle: { 'en-US': 'Sessions', 'zh-HK': '登入' },
  noSessions: { 'en-US': 'No sessions', 'zh-HK': '沒有登入' },
  noSessionsText: {
    'en-US': 'Choose a person and issue a token to try a web-app with.',
    'zh-HK': '請選擇用戶並發出權杖，以測試網頁應用程式。',
  },
  noSessionsHere: { 'en-US': 'No sessions yet.', 'zh-HK': '尚未有登入。' },
  created: { 'en-US': 'Issued', 'zh-HK': '發出時間' },
  expires: { 'en-US': 'Ends', 'zh-HK': '到期時間' },
  live: { 'en-US': 'Live', 'zh-HK': '有效' },
  expired: { 'en-US': 'Expired', 'zh-HK': '已過期' },
  sample: { 'en-US': 'Sample', 'zh-HK': '範例' },
  who: { 'en-US': 'Who', 'zh-HK': '用戶' },
  state: { 'en-US': 'State', 'zh-HK': '狀態' },
  end: { 'en-US': 'End', 'zh-HK': '結束' },
  remove: { 'en-US': 'Remove', 'zh-HK': '移除' },
  ended: { 'en-US': 'Session ended', 'zh-HK': '已結束登入' },
  endAll: { 'en-US': 'End all', 'zh-HK': '全部結束' },
  clearExpired: { 'en-US': 'Remove expired ones', 'zh-HK': '移除已過期的' },
  moreSessions: {
    'en-US': 'The 200 that last longest are shown.',
    'zh-HK': '只顯示有效期最長的 200 個。',
  },
  allEnvironments: { 'en-US': 'Both environments', 'zh-HK': '兩個環境' },
} satisfies Record<string, Text>

export const say = sayer(STRINGS)

export const COUNTS = {
  endedAll: {
    'en-US': { one: '{count} session ended', other: '{count} sessions ended' },
    'zh-HK': '{count} 個登入已結束',
  },
  clearedExpired: {
    'en-US': { one: '{count} expired session removed', other: '{count} expired sessions removed' },
    'zh-HK': '{count} 個過期登入已移除',
  },
} satisfies Record<string, CountedText>

/** What the API finds wrong, by the field: said in the reader's language. */
export const FAULTS: Record<string, Text> = {
  '/firstName': { 'en-US': 'Enter at least one name.', 'zh-HK': '請至少填寫名字、姓氏或中文姓名其中一項。' },
  '/refNo': {
    'en-US': 'This reference number is somebody else’s already, or too long.',
    'zh-HK': '此參考編號已由他人使用，或過長。',
  },
  '/email': {
    'en-US': 'This is not an e-mail address. Example: name@school.example',
    'zh-HK': '電郵地址格式不正確，正確格式如 name@school.example',
  },
  '/userId': { 'en-US': 'This user ID is taken.', 'zh-HK': '此用戶 ID 已被使用。' },
  '/role': {
    'en-US':
      'The role cannot change: this person is in a group, is somebody’s child, or has approved attendance.',
    'zh-HK': '不能更改身分：此用戶屬於某組別、為他人子女，或曾批核考勤。',
  },
}
