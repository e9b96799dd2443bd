/** Words of the attendance register. */
import { type CountedText, sayer, type Text } from '../../language.ts'

export const STRINGS = {
  title: { 'en-US': 'Attendance', 'zh-HK': '考勤' },
  intro: {
    'en-US': 'Choose a group and a day. Every mark is saved as you make it.',
    'zh-HK': '選擇組別及日期。每項紀錄會即時儲存。',
  },
  date: { 'en-US': 'Date', 'zh-HK': '日期' },
  month: { 'en-US': 'Month', 'zh-HK': '月份' },
  before: { 'en-US': 'Previous day', 'zh-HK': '前一天' },
  after: { 'en-US': 'Next day', 'zh-HK': '後一天' },
  monthBefore: { 'en-US': 'Previous month', 'zh-HK': '上個月' },
  monthAfter: { 'en-US': 'Next month', 'zh-HK': '下個月' },
  today: { 'en-US': 'Today', 'zh-HK': '今天' },
  views: { 'en-US': 'View', 'zh-HK': '檢視' },
  dayView: { 'en-US': 'Register', 'zh-HK': '點名' },
  monthView: { 'en-US': 'Month', 'zh-HK': '整月' },
  keysTitle: { 'en-US': 'By keyboard', 'zh-HK': '鍵盤操作' },
  keyMove: { 'en-US': 'another student', 'zh-HK': '另一位學生' },
  keyNote: { 'en-US': 'note', 'zh-HK': '備註' },
  keyClear: { 'en-US': 'clear', 'zh-HK': '清除' },
  statusOf: { 'en-US': 'Attendance of', 'zh-HK': '考勤：' },
  note: { 'en-US': 'Note', 'zh-HK': '備註' },
  noteOf: { 'en-US': 'Note on', 'zh-HK': '備註：' },
  notePlace: { 'en-US': 'Note', 'zh-HK': '備註' },
  rest: { 'en-US': 'All the rest present', 'zh-HK': '其餘全部出席' },
  approver: { 'en-US': 'Approved by', 'zh-HK': '批核人' },
  chooseApprover: { 'en-US': 'Choose a member of staff', 'zh-HK': '選擇教職員' },
  approve: { 'en-US': 'Approve', 'zh-HK': '批核' },
  approved: { 'en-US': 'Approved', 'zh-HK': '已批核' },
  takeBack: { 'en-US': 'Take approval back', 'zh-HK': '撤回批核' },
  saving: { 'en-US': 'Saving…', 'zh-HK': '儲存中……' },
  saved: { 'en-US': 'Saved', 'zh-HK': '已儲存' },
  notSaved: { 'en-US': 'Not saved', 'zh-HK': '未儲存' },
  retry: { 'en-US': 'Try again', 'zh-HK': '再試' },
  conflict: {
    'en-US': '{name} is {now} now; you wanted {wanted}.',
    'zh-HK': '{name}現為{now}；你原想設為{wanted}。',
  },
  setAnyway: { 'en-US': 'Set it all the same', 'zh-HK': '仍然設定' },
  leaveIt: { 'en-US': 'Leave it', 'zh-HK': '維持現狀' },
  changed: { 'en-US': 'Changed', 'zh-HK': '已更改' },
  cleared: { 'en-US': 'Cleared', 'zh-HK': '已清除' },
  unmarked: { 'en-US': 'Not marked', 'zh-HK': '未記錄' },
  noGroups: { 'en-US': 'There are no groups yet', 'zh-HK': '尚未有組別' },
  noGroupsText: {
    'en-US': 'Attendance is taken by group. Make one in School structures.',
    'zh-HK': '考勤按組別記錄。請先在學校架構建立組別。',
  },
  toStructures: { 'en-US': 'To School structures', 'zh-HK': '前往學校架構' },
  noStudents: { 'en-US': 'Nobody is in this group', 'zh-HK': '此組別沒有學生' },
  noStudentsText: {
    'en-US': 'Put students into it in School structures.',
    'zh-HK': '請在學校架構加入學生。',
  },
  student: { 'en-US': 'Student', 'zh-HK': '學生' },
  sums: { 'en-US': 'Sums', 'zh-HK': '合計' },
  openDay: { 'en-US': 'Open the register of', 'zh-HK': '開啟點名：' },
  approvedMark: { 'en-US': 'approved', 'zh-HK': '已批核' },
  files: { 'en-US': 'Download', 'zh-HK': '下載' },
  fromDay: { 'en-US': 'From', 'zh-HK': '由' },
  toDay: { 'en-US': 'To', 'zh-HK': '至' },
  forWhom: { 'en-US': 'For', 'zh-HK': '用途' },
  spreadsheet: { 'en-US': 'a spreadsheet (Excel)', 'zh-HK': '試算表（Excel）' },
  plain: { 'en-US': 'other programs', 'zh-HK': '其他程式' },
  csv: { 'en-US': 'Download CSV', 'zh-HK': '下載 CSV' },
  noDay: { 'en-US': 'Enter both days.', 'zh-HK': '請輸入開始及結束日期。' },
  wrongOrder: {
    'en-US': 'The last day must not be before the first.',
    'zh-HK': '結束日期不可早於開始日期。',
  },
  tooManyDays: { 'en-US': 'At most 366 days at a time.', 'zh-HK': '每次最多 366 日。' },
  monthOf: { 'en-US': 'Attendance of the month', 'zh-HK': '本月考勤' },
} satisfies Record<string, Text>

export const say = sayer(STRINGS)

export const COUNTS = {
  restDone: {
    'en-US': { one: '{count} student marked present', other: '{count} students marked present' },
    'zh-HK': '{count} 位學生已記為出席',
  },
  approvedDone: {
    'en-US': { one: '{count} entry approved', other: '{count} entries approved' },
    'zh-HK': '{count} 項紀錄已批核',
  },
  takenBack: {
    'en-US': { one: '{count} approval taken back', other: '{count} approvals taken back' },
    'zh-HK': '{count} 項批核已撤回',
  },
  waiting: {
    'en-US': {
      one: '{count} mark is not saved yet; it is tried again by itself.',
      other: '{count} marks are not saved yet; they are tried again by themselves.',
    },
    'zh-HK': '{count} 項紀錄尚未儲存，系統會自動再試。',
  },
} satisfies Record<string, CountedText>
