/** Words of the access keys. */
import { sayer, type Text } from '../../language.ts'

export const STRINGS = {
  title: { 'en-US': 'Access keys', 'zh-HK': '存取金鑰' },
  intro: {
    'en-US': 'A key lets a school system read attendance lists. Give each system its own.',
    'zh-HK': '持有金鑰的系統可讀取考勤表。請為每個系統設定各自的金鑰。',
  },
  newTitle: { 'en-US': 'New key', 'zh-HK': '新增金鑰' },
  label: { 'en-US': 'What is the key for?', 'zh-HK': '金鑰用途' },
  labelHint: { 'en-US': 'As in: display in the staff room', 'zh-HK': '例如：教員室顯示屏' },
  labelMissing: { 'en-US': 'Say what the key is for.', 'zh-HK': '請填寫金鑰用途。' },
  create: { 'en-US': 'Create key', 'zh-HK': '建立金鑰' },
  enough: {
    'en-US': 'Two keys are live: one in use and one that takes over from it. Revoke one to create another.',
    'zh-HK': '現有兩條有效金鑰：一條使用中，一條準備接替。請先撤銷一條，再建立新金鑰。',
  },
  onceTitle: { 'en-US': 'Copy the key now', 'zh-HK': '請立即複製金鑰' },
  onceText: {
    'en-US': 'It is shown this one time. The service keeps only a fingerprint of it.',
    'zh-HK': '金鑰只會顯示這一次，服務不會保存原文。',
  },
  key: { 'en-US': 'Access key', 'zh-HK': '存取金鑰' },
  curl: { 'en-US': 'Try it: today’s list of a group', 'zh-HK': '試用：讀取一個組別今天的考勤表' },
  haveIt: { 'en-US': 'I have copied it', 'zh-HK': '已複製' },
  created: { 'en-US': 'Created', 'zh-HK': '建立時間' },
  lastUsed: { 'en-US': 'Last used', 'zh-HK': '最近使用' },
  unknown: { 'en-US': 'Not noted', 'zh-HK': '沒有紀錄' },
  never: { 'en-US': 'Never', 'zh-HK': '從未使用' },
  sample: { 'en-US': 'Sample, anybody knows it', 'zh-HK': '範例，公開資料' },
  hidden: { 'en-US': 'Hidden', 'zh-HK': '已隱藏' },
  revoke: { 'en-US': 'Revoke', 'zh-HK': '撤銷' },
  revoked: { 'en-US': 'Revoked: ', 'zh-HK': '已撤銷：' },
  emptyTitle: { 'en-US': 'No access keys', 'zh-HK': '沒有存取金鑰' },
  emptyText: {
    'en-US': 'Nobody can read attendance lists yet. Create a key for the first system that should.',
    'zh-HK': '目前沒有系統可以讀取考勤表。請為第一個系統建立金鑰。',
  },
} satisfies Record<string, Text>

export const say = sayer(STRINGS)
