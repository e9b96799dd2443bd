/** Words that several pages of the school share, and how people are named. */
import type { Environment, Role } from '../../../shared/contract/session.ts'
import { STATUS_NAMES } from '../../status-names.ts'
import { language, sayer, type Text } from '../language.ts'

export { STATUS_NAMES }

export const WORDS = {
  save: { 'en-US': 'Save', 'zh-HK': '儲存' },
  cancel: { 'en-US': 'Cancel', 'zh-HK': '取消' },
  delete: { 'en-US': 'Delete', 'zh-HK': '刪除' },
  add: { 'en-US': 'Add', 'zh-HK': '新增' },
  close: { 'en-US': 'Close', 'zh-HK': '關閉' },
  remove: { 'en-US': 'Remove', 'zh-HK': '移除' },
  name: { 'en-US': 'Name', 'zh-HK': '名稱' },
  personName: { 'en-US': 'Name', 'zh-HK': '姓名' },
  unit: { 'en-US': 'Unit', 'zh-HK': '學部' },
  year: { 'en-US': 'Year', 'zh-HK': '學年' },
  group: { 'en-US': 'Group', 'zh-HK': '組別' },
  refNo: { 'en-US': 'Reference no.', 'zh-HK': '參考編號' },
  role: { 'en-US': 'Role', 'zh-HK': '身分' },
  saved: { 'en-US': 'Saved', 'zh-HK': '已儲存' },
  personHint: { 'en-US': 'Name, reference no., e-mail or user ID', 'zh-HK': '姓名、參考編號、電郵或用戶 ID' },
  nobody: { 'en-US': 'Nobody found', 'zh-HK': '找不到用戶' },
  another: { 'en-US': 'Choose another', 'zh-HK': '更換' },
  actions: { 'en-US': 'Actions', 'zh-HK': '操作' },
} satisfies Record<string, Text>

export const word = sayer(WORDS)

export const ROLE_NAMES: Record<Role, Text> = {
  Student: { 'en-US': 'Student', 'zh-HK': '學生' },
  Guardian: { 'en-US': 'Guardian', 'zh-HK': '家長' },
  Staff: { 'en-US': 'Staff', 'zh-HK': '教職員' },
}

export const ENVIRONMENT_NAMES: Record<Environment, Text> = {
  staging: { 'en-US': 'Staging', 'zh-HK': '測試環境' },
  production: { 'en-US': 'Production', 'zh-HK': '正式環境' },
}

export interface Named {
  firstName: string
  lastName: string
  chineseName: string
}

/** The name that a reader of the language knows somebody by. */
export function nameIn({ firstName, lastName, chineseName }: Named, lang = language()): string {
  const latin = `${firstName} ${lastName}`.trim()
  return lang === 'zh-HK' ? chineseName || latin : latin || chineseName
}

/** The other name; empty when there is one only. */
export function otherNameIn(named: Named): string {
  const lang = language()
  const other = nameIn(named, lang === 'zh-HK' ? 'en-US' : 'zh-HK')
  return other === nameIn(named) ? '' : other
}
