/** The console’s API: signing in, the overview, popup messages, news and media. */
import type { Translations } from '../../shared/server/documentation/chinese.ts'

export const CONSOLE_OFFICE: Translations = {
  // Access
  'Whether the caller is signed in, and how one signs in': '是否已登入，以及登入方法',
  'It is': '登入狀況',
  'Sign in by a link or the password': '以連結或密碼登入',
  'A link signs in once, within 15 minutes. A wrong, used or expired one is refused alike. Whoever fails too often waits.':
    '連結只可在 15 分鐘內登入一次；錯誤、已用或過期的連結一律以同一方式拒絕。失敗次數過多者須稍候。',
  'The browser is signed in for 12 hours, by the cookie in Set-Cookie and the key in X-Console-Key, both together':
    '瀏覽器已登入，有效 12 小時；須同時使用 Set-Cookie 的 cookie 及 X-Console-Key 的金鑰',
  'The link or the password is not valid': '連結或密碼無效',
  'The body is neither': '提交內容並非連結或密碼',
  'Too many attempts have failed; Retry-After says how long to wait':
    '失敗次數過多；Retry-After 列明須等候多久',
  'Sign this browser out': '登出此瀏覽器',
  'It is signed out': '已登出',
  'Sign every browser out': '登出所有瀏覽器',
  'They are signed out': '已全部登出',
  'Make a link that signs another browser in': '建立供另一瀏覽器登入的連結',
  'The link, shown this once': '連結，只顯示這一次',
  'Make a ticket for a download': '建立下載憑證',
  'A browser that follows a link sends no key: `?ticket=` stands for it, once, within a minute. Programs need none.':
    '瀏覽器開啟連結時不會傳送金鑰，改以 `?ticket=` 代替，一分鐘內有效，只可使用一次。程式無須使用。',
  'The ticket; empty for a program': '憑證；程式取得的為空',

  // Overview
  'What changes, as it does': '即時變更通知',
  'Server-sent events, as in `data: {"topic":"popups"}`. The topic `everything`: the whole state was replaced.':
    '伺服器傳送事件，例如 `data: {"topic":"popups"}`。主題為 `everything` 時，代表全部資料已被取代。',
  'A stream that goes on until the session ends': '持續傳送，直至登入結束',
  'Which school, which addresses, how much of everything': '學校、網址及各項資料的數量',
  'All of it': '全部資料',
  'Whether it holds keys or tokens that anybody can read.': '是否含有已公開的金鑰或權杖。',

  // Popup messages
  'Popup messages, newest display date first': '彈出訊息，按顯示日期由新至舊',
  'The website asked for.': '所查詢的網站。',
  'Absent: all that are not deleted.': '省略時為所有未刪除的訊息。',
  'The `next` of an answer, for what follows it.': '上一個回應的 `next`，用以取得其後的項目。',
  'Some of them': '部分訊息',
  'Of what the change is based on; it differs with everything else here.':
    '更改所依據的版本；其他內容有任何更改，此值亦會改變。',
  'A parameter cannot be': '參數無效',
  'Makes a popup message': '建立彈出訊息',
  'With `onWebsite` it is on its websites at once.': '設定 `onWebsite` 即時在網站顯示。',
  'The message': '訊息',
  'The record cannot be; `errors` names each field at fault': '未能接受此紀錄；`errors` 列出每個有誤的欄位',
  'Problem details (RFC 9457) with all faults of what was sent.':
    '問題詳情（RFC 9457），列出提交內容的所有錯誤。',
  'One popup message, deleted ones included': '一則彈出訊息，包括已刪除的',
  'There is no such popup message': '沒有此彈出訊息',
  'Changes a popup message': '更改彈出訊息',
  'With the `stamp` that it was read with. A deleted message is there again afterwards.':
    '須附上讀取時的 `stamp`。已刪除的訊息更改後會恢復。',
  'It has been changed since: `current` is how it is now, and nothing was changed':
    '訊息其後已被更改：`current` 為現時版本，這次沒有作出更改',
  'Deletes a popup message': '刪除彈出訊息',
  'It is deleted': '已刪除',
  '“Send popup message to website”, on or off': '開啟或關閉「把彈出訊息發送至網站」',
  'Brings a deleted popup message back as it was': '還原已刪除的彈出訊息',
  'What a website would be given of a message that is not stored': '預覽網站會收到的訊息，不會儲存',
  'The message in each language': '各語言的訊息',

  // News
  'News, newest first': '消息，由新至舊',
  'Words that titles and bodies must hold, in either language.': '標題及內文須包含的字詞，不限語言。',
  'Without it, all that are not deleted.': '省略時為所有未刪除的消息。',
  'The `next` of the page before.': '上一頁的 `next`。',
  'A page of them': '一頁消息',
  'A parameter is wrong': '參數有誤',
  'Write an entry, as a draft or published at once': '撰寫消息，儲存為草稿或即時發布',
  'The entry, under the next number where none was given': '消息；未有提供編號時使用下一個編號',
  'There is an entry by this identifier': '已有此編號的消息',
  'Those that the entry names.': '消息所用的檔案。',
  'What a change has to name.': '更改時須附上。',
  'An entry, in whatever state': '一則消息，不限狀態',
  'The entry': '消息',
  'There is no entry by this identifier': '沒有此編號的消息',
  'Change an entry, publish it, or take it back': '更改、發布或撤回消息',
  'A published entry that becomes a draft is deleted for its websites.':
    '已發布的消息改為草稿後，對網站而言即已刪除。',
  'The entry as it is now': '現時的消息',
  'The entry was changed after it was read; `current` is how it is now':
    '讀取後消息已被更改；`current` 為現時版本',
  'Delete an entry': '刪除消息',
  'Its websites hear of it': '已刪除，網站會得知',
  'Bring a deleted entry back as it was': '還原已刪除的消息',

  // Media
  'Media, newest first': '媒體檔案，由新至舊',
  'Part of a name.': '名稱的一部分。',
  'What news and bodies (`media:NAME`) call it.': '消息及內文（`media:NAME`）所用的名稱。',
  'Of the original, below this address.': '原檔案的路徑，位於本服務網址之下。',
  'Epoch second; 0 for those that came with a seed.': 'Unix 時間（秒）；初始資料附帶的檔案為 0。',
  'Bring a file in': '上載檔案',
  'The body is the file itself. Its type is what its content says; a name or a content-type that says otherwise is refused, except that `audio/mp3` and `audio/mpeg` are the sender’s choice. The same bytes are the same medium. Refusals have a `code`, as in `MEDIA_TYPE`.':
    '提交內容即為檔案本身。類型以實際內容為準，名稱或 content-type 不符者會被拒絕；`audio/mp3` 或 `audio/mpeg` 則由傳送者選擇。內容相同即為同一檔案。拒絕時附有 `code`，例如 `MEDIA_TYPE`。',
  'As the file is called.': '檔案名稱。',
  'The medium': '媒體檔案',
  'The name is missing': '欠缺名稱',
  'There are as many media as there may be': '媒體檔案數目已達上限',
  'The file is too large': '檔案過大',
  'The file is of no type that news can carry, or of another than it says':
    '消息不接受此類檔案，或實際類型與所稱不符',
  'The file is empty, damaged, or a picture of too many pixels': '檔案空白、損毀，或圖片像素過多',
  'Too many files are coming in at once': '同時上載的檔案過多',
  'The disk is full': '磁碟空間不足',
  'A medium, and where it is used': '媒體檔案及其使用位置',
  'As the medium is called.': '媒體檔案的名稱。',
  'There is no medium by this name': '沒有此名稱的媒體檔案',
  'Delete a medium that nothing uses': '刪除沒有使用的媒體檔案',
  'It is served no more': '已不再提供',
  'It is used; `uses` says where': '檔案使用中；`uses` 列出使用位置',
  'Lead to the original of a medium': '轉往媒體檔案的原檔',
  'Where it is': '檔案網址',
  'Bring a deleted medium back': '還原已刪除的媒體檔案',
}
