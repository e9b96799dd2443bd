/** Words of the page for files. */
import { sayer, type Text } from '../../language.ts'

export const STRINGS = {
  title: { 'en-US': 'Files', 'zh-HK': '檔案' },
  intro: {
    'en-US':
      'Pictures, documents, sounds and films that news, messages and people use. New ones are added where they are used.',
    'zh-HK': '消息、彈出訊息及用戶所用的圖片、文件、音訊及影片。新檔案於使用時加入。',
  },
  search: { 'en-US': 'Find a file by its name', 'zh-HK': '以名稱搜尋檔案' },
  file: { 'en-US': 'File', 'zh-HK': '檔案' },
  use: { 'en-US': 'Used', 'zh-HK': '使用位置' },
  actions: { 'en-US': 'Actions', 'zh-HK': '操作' },
  where: { 'en-US': 'Where is it used?', 'zh-HK': '用於何處？' },
  nowhere: { 'en-US': 'Used nowhere', 'zh-HK': '未被使用' },
  inUse: { 'en-US': 'In use, so it cannot be deleted:', 'zh-HK': '使用中，不能刪除：' },
  remove: { 'en-US': 'Delete', 'zh-HK': '刪除' },
  didRemove: { 'en-US': '“{name}” was deleted.', 'zh-HK': '已刪除「{name}」。' },
  news: { 'en-US': 'News', 'zh-HK': '消息' },
  popup: { 'en-US': 'Popup message', 'zh-HK': '彈出訊息' },
  person: { 'en-US': 'Picture of', 'zh-HK': '頭像' },
  untitled: { 'en-US': 'Untitled', 'zh-HK': '未有標題' },
  emptyTitle: { 'en-US': 'No files yet', 'zh-HK': '未有檔案' },
  emptyText: { 'en-US': 'Add one to a news entry.', 'zh-HK': '請於消息中加入檔案。' },
  toNews: { 'en-US': 'Write an entry', 'zh-HK': '撰寫消息' },
  noneTitle: { 'en-US': 'No file by this name', 'zh-HK': '找不到此名稱的檔案' },
} satisfies Record<string, Text>

export type Word = keyof typeof STRINGS

export const say = sayer(STRINGS)
