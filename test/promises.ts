/**
 * What the product promises, each once: the rows of the interface, the points where it is silent, and what a reader of a guide
 * relies on. The tests that hold a promise name it, see scripts/docs/proofs.ts; docs/project/proofs.md shows both.
 */
export interface Promised {
  readonly id: string
  /** One plain sentence. */
  readonly says: string
  /** The part of the interface, or the guide or folder of guides. */
  readonly from: string
}

/** Each is a row of docs/project/decisions.md, which says what holds. */
export const SILENT = 'Where the interface is silent'

const from = (part: string, promises: Readonly<Record<string, string>>): Promised[] =>
  Object.entries(promises).map(([id, says]) => ({ id, says, from: part }))

export const PROMISES: readonly Promised[] = [
  ...from('Interface: content API', {
    'content/paths':
      'Popups are at `{cms_url}/cms/api/v1/popupmsg/check`, news at `{cms_url}/cms/api/v1/news/check`, version `v1`.',
    'content/get': 'The calls are GET.',
    'content/open': 'The content API asks for no key.',
    'content/sites': 'The websites are `academy` and `pre-school`, and no other.',
    'content/languages': 'The languages are `en-US` and `zh-HK`, and no other.',
    'content/default-language': 'Without `lang` the answer is in English.',
    'content/success': 'An answer has `txID`, `code` and `message`, and with D00000 also `content`.',
    'content/failure': 'With any other code there is no `content`.',
    'content/verdict': 'The clients take the content of an answer with D00000 and of no other.',
    'content/tx-id': 'Each answer has a `txID` of its own, by which its call is found in the log.',
    'content/tx-id-shown': 'An error of the service is told with its code, message and `txID`.',
    'content/messages':
      'Each return code comes with its documented message, the parameter in the place of its mark.',
    'content/d20000': 'A failure inside the service is D20000.',
    'content/d20001-site': 'An empty or missing `siteId` is D20001, and the message names it.',
    'content/d20001-time': 'An empty or missing `lastSyncTime` is D20001, and the message names it.',
    'content/d20002': 'A parameter with an invalid value is D20002, and the message names it.',
    'content/d20003': 'An answer that takes too long is D20003.',
    'content/d20004': 'A `siteId` that is unknown is D20004.',
    'content/other-codes': 'A code that the interface does not list is an error like the listed ones.',
  }),
  ...from('Interface: popups', {
    'popups/array': '`content` is the array of messages itself.',
    'popups/website':
      'A message is in the answer for the websites that it is flagged for, from then on until it is taken off.',
    'popups/language': 'Messages come in the language that is asked for.',
    'popups/fields':
      'A message has `msgTitle`, `msgBody` and `displayDate`, and may have `iconId` and `needConfirm`.',
    'popups/body': '`msgBody` is HTML, and its pictures have whole addresses.',
    'popups/display-date': '`displayDate` is `YYYYMMDDhhmmss`, and shown in the page’s language.',
    'popups/icons': 'Each icon of the table is shown with its meaning; without `iconId` there is none.',
    'popups/button': '`confirm` and `Accept` have a button each; without `needConfirm` there is none.',
  }),
  ...from('Interface: news', {
    'news/since': 'The answer has the entries published or changed after `lastSyncTime`.',
    'news/last-sync-time': '`lastSyncTime` is `YYYYMMDDhhmmss`; what is no such time is refused.',
    'news/deleted': 'Deleted entries are in `delNewsIds`, by identifier.',
    'news/no-deletions': '`newsList` and `delNewsIds` are arrays, and empty where there is nothing.',
    'news/ids': 'Entries named in `newsIDs` come besides, whenever they changed.',
    'news/parameters': 'A client sends `siteId`, `lang`, `lastSyncTime` and `newsIDs`, separated by commas.',
    'news/fields': 'An entry has `newsId`, `newsTitle`, `newsContent`, `newsDate` and `newsDateTime`.',
    'news/optional': 'Covers and attachments may be absent.',
    'news/covers': 'A cover is a picture 1024 px wide, and a square thumbnail of 200 px.',
    'news/attachments': 'An attachment has type, size in bytes, and three addresses that answer.',
    'news/types':
      'An attachment is PNG, JPEG, PDF, MP3 (`audio/mpeg`, `audio/mp3`) or MP4, and nothing else.',
    'news/sizes': 'Each attachment has a square thumbnail of 200 px and a picture 1024 px wide.',
    'news/picture-fields': 'Width and height stand with pictures, and with nothing else.',
    'news/taken-at': '`imageDateTime` is the time of the picture’s EXIF data, in UTC.',
  }),
  ...from('Interface: attendance', {
    'attendance/path':
      'The list is at `{sync_url}/units/{unitId}/years/{yearId}/groups/{groupName}/attendance-lists/{date}`.',
    'attendance/numbers': '`unitId` and `yearId` are integers; anything else is refused.',
    'attendance/group': '`groupName` may have spaces, a hyphen, and any other character.',
    'attendance/date': '`date` is `YYYY-MM-DD`, a day that exists.',
    'attendance/headers': 'Each call has `X-App-Id`, `X-Access-Key` and `content-type: application/json`.',
    'attendance/key': 'Without the right app and key nobody is let in.',
    'attendance/array': 'The answer is a bare JSON array, one item for each student of the group.',
    'attendance/item':
      'An item has `_id`, `refNo`, `firstName`, `lastName`, `imageUrl`, and the record of the day.',
    'attendance/avatar': 'The avatar’s address answers with a picture.',
    'attendance/record':
      'A record has `_id`, `status`, `user`, `entryDate` in UTC, `note`, `approvedBy` and `approvedAt`.',
    'attendance/own-record': 'The `user` of a record is the `_id` of its item.',
    'attendance/statuses': 'The status is Present, Unexcused, Excused, Late or EarlyLeave.',
  }),
  ...from('Interface: sessions', {
    'sessions/path': 'The call is `{session_url}/v2/grd/external-session`, version `v2`.',
    'sessions/environments': 'Staging and production have an address each, and a token is good in its own.',
    'sessions/headers': 'The call has `X-Session-Token` and `X-App-Id`, which are needed.',
    'sessions/app': 'A token is good for its own app alone.',
    'sessions/user': 'The answer is the user with all twelve fields.',
    'sessions/roles': 'The role is Guardian, Student or Staff.',
    'sessions/expiry': 'A session is over at the instant of `expireAt`.',
    'sessions/visit': 'The web-app makes a session of its own from the resolved user.',
    'sessions/own-record': 'The web-app looks the user up in its own records, and may refuse.',
  }),
  ...from('Interface: app entrance', {
    'entrance/headers': 'The app opens the entrance page with the six headers.',
    'entrance/app-id': '`X-App-Id` is the app’s fixed identifier; another app is refused.',
    'entrance/token': '`X-Session-Token` is resolved at the service before anybody is let in.',
    'entrance/language': '`X-Language` is `en` or `zh`, and the language of the visit.',
    'entrance/sso': '`X-SSO-Response` is a JSON object in Base64, whole after reading.',
    'entrance/child': '`X-Selected-Sub-User-Id` and `X-Selected-Sub-Ref-No` name the selected student.',
    'entrance/all-children': 'With all children selected, the first is `all` and the second empty.',
    'entrance/set-up':
      'The More item is switched on, and its address entered, in the console’s App settings.',
    'entrance/more': 'A tap on More opens that address.',
  }),
  ...from(SILENT, {
    'silent/error-status': 'HTTP status of a content API error',
    'silent/first-segment': 'the first path segment',
    'silent/bad-parameters': 'an unknown `siteId`, a bad `lang`, a bad `lastSyncTime`',
    'silent/several-faults': 'which fault is named when there are several',
    'silent/parameter-twice': 'a parameter given twice',
    'silent/wording': 'the wording of messages',
    'silent/zone': 'the zone of wall-clock times',
    'silent/time-included': 'whether `lastSyncTime` itself is included',
    'silent/repeated-hour': 'an hour that the clock shows twice',
    'silent/unknown-news-ids': '`newsIDs` that name deleted or unknown entries',
    'silent/other-language': 'an entry without a text in the requested language',
    'silent/many-news-ids': 'how many `newsIDs` one call may name',
    'silent/del-news-ids': 'the type of `delNewsIds`',
    'silent/no-tx-id': 'an answer without `txID` or `message`',
    'silent/no-value': 'an optional field without a value',
    'silent/news-id': 'the type of `newsId`',
    'silent/several-websites': 'a news entry with more than one website',
    'silent/future-date': 'a `displayDate` in the future',
    'silent/popup-period': 'when a message begins and ends: the interface has no fields for it',
    'silent/news-period': 'when an entry is published and unpublished: the interface has no fields for it',
    'silent/empty-lang': 'an empty `lang`',
    'silent/order': 'the order of messages and entries',
    'silent/answer-within': 'how long an answer may take',
    'silent/news-dates': 'the forms of `newsDate` and `newsDateTime`',
    'silent/odd-attachment': 'an attachment that does not follow the interface',
    'silent/unknown-icon': 'an `iconId` outside the table (the interface\'s own example has "1")',
    'silent/student-left': 'a student who has left the group, on a day in it',
    'silent/no-record': 'a student without a record that day',
    'silent/redirected-entrance': 'which entrance headers are sent again after a redirect',
    'silent/child-of-student': 'the selected child that the app sends for a student or staff',
    'silent/no-sso': '`X-SSO-Response` without single sign-on',
    'silent/child-alone': 'a selected child without its reference number',
    'silent/number-alone': 'a reference number beside `all`, or without a child',
    'silent/beyond-ascii': 'characters beyond ASCII in an entrance header',
    'silent/base64': 'the alphabet and the padding of `X-SSO-Response`',
    'silent/header-twice': 'an entrance header sent twice',
    'silent/token-statuses': 'which statuses mean that a session token is not valid',
    'silent/user-fields': 'fields of a session user that are null, missing or not a text',
    'silent/large-numbers': 'how large an identifier that is a number may be',
    'silent/problems': 'errors of the attendance and session APIs',
    'silent/no-call':
      'what no call of the content API answers: another method, another address below its path, an address that cannot be decoded',
    'silent/attempts': 'many wrong keys or tokens from one address',
    'silent/cross-origin': 'cross-origin reading of the content API',
    'silent/caching': 'caching of the content API',
    'silent/drawn-thumbnail': 'the thumbnail of a document, a sound or a video',
    'silent/small-picture': 'the sizes of a small picture',
    'silent/hidden-entry': 'an entry that is hidden from the website but not deleted',
  }),
]
