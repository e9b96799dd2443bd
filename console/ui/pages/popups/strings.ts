/** Words of the page for popup messages. */
import type { IconId } from '../../../../shared/contract/icon.ts'
import { sayer, type Text } from '../../language.ts'

export const STRINGS = {
  title: { 'en-US': 'Popup messages', 'zh-HK': '彈出訊息' },
  intro: {
    'en-US': 'Urgent or important notices that open in front of the school website.',
    'zh-HK': '訪客打開學校網站時首先看到的緊急或重要通告。',
  },
  newMessage: { 'en-US': 'New message', 'zh-HK': '新增訊息' },
  copyMessage: { 'en-US': 'New message from a copy', 'zh-HK': '以複本新增訊息' },

  fromTemplate: { 'en-US': 'Start from a template', 'zh-HK': '使用範本' },
  templateReplaced: { 'en-US': 'The template replaced your text.', 'zh-HK': '範本已取代你的內容。' },
  classesResume: { 'en-US': 'Classes resume', 'zh-HK': '復課安排' },

  state: { 'en-US': 'State', 'zh-HK': '狀態' },
  stateAll: { 'en-US': 'All', 'zh-HK': '全部' },
  stateLive: { 'en-US': 'On the website', 'zh-HK': '正在網站顯示' },
  statePlanned: { 'en-US': 'Planned', 'zh-HK': '已排程' },
  stateEnded: { 'en-US': 'Ended', 'zh-HK': '已結束' },
  stateHidden: { 'en-US': 'Not sent', 'zh-HK': '未發送' },
  stateDeleted: { 'en-US': 'Deleted', 'zh-HK': '已刪除' },

  message: { 'en-US': 'Message', 'zh-HK': '訊息' },
  where: { 'en-US': 'Websites', 'zh-HK': '網站' },
  when: { 'en-US': 'Message date', 'zh-HK': '訊息日期' },
  send: { 'en-US': 'Send popup message to website', 'zh-HK': '將彈出訊息發送至網站' },
  sendShort: { 'en-US': 'On website', 'zh-HK': '在網站顯示' },
  actions: { 'en-US': 'Actions', 'zh-HK': '操作' },
  duplicate: { 'en-US': 'Duplicate', 'zh-HK': '建立複本' },
  emptyTitle: { 'en-US': 'No popup messages yet', 'zh-HK': '未有彈出訊息' },
  emptyText: {
    'en-US': 'Write one, choose its websites, and switch “Send popup message to website” on.',
    'zh-HK': '撰寫訊息、選擇網站，再開啟「將彈出訊息發送至網站」。',
  },
  noneTitle: { 'en-US': 'No message fits this choice', 'zh-HK': '沒有符合條件的訊息' },
  noneText: { 'en-US': 'Choose another website or state.', 'zh-HK': '請選擇其他網站或狀態。' },

  nowOn: {
    'en-US': '“{title}” is now shown on: {sites}.',
    'zh-HK': '「{title}」現於以下網站顯示：{sites}。',
  },
  nowOff: { 'en-US': '“{title}” is no longer on the website.', 'zh-HK': '「{title}」已不在網站顯示。' },
  savedOn: { 'en-US': 'Saved. It is now shown on: {sites}.', 'zh-HK': '已儲存，現於以下網站顯示：{sites}。' },
  savedOff: { 'en-US': 'Saved. It is not on any website yet.', 'zh-HK': '已儲存，暫未在任何網站顯示。' },

  msgBody: { 'en-US': 'Message', 'zh-HK': '訊息內容' },
  settings: { 'en-US': 'Settings', 'zh-HK': '設定' },
  sites: { 'en-US': 'Websites', 'zh-HK': '網站' },
  startsAt: { 'en-US': 'Start (optional)', 'zh-HK': '開始（可選填）' },
  startsHint: { 'en-US': 'Empty: as soon as it is sent.', 'zh-HK': '留空：發送後即時顯示。' },
  endsAt: { 'en-US': 'End (optional)', 'zh-HK': '結束（可選填）' },
  endsHint: { 'en-US': 'Empty: until you take it off.', 'zh-HK': '留空：直至取消發送為止。' },
  period: { 'en-US': 'Time on the website', 'zh-HK': '網站顯示時段' },
  from: { 'en-US': 'From {when}', 'zh-HK': '{when}開始' },
  until: { 'en-US': 'Until {when}', 'zh-HK': '至{when}' },
  since: { 'en-US': 'Ended {when}', 'zh-HK': '已於{when}結束' },
  willBeOn: {
    'en-US': '“{title}” will be shown on {sites} from {when}.',
    'zh-HK': '「{title}」將於{when}起在以下網站顯示：{sites}。',
  },
  hasEnded: {
    'en-US': '“{title}” is on no website: its end has passed ({when}).',
    'zh-HK': '「{title}」沒有在任何網站顯示：顯示時段已於{when}結束。',
  },
  savedPlanned: {
    'en-US': 'Saved. It will be shown on {sites} from {when}.',
    'zh-HK': '已儲存，將於{when}起在以下網站顯示：{sites}。',
  },
  savedEnded: {
    'en-US': 'Saved. It is on no website: its end has passed ({when}).',
    'zh-HK': '已儲存，但沒有在任何網站顯示：顯示時段已於{when}結束。',
  },
  displayHint: {
    'en-US':
      'Stands under the title, in the school’s time ({zone}). It does not decide when the message is shown.',
    'zh-HK': '顯示於標題下，以學校時間（{zone}）為準；不影響顯示時段。',
  },
  icon: { 'en-US': 'Icon', 'zh-HK': '圖示' },
  noIcon: { 'en-US': 'None', 'zh-HK': '不使用' },
  otherIcon: { 'en-US': 'Number {id}: has no picture', 'zh-HK': '編號 {id}：沒有圖示' },
  button: { 'en-US': 'Button', 'zh-HK': '按鈕' },
  noButton: { 'en-US': 'None: readers may close it', 'zh-HK': '不設按鈕（可隨時關閉）' },
  confirm: { 'en-US': '“Confirm” must be pressed', 'zh-HK': '必須按「確認」' },
  accept: { 'en-US': '“Accept” must be pressed', 'zh-HK': '必須按「接受」' },
  saveSend: { 'en-US': 'Save and send', 'zh-HK': '儲存並發送' },
  saveTakeDown: { 'en-US': 'Save and take down', 'zh-HK': '儲存並撤回' },
  isOn: { 'en-US': 'Shown on: {sites}', 'zh-HK': '顯示於：{sites}' },
  isPlanned: { 'en-US': 'Planned: {sites}, from {when}', 'zh-HK': '已排程：{when}起於{sites}顯示' },
  isEnded: { 'en-US': 'Ended {when}', 'zh-HK': '已於{when}結束' },
  isOff: { 'en-US': 'Not on any website', 'zh-HK': '未在任何網站顯示' },
  isDeleted: { 'en-US': 'Deleted', 'zh-HK': '已刪除' },

  conflict: {
    'en-US': 'Somebody else saved this message while you were writing.',
    'zh-HK': '在你編輯期間，有人已儲存此訊息。',
  },
  conflictDeleted: {
    'en-US': 'Somebody else deleted this message while you were writing.',
    'zh-HK': '在你編輯期間，有人已刪除此訊息。',
  },
  saveCopy: { 'en-US': 'Save mine as a new message', 'zh-HK': '將我的版本另存為新訊息' },
  yes: { 'en-US': 'Yes', 'zh-HK': '是' },
  no: { 'en-US': 'No', 'zh-HK': '否' },
} satisfies Record<string, Text>

export type Word = keyof typeof STRINGS

export const say = sayer(STRINGS)

export const ICONS: Record<IconId, Text> = {
  '2': { 'en-US': 'Black rain', 'zh-HK': '黑色暴雨' },
  '3': { 'en-US': 'Typhoon No. 3', 'zh-HK': '三號強風' },
  '4': { 'en-US': 'No. 8 northeast', 'zh-HK': '八號東北' },
  '5': { 'en-US': 'No. 8 southeast', 'zh-HK': '八號東南' },
  '6': { 'en-US': 'No. 8 southwest', 'zh-HK': '八號西南' },
  '7': { 'en-US': 'No. 8 northwest', 'zh-HK': '八號西北' },
  '8': { 'en-US': 'Typhoon No. 9', 'zh-HK': '九號風力增強' },
  '9': { 'en-US': 'Typhoon No. 10', 'zh-HK': '十號颶風' },
  '10': { 'en-US': 'Event', 'zh-HK': '活動' },
}
