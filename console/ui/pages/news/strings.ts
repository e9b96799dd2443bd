/** Words of the page for news. */
import { sayer, type Text } from '../../language.ts'

export const STRINGS = {
  title: { 'en-US': 'News', 'zh-HK': '消息' },
  intro: {
    'en-US': 'What the school websites fetch and show as news, with pictures and files.',
    'zh-HK': '學校網站讀取並顯示的消息，可附圖片及檔案。',
  },
  newEntry: { 'en-US': 'New entry', 'zh-HK': '新增消息' },
  untitled: { 'en-US': 'Untitled entry', 'zh-HK': '未有標題的消息' },
  toList: { 'en-US': 'All news', 'zh-HK': '所有消息' },

  search: { 'en-US': 'Search titles and texts', 'zh-HK': '搜尋標題及內容' },
  state: { 'en-US': 'State', 'zh-HK': '狀態' },
  all: { 'en-US': 'All', 'zh-HK': '全部' },
  published: { 'en-US': 'Published', 'zh-HK': '已發布' },
  planned: { 'en-US': 'Planned', 'zh-HK': '已排程' },
  ended: { 'en-US': 'Unpublished', 'zh-HK': '已撤回' },
  draft: { 'en-US': 'Draft', 'zh-HK': '草稿' },
  deleted: { 'en-US': 'Deleted', 'zh-HK': '已刪除' },
  entry: { 'en-US': 'Entry', 'zh-HK': '消息' },
  websites: { 'en-US': 'Websites', 'zh-HK': '網站' },
  noSite: { 'en-US': 'None yet', 'zh-HK': '未選擇' },
  date: { 'en-US': 'Date', 'zh-HK': '日期' },
  files: { 'en-US': 'Files', 'zh-HK': '檔案' },
  actions: { 'en-US': 'Actions', 'zh-HK': '操作' },
  emptyTitle: { 'en-US': 'No news yet', 'zh-HK': '未有消息' },
  emptyText: {
    'en-US': 'Write the first entry; it stays a draft until you publish it.',
    'zh-HK': '撰寫第一則消息；發布前只會是草稿。',
  },
  noneTitle: { 'en-US': 'Nothing fits this search', 'zh-HK': '沒有符合條件的消息' },
  noneText: {
    'en-US': 'Try other words, another website or another state.',
    'zh-HK': '請嘗試其他字詞、網站或狀態。',
  },

  newsContent: { 'en-US': 'Text', 'zh-HK': '內容' },
  publishing: { 'en-US': 'Where and when', 'zh-HK': '網站及日期' },
  dateHint: {
    'en-US': 'Stands above the entry, in the school’s time. It does not decide when the entry is published.',
    'zh-HK': '顯示於消息上方，以學校時間為準；不影響發布時間。',
  },
  period: { 'en-US': 'Time on the websites', 'zh-HK': '網站發布時段' },
  publishAt: { 'en-US': 'Publish at (optional)', 'zh-HK': '發布時間（可選填）' },
  publishHint: { 'en-US': 'Empty: as soon as you publish it.', 'zh-HK': '留空：選擇發布後即時發布。' },
  unpublishAt: { 'en-US': 'Unpublish at (optional)', 'zh-HK': '撤回時間（可選填）' },
  unpublishHint: { 'en-US': 'Empty: until you unpublish it.', 'zh-HK': '留空：直至撤回為止。' },
  from: { 'en-US': 'From {when}', 'zh-HK': '{when}發布' },
  until: { 'en-US': 'Until {when}', 'zh-HK': '至{when}' },
  since: { 'en-US': 'Since {when}', 'zh-HK': '已於{when}撤回' },
  statePlanned: { 'en-US': 'Planned: {sites}, from {when}', 'zh-HK': '已排程：{when}起發布於{sites}' },
  stateEnded: { 'en-US': 'Unpublished since {when}', 'zh-HK': '已於{when}撤回' },
  didPlan: {
    'en-US': 'Saved. It will be published on {sites} from {when}.',
    'zh-HK': '已儲存，將於{when}在以下網站發布：{sites}。',
  },
  didEnd: {
    'en-US': 'Saved. It is on no website: it was to be unpublished on {when}.',
    'zh-HK': '已儲存，但網站不會顯示：撤回時間（{when}）已過。',
  },
  cover: { 'en-US': 'Cover picture', 'zh-HK': '封面圖片' },
  coverHint: {
    'en-US': 'Lists show the square, pages the wide picture.',
    'zh-HK': '列表使用正方形圖片，頁面使用闊身圖片。',
  },
  chooseCover: { 'en-US': 'Choose a picture', 'zh-HK': '選擇圖片' },
  removeCover: { 'en-US': 'Remove cover', 'zh-HK': '移除封面' },
  inLists: { 'en-US': 'In lists', 'zh-HK': '列表' },
  onPages: { 'en-US': 'On pages', 'zh-HK': '頁面' },
  attachments: { 'en-US': 'Attachments', 'zh-HK': '附件' },

  publish: { 'en-US': 'Publish on the websites', 'zh-HK': '在網站發布' },
  savePublish: { 'en-US': 'Save and publish', 'zh-HK': '儲存並發布' },
  saveUnpublish: { 'en-US': 'Save and unpublish', 'zh-HK': '儲存並撤回' },
  statePublished: { 'en-US': 'On: {sites}', 'zh-HK': '已發布於：{sites}' },
  stateDraft: { 'en-US': 'Draft, on no website', 'zh-HK': '草稿，未在任何網站顯示' },
  uploading: { 'en-US': 'Files are still on their way', 'zh-HK': '檔案仍在傳送' },
  isDeleted: {
    'en-US': 'This entry is deleted. Websites show it no more.',
    'zh-HK': '此消息已刪除，網站不再顯示。',
  },

  didPublish: { 'en-US': 'Published on: {sites}.', 'zh-HK': '已發布於：{sites}。' },
  didSave: {
    'en-US': 'Saved. Websites show it so at their next look.',
    'zh-HK': '已儲存，網站下次更新時便會顯示。',
  },
  didDraft: { 'en-US': 'Saved as a draft. No website shows it.', 'zh-HK': '已儲存為草稿，網站不會顯示。' },
  didUnpublish: { 'en-US': '“{title}” was taken off the websites.', 'zh-HK': '已從網站撤回「{title}」。' },
  didDetach: { 'en-US': '“{name}” was taken out.', 'zh-HK': '已移除「{name}」。' },
  didUncover: { 'en-US': 'The cover was removed.', 'zh-HK': '已移除封面。' },

  conflict: {
    'en-US': 'Somebody else saved this entry while you were writing.',
    'zh-HK': '在你編輯期間，有人已儲存此消息。',
  },
  saveCopy: { 'en-US': 'Save mine as a new entry', 'zh-HK': '將我的版本另存為新消息' },
} satisfies Record<string, Text>

export type Word = keyof typeof STRINGS

export const say = sayer(STRINGS)
