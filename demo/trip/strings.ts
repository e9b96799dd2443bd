/** All texts of the trip sign-up in both languages, side by side: a missing translation is a type error. `{…}` is replaced. */
import type { Language } from '../../shared/contract/site.ts'
import { CONTACT, TEXTS as SITE, type Text } from '../site/strings.ts'

export const TEXTS = {
  school: SITE.school,
  app: { 'en-US': 'School trips', 'zh-HK': '外出活動' },
  skip: SITE.skip,
  otherLanguage: SITE.otherLanguage,
  signOut: { 'en-US': 'Sign out', 'zh-HK': '登出' },
  signedInAs: { 'en-US': 'Signed in as {name}', 'zh-HK': '使用者：{name}' },
  allTrips: { 'en-US': 'All trips', 'zh-HK': '所有活動' },

  // Lists
  guardianLead: {
    'en-US': 'Choose a trip to see its details and to sign the reply slip.',
    'zh-HK': '按活動名稱查看詳情，並簽署回條。',
  },
  noTrips: {
    'en-US': 'No trips are planned for {child} at the moment.',
    'zh-HK': '{child}暫時沒有外出活動。',
  },
  noChildren: {
    'en-US': 'No student is registered under your name. Please ask the school office.',
    'zh-HK': '暫時沒有學生登記在您名下，請向校務處查詢。',
  },
  stateSigned: { 'en-US': 'Signed up', 'zh-HK': '已報名' },
  stateFull: { 'en-US': 'Full', 'zh-HK': '名額已滿' },
  stateClosed: { 'en-US': 'Closed', 'zh-HK': '已截止' },
  placesLeft: { 'en-US': '{n} places left', 'zh-HK': '尚餘 {n} 個名額' },
  onePlaceLeft: { 'en-US': '1 place left', 'zh-HK': '尚餘 1 個名額' },
  signBy: { 'en-US': 'Sign by {day}', 'zh-HK': '{day}或之前報名' },
  continueTitle: { 'en-US': 'You have an unfinished reply slip', 'zh-HK': '您有未完成的回條' },
  continueLink: { 'en-US': '{title}, for {child}', 'zh-HK': '{child}：{title}' },

  // One trip
  when: { 'en-US': 'When', 'zh-HK': '日期及時間' },
  where: { 'en-US': 'Meeting point', 'zh-HK': '集合地點' },
  bring: { 'en-US': 'To bring', 'zh-HK': '攜帶物品' },
  fee: { 'en-US': 'Fee', 'zh-HK': '費用' },
  free: { 'en-US': 'Free', 'zh-HK': '免費' },
  feeNote: { 'en-US': '{money}, on the next school bill', 'zh-HK': '{money}（於下期學費單一併收取）' },
  places: { 'en-US': 'Places', 'zh-HK': '名額' },
  placesOf: { 'en-US': '{left} of {places} left', 'zh-HK': '{places} 個，尚餘 {left} 個' },
  placesInAll: { 'en-US': '{places}', 'zh-HK': '{places} 個' },
  closes: { 'en-US': 'Sign by', 'zh-HK': '截止日期' },
  slip: { 'en-US': 'Reply slip', 'zh-HK': '回條' },
  slipFor: { 'en-US': 'for {child}', 'zh-HK': '學生：{child}' },
  consent: {
    'en-US':
      'I allow {child} to join “{title}”, and I agree that the school may arrange medical care in an emergency.',
    'zh-HK': '本人同意{child}參加「{title}」，並同意校方在緊急情況下安排所需醫療護理（包括送院）。',
  },
  note: { 'en-US': 'What should the teachers know?', 'zh-HK': '老師需要留意的事項' },
  optional: { 'en-US': 'optional', 'zh-HK': '如有' },
  noteHint: {
    'en-US': 'Allergies, medicine, food, or anything else.',
    'zh-HK': '例如：敏感、藥物、飲食或其他需要。',
  },
  noteHintWater: {
    'en-US':
      'This trip is on the water: please say how well your child can swim. Also name allergies and medicine.',
    'zh-HK': '此為水上活動，請註明學生是否諳泳；如有敏感或需服藥，亦請註明。',
  },
  sign: { 'en-US': 'Sign and send', 'zh-HK': '簽署並遞交' },
  signNote: {
    'en-US': 'You sign as {name}. You can withdraw until {day}.',
    'zh-HK': '簽署人：{name}。{day}或之前可取消報名。',
  },
  draftNote: {
    'en-US': 'Your text was kept, but nothing has been sent yet. Please tick the box and sign.',
    'zh-HK': '您填寫的內容已保留，但尚未遞交。請確認同意後簽署。',
  },

  // What was signed
  signedTitle: { 'en-US': '{child} is signed up', 'zh-HK': '{child}已報名' },
  signedBy: { 'en-US': 'Signed by', 'zh-HK': '簽署人' },
  signedAt: { 'en-US': 'Received', 'zh-HK': '遞交時間' },
  signedConsent: { 'en-US': 'You agreed to', 'zh-HK': '同意事項' },
  signedNote: { 'en-US': 'For the teachers', 'zh-HK': '備註' },
  noNote: { 'en-US': 'No note.', 'zh-HK': '沒有填寫。' },
  onPaper: { 'en-US': 'Reply slip on paper, at the school office', 'zh-HK': '紙本回條，已交校務處' },
  justSigned: {
    'en-US': 'Thank you. The school has received your reply slip.',
    'zh-HK': '多謝，校方已收到您的回條。',
  },
  justWithdrawn: {
    'en-US': '{child} is no longer signed up for this trip.',
    'zh-HK': '已為{child}取消報名。',
  },
  withdraw: { 'en-US': 'Withdraw', 'zh-HK': '取消報名' },
  withdrawText: {
    'en-US': 'Another student can then take {child}’s place. You can sign up again while there are places.',
    'zh-HK': '取消後，{child}的名額將讓予其他同學；如尚有名額，可再次報名。',
  },
  withdrawConfirm: { 'en-US': 'Yes, withdraw {child}', 'zh-HK': '確定為{child}取消報名' },
  withdrawLate: {
    'en-US': 'The closing date has passed. To withdraw, please call the school office: {telephone}.',
    'zh-HK': '已過截止日期。如需取消報名，請致電校務處：{telephone}。',
  },

  // What cannot be signed
  fullTitle: { 'en-US': 'This trip is full', 'zh-HK': '名額已滿' },
  fullText: {
    'en-US': 'All {places} places are taken. If somebody withdraws, you can sign up here.',
    'zh-HK': '{places} 個名額已滿。如有同學取消報名，可在此報名。',
  },
  closedTitle: { 'en-US': 'Sign-up has closed', 'zh-HK': '報名已截止' },
  closedText: {
    'en-US': 'The last day to sign was {day}. Questions? The school office: {telephone}.',
    'zh-HK': '截止日期為{day}。如有查詢，請致電校務處：{telephone}。',
  },
  errorTitle: { 'en-US': 'Not sent yet', 'zh-HK': '尚未遞交' },
  errorConsent: {
    'en-US': 'Please tick the box to agree. Without it, your child cannot join the trip.',
    'zh-HK': '請先剔選同意一欄，否則學生未能參加。',
  },
  errorNote: {
    'en-US': 'The note is too long: {n} characters, {most} are allowed.',
    'zh-HK': '備註過長：共 {n} 字，上限為 {most} 字。',
  },
  errorFull: {
    'en-US': 'The last place was taken before your reply slip arrived.',
    'zh-HK': '在您遞交之前，最後一個名額剛剛報滿。',
  },
  errorClosed: {
    'en-US': 'Sign-up closed before your reply slip arrived.',
    'zh-HK': '在您遞交之前，報名剛剛截止。',
  },
  errorOld: {
    'en-US': 'This form was open for too long. Please check it and send it again.',
    'zh-HK': '表格開啟時間過長，請重新核對後再次遞交。',
  },
  alreadyTitle: { 'en-US': 'This reply slip was not sent', 'zh-HK': '此回條未有遞交' },
  errorAlready: {
    'en-US': '{child} was already signed up. The slip we have is below.',
    'zh-HK': '{child}已經報名。校方現有的回條如下。',
  },
  unsentWords: {
    'en-US': 'This note was not sent. To tell the teachers, call {telephone}.',
    'zh-HK': '校方並未收到以上內容。如需通知老師，請致電校務處：{telephone}。',
  },
  yourWords: { 'en-US': 'What you wrote', 'zh-HK': '您所填寫的內容' },

  // Students
  studentLead: {
    'en-US': 'Your trips this term. A parent or guardian signs for you in their app.',
    'zh-HK': '本學期的外出活動。須由家長或監護人於其手機應用程式簽署。',
  },
  studentTrips: { 'en-US': 'Your trips', 'zh-HK': '你的活動' },
  studentNotSigned: { 'en-US': 'Not signed yet', 'zh-HK': '未簽署' },
  studentSigned: { 'en-US': 'You are going', 'zh-HK': '你已報名' },
  studentAsk: {
    'en-US': 'To join, ask a parent or guardian to sign in their app by {day}.',
    'zh-HK': '如欲參加，請家長或監護人於{day}或之前在其應用程式簽署。',
  },
  studentNoTrips: { 'en-US': 'No trips are planned for you at the moment.', 'zh-HK': '你暫時沒有外出活動。' },

  // Staff
  staffLead: { 'en-US': 'Who has signed up, by class.', 'zh-HK': '各活動的報名名單（按班別）。' },
  staffNoTrips: { 'en-US': 'No trips are planned.', 'zh-HK': '暫時沒有外出活動。' },
  openUntil: { 'en-US': 'Open until {day}', 'zh-HK': '{day}截止' },
  takenOf: { 'en-US': '{taken} of {places}', 'zh-HK': '{taken}／{places} 人' },
  takenWords: { 'en-US': 'places taken', 'zh-HK': '已報名' },
  listTitle: { 'en-US': 'Who signed up', 'zh-HK': '報名名單' },
  csv: { 'en-US': 'Download as CSV', 'zh-HK': '下載 CSV 檔' },
  printNote: { 'en-US': 'Prints one page for each class.', 'zh-HK': '列印時每班一頁。' },
  groupCount: { 'en-US': '{signed} of {all} signed up', 'zh-HK': '{all} 人中已有 {signed} 人報名' },
  nobodyYet: { 'en-US': 'Nobody in this class has signed up yet.', 'zh-HK': '本班暫未有人報名。' },
  notYet: { 'en-US': 'No slip yet', 'zh-HK': '未交回條' },
  columnRef: { 'en-US': 'Ref. no.', 'zh-HK': '學生編號' },
  columnName: { 'en-US': 'Student', 'zh-HK': '學生姓名' },
  columnChinese: { 'en-US': 'Chinese name', 'zh-HK': '中文姓名' },
  columnGroup: { 'en-US': 'Class', 'zh-HK': '班別' },
  columnNote: { 'en-US': 'Note', 'zh-HK': '備註' },
  columnBy: { 'en-US': 'Signed by', 'zh-HK': '簽署人' },
  columnAt: { 'en-US': 'Received', 'zh-HK': '遞交時間' },
  paperShort: { 'en-US': 'Paper slip', 'zh-HK': '紙本回條' },

  // Notices
  doorTitle: { 'en-US': 'Open this page from the school’s app', 'zh-HK': '請從學校應用程式開啟本頁' },
  doorText: {
    'en-US':
      'In the app, open the menu and tap “More”. You need no password, because the app confirms who you are.',
    'zh-HK': '請在應用程式的選單按「更多」。應用程式會確認您的身分，毋須輸入密碼。',
  },
  tryTitle: { 'en-US': 'Try it here', 'zh-HK': '在此試用' },
  tryText: {
    'en-US':
      'This is a demonstration with invented people. There are two ways to open this page as one of them:',
    'zh-HK': '此為示範，所有人物均屬虛構。可用以下方法以其中一人的身分開啟：',
  },
  tryConsole: {
    'en-US': 'In the service’s console, open “App simulator”, choose a user, and tap “More” on the phone.',
    'zh-HK': '在服務控制台開啟「應用程式模擬器」，選擇使用者，然後在手機上按「更多」。',
  },
  tryConsoleLink: { 'en-US': 'Open the console', 'zh-HK': '開啟控制台' },
  tryCommand: { 'en-US': 'Or in a terminal:', 'zh-HK': '或在終端機輸入：' },
  endedTitle: { 'en-US': 'Your visit has ended', 'zh-HK': '使用時限已過' },
  endedText: {
    'en-US':
      'To protect your data, a visit has a time limit. Close this page and open it again in the app, under “More”.',
    'zh-HK': '為保障私隱，每次開啟均設有時限。請關閉本頁，再從應用程式的「更多」重新開啟。',
  },
  endedSigning: {
    'en-US': 'Nothing was sent. Your text is kept for a day and will be in the form when you open it again.',
    'zh-HK': '回條尚未遞交。您填寫的內容會保留一天，重新開啟後可繼續填寫。',
  },
  endedUnsent: { 'en-US': 'Nothing was sent.', 'zh-HK': '回條尚未遞交。' },
  othersTitle: { 'en-US': 'Somebody else is using this page now', 'zh-HK': '此頁現由另一位使用者開啟' },
  othersText: {
    'en-US': 'Another person has opened this page on this phone. Nothing was sent.',
    'zh-HK': '此手機上已由另一位使用者重新開啟本頁。回條並未遞交。',
  },
  outTitle: { 'en-US': 'You are signed out', 'zh-HK': '您已登出' },
  outText: {
    'en-US':
      'Nobody can continue on this phone with your account. To come back, open the page in the app, under “More”.',
    'zh-HK': '其他人不能在此手機上以您的身分繼續使用。如需再次使用，請從應用程式的「更多」開啟。',
  },
  refusedTitle: { 'en-US': 'You are not on our list', 'zh-HK': '未能找到您的登記' },
  refusedText: {
    'en-US':
      'The app has confirmed who you are, but no child is registered under your name for trips. Please call the school office and have your reference number from the app ready.',
    'zh-HK':
      '應用程式已確認您的身分，但活動登記冊上未有您名下的學生。請致電校務處，並準備好應用程式內的參考編號。',
  },
  laterTitle: { 'en-US': 'Not available at the moment', 'zh-HK': '暫時未能開啟' },
  laterText: {
    'en-US': 'The school’s system does not respond. Please try again in a few minutes.',
    'zh-HK': '學校系統暫時沒有回應，請於數分鐘後再試。',
  },
  faultTitle: { 'en-US': 'Something went wrong on our side', 'zh-HK': '系統出現問題' },
  faultText: {
    'en-US': 'Nothing was sent. Please try again. If the problem stays, please tell the school office.',
    'zh-HK': '資料並未遞交，請稍後再試；如情況持續，請告知校務處。',
  },
  missingTitle: { 'en-US': 'Page not found', 'zh-HK': '找不到此頁' },
  missingText: {
    'en-US': 'The trip may be over, or the address is wrong.',
    'zh-HK': '活動可能已經結束，或網址有誤。',
  },
  roleTitle: { 'en-US': 'This page is not for you', 'zh-HK': '此頁不適用於您' },
  roleText: { 'en-US': 'Please go to your own page.', 'zh-HK': '請返回您的頁面。' },
  strangeTitle: { 'en-US': 'This request did not come from our page', 'zh-HK': '此要求並非來自本頁' },
  strangeText: {
    'en-US': 'Nothing was changed. Please open the page from the app and try again.',
    'zh-HK': '資料並無改動。請從應用程式重新開啟本頁後再試。',
  },
  office: { 'en-US': 'School office', 'zh-HK': '校務處' },
} as const satisfies Record<string, Text>

export type TextName = keyof typeof TEXTS

/** A text in one language, with its values filled in. */
export type Say = (name: TextName, filling?: Readonly<Record<string, string | number>>) => string

export function wordsIn(lang: Language): Say {
  return (name, filling = {}) =>
    TEXTS[name][lang].replace(/\{(\w+)\}/g, (gap, key: string) => `${filling[key] ?? gap}`)
}

/** Non-breaking spaces keep the number on one line. */
export const TELEPHONE = CONTACT.telephone.replaceAll(' ', '\u00a0')
