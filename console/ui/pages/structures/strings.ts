/** Words of the school structures. */
import type { FieldError } from '../../api.ts'
import { language, sayer, type Text } from '../../language.ts'

export const STRINGS = {
  title: { 'en-US': 'School structures', 'zh-HK': '學校架構' },
  intro: {
    'en-US': 'Units, years and groups. Their numbers stand in the addresses of the attendance API.',
    'zh-HK': '學部、學年及組別。其編號會用於考勤 API 的網址。',
  },
  export: { 'en-US': 'Export students', 'zh-HK': '匯出學生' },
  units: { 'en-US': 'Units', 'zh-HK': '學部' },
  years: { 'en-US': 'Years', 'zh-HK': '學年' },
  groups: { 'en-US': 'Groups', 'zh-HK': '組別' },
  students: { 'en-US': 'Students', 'zh-HK': '學生' },
  people: { 'en-US': 'People', 'zh-HK': '用戶' },
  unitId: { 'en-US': 'Unit ID', 'zh-HK': '學部編號' },
  yearId: { 'en-US': 'Year ID', 'zh-HK': '學年編號' },
  idHint: { 'en-US': 'ID, free to choose', 'zh-HK': '編號（可自訂）' },
  newUnit: { 'en-US': 'Add a unit', 'zh-HK': '新增學部' },
  newYear: { 'en-US': 'Add a year', 'zh-HK': '新增學年' },
  newGroup: { 'en-US': 'Add a group', 'zh-HK': '新增組別' },
  groupName: { 'en-US': 'Group name', 'zh-HK': '組別名稱' },
  unitName: { 'en-US': 'Unit name', 'zh-HK': '學部名稱' },
  yearName: { 'en-US': 'Year name', 'zh-HK': '學年名稱' },
  rename: { 'en-US': 'Rename', 'zh-HK': '重新命名' },
  inUse: {
    'en-US': 'It has groups: delete or move them first',
    'zh-HK': '尚有組別，請先刪除或移走',
  },
  all: { 'en-US': 'All', 'zh-HK': '全部' },
  noUnits: { 'en-US': 'Add the first unit, as in: Academy.', 'zh-HK': '請新增第一個學部，例如：書院。' },
  noYears: { 'en-US': 'Add the first year, as in: 2026–27.', 'zh-HK': '請新增第一個學年，例如：2026–27。' },
  noGroups: { 'en-US': 'No groups', 'zh-HK': '沒有組別' },
  noGroupsText: {
    'en-US': 'Add a group below.',
    'zh-HK': '請在下方新增組別。',
  },
  needPlaces: {
    'en-US': 'A group belongs to a unit and a year: add one of each first.',
    'zh-HK': '組別屬於學部及學年，請先各新增一個。',
  },
  added: { 'en-US': 'Added', 'zh-HK': '已新增' },
  saved: { 'en-US': 'Saved', 'zh-HK': '已儲存' },
  deleted: { 'en-US': 'Deleted', 'zh-HK': '已刪除' },
  back: { 'en-US': 'School structures', 'zh-HK': '學校架構' },
  details: { 'en-US': 'Name and place', 'zh-HK': '名稱及所屬' },
  register: { 'en-US': 'Take the register', 'zh-HK': '點名' },
  exportGroup: { 'en-US': 'Export this list', 'zh-HK': '匯出此名單' },
  deleteGroup: { 'en-US': 'Delete this group', 'zh-HK': '刪除此組別' },
  deleteGroupText: {
    'en-US': 'Its students stay in the school, and their attendance with them.',
    'zh-HK': '學生及其考勤紀錄會保留。',
  },
  addStudent: { 'en-US': 'Put a student into the group', 'zh-HK': '加入學生' },
  order: {
    'en-US': 'The attendance API lists them in this order.',
    'zh-HK': '考勤 API 會按此次序列出學生。',
  },
  sortByName: { 'en-US': 'Sort by name', 'zh-HK': '按姓名排序' },
  sortByRefNo: { 'en-US': 'Sort by reference no.', 'zh-HK': '按參考編號排序' },
  up: { 'en-US': 'Move up', 'zh-HK': '上移' },
  down: { 'en-US': 'Move down', 'zh-HK': '下移' },
  removed: { 'en-US': 'Taken out', 'zh-HK': '已移出' },
  putIn: { 'en-US': 'Put in', 'zh-HK': '已加入' },
  moved: { 'en-US': 'Order changed', 'zh-HK': '已更改次序' },
  noStudents: { 'en-US': 'Nobody is in this group', 'zh-HK': '此組別沒有學生' },
  noStudentsText: {
    'en-US': 'Search for students below.',
    'zh-HK': '請在下方搜尋學生。',
  },
  address: { 'en-US': 'Path in the attendance API', 'zh-HK': '考勤 API 路徑' },
} satisfies Record<string, Text>

export const say = sayer(STRINGS)

/** What the API finds wrong, by the field. */
const FAULTS: Record<string, Text> = {
  '/name': { 'en-US': 'Enter a name.', 'zh-HK': '請輸入名稱。' },
  '/unitId': { 'en-US': 'This number is taken, or is no number.', 'zh-HK': '此編號已被使用，或並非數字。' },
  '/yearId': { 'en-US': 'This number is taken, or is no number.', 'zh-HK': '此編號已被使用，或並非數字。' },
  '/groupName': {
    'en-US': 'Enter a name that no other group of this unit and year has; not . or ..',
    'zh-HK': '請輸入此學部及學年未有其他組別使用的名稱，且不可為 . 或 ..',
  },
}

export const faultText = ({ path, reason }: FieldError): string => FAULTS[path]?.[language()] ?? reason
