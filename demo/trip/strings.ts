/** All texts of the trip sign-up in both languages, side by side: a missing translation is a type error. `{…}` is replaced. */
import type { Language } from '../../shared/contract/site.ts'
import { CONTACT, TEXTS as SITE, type Text } from '../site/strings.ts'

export const TEXTS = {
  school: SITE.school,
  app: { 'en-US': 'School trips', 'zh-HK': '外出活動' },
  skip: SITE.skip,
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
  stateSigned: { 'en-US': 'Signed up', 'zh-HK': '已報名' },
  stateFull: { 'en-US': 'Full', 'zh-HK': '名額已滿' },
  stateClosed: { 'en-US': 'Closed', 'zh-HK': '已截止' },
  placesLeft: { 'en-US': '{n} places left', 'zh-HK': '尚餘 {n} 個名額' },
  onePlaceLeft: { 'en-US': '1 place left', 'zh-HK': '尚餘 1 個名額' },
  signBy: { 'en-US': 'Sign by {day}', 'zh-HK': '{day}或之前報名' },

  // One trip
  when: { 'en-US': 'When', 'zh-HK': '日期及時間' },
  where: { 'en-US': 'Meeting point', 'zh-HK': '集合地點' },
  bring: { 'en-US': 'To bring', 'zh-HK': '攜帶物品' },
  fee: { 'en-US': 'Fee', 'zh-HK': '費用' },
  feeNote: {
    'en-US': 'HKD {fee}, on the next school bill',
    'zh-HK': '港幣 {fee} 元（於下期學費單一併收取）',
  },
  places: { 'en-US': 'Places', 'zh-HK': '名額' },
  placesOf: { 'en-US': '{left} of {places} left', 'zh-HK': '{places} 個，尚餘 {left} 個' },
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
  sign: { 'en-US': 'Sign and send', 'zh-HK': '簽署並遞交' },
  signNote: {
    'en-US': 'You sign as {name}. You can withdraw until {day}.',
    'zh-HK': '簽署人：{name}。{day}或之前可取消報名。',
  },

  // What was signed
  signedTitle: { 'en-US': '{child} is signed up', 'zh-HK': '{child}已報名' },
  signedBy: { 'en-US': 'Signed by', 'zh-HK': '簽署人' },
  signedAt: { 'en-US': 'Received', 'zh-HK': '遞交時間' },
  signedNote: { 'en-US': 'For the teachers', 'zh-HK': '備註' },
  noNote: { 'en-US': 'No note.', 'zh-HK': '沒有填寫。' },
  onPaper: { 'en-US': 'Reply slip on paper, at the school office', 'zh-HK': '紙本回條，已交校務處' },
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
    'en-US': 'The note is too long: {most} characters are allowed.',
    'zh-HK': '備註過長：上限為 {most} 字。',
  },
  errorFull: {
    'en-US': 'The last place was taken before your reply slip arrived.',
    'zh-HK': '在您遞交之前，最後一個名額剛剛報滿。',
  },
  errorClosed: {
    'en-US': 'Sign-up closed before your reply slip arrived.',
    'zh-HK': '在您遞交之前，報名剛剛截止。',
  },
  errorAlready: {
    'en-US': '{child} was already signed up. The slip we have is below.',
    'zh-HK': '{child}已經報名。校方現有的回條如下。',
  },
  unsentWords: {
    'en-US': 'This note was not sent. To tell the teachers, call {telephone}.',
    'zh-HK': '校方並未收到以上內容。如需通知老師，請致電校務處：{telephone}。',
  },

  // Students
  studentLead: {
    'en-US': 'Your trips this term. A parent or guardian signs for you in their app.',
    'zh-HK': '本學期的外出活動。須由家長或監護人於其手機應用程式簽署。',
  },
  studentNotSigned: { 'en-US': 'Not signed yet', 'zh-HK': '未簽署' },
  studentAsk: {
    'en-US': 'To join, ask a parent or guardian to sign in their app by {day}.',
    'zh-HK': '如欲參加，請家長或監護人於{day}或之前在其應用程式簽署。',
  },

  // Staff
  staffLead: { 'en-US': 'Who has signed up, by class.', 'zh-HK': '各活動的報名名單（按班別）。' },
  takenOf: { 'en-US': '{taken} of {places}', 'zh-HK': '{taken}／{places} 人' },
  takenWords: { 'en-US': 'places taken', 'zh-HK': '已報名' },
  groupCount: { 'en-US': '{signed} of {all} signed up', 'zh-HK': '{all} 人中已有 {signed} 人報名' },
  notYet: { 'en-US': 'No slip yet', 'zh-HK': '未交回條' },
  paperShort: { 'en-US': 'On paper', 'zh-HK': '紙本' },
  columnName: { 'en-US': 'Student', 'zh-HK': '學生姓名' },
  columnNote: { 'en-US': 'Note', 'zh-HK': '備註' },

  // Notices
  outTitle: { 'en-US': 'You are signed out', 'zh-HK': '您已登出' },
  outText: {
    'en-US':
      'Nobody can continue on this phone with your account. To come back, open the page in the app, under “More”.',
    'zh-HK': '其他人不能在此手機上以您的身分繼續使用。如需再次使用，請從應用程式的「更多」開啟。',
  },
  refusedText: {
    'en-US':
      'The app has confirmed who you are, but no child is registered under your name for trips. Please call the school office and have your reference number from the app ready.',
    'zh-HK':
      '應用程式已確認您的身分，但活動登記冊上未有您名下的學生。請致電校務處，並準備好應用程式內的參考編號。',
  },
  faultTitle: SITE.faulty,
  faultText: {
    'en-US': 'Nothing was sent. Please try again. If the problem stays, please tell the school office.',
    'zh-HK': '資料並未遞交，請稍後再試；如情況持續，請告知校務處。',
  },
  missingTitle: SITE.notFound,
  missingText: {
    'en-US': 'The trip may be over, or the address is wrong.',
    'zh-HK': '活動可能已經結束，或網址有誤。',
  },
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
