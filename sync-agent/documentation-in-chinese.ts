/** Everything that the agent’s documentation says, in Chinese; see shared/server/documentation/chinese.ts. */
import type { Translations } from '../shared/server/documentation/chinese.ts'

export const CHINESE: Translations = {
  'A school’s news for its website: pages, search, changes, feeds and popup messages. GET, HEAD and OPTIONS; no key.':
    '供學校網站使用的消息：列表、搜尋、變更、訂閱及彈出訊息。接受 GET、HEAD 及 OPTIONS，無須金鑰。',
  'The website. Default: the agent’s first.': '網站，預設為本服務的第一個。',
  'The language. Default: the agent’s first.': '語言，預設為本服務的第一種。',

  // News
  'Entries, newest first, or those that match a search': '由新至舊的消息，或搜尋結果',
  'Pages neither repeat nor skip an entry that stays where it is, whatever is published meanwhile. A search ranks the newest 1,000 matches; its pages are counted from the top of the ranking of the moment, since every change moves it.':
    '翻頁期間即使有新發布，位置不變的消息不會重複或遺漏。搜尋會為最新的 1,000 個結果排序；任何變更都會影響排序，因此頁數按當刻的排序計算。',
  'Entries on a page.': '每頁的消息數目。',
  'The `next` of the page before, unchanged.': '上一頁的 `next`，不作更改。',
  'Words to look for, in English or Chinese; all must be found. There are no operators: signs are ignored.':
    '搜尋字詞，中英文均可，須全部相符。不設運算子，符號會被忽略。',
  'Only this entry, if there is one; for identifiers such as `..` that no path can hold.':
    '只取此消息（如有）；用於路徑不能容納的編號，例如 `..`。',
  'A page': '一頁消息',
  'The page that you hold is current': '你所持的頁面已是最新',
  'A parameter cannot be used; `detail` says which and why': '參數無效；`detail` 列明是哪一個及原因',
  'One entry': '一則消息',
  'Percent-encoded.': '以百分號編碼。',
  'The entry': '消息',
  'The entry that you hold is current': '你所持的消息已是最新',
  'There is none, or it was deleted': '沒有此消息，或已刪除',
  'Why the entry was found; only with `q`.': '消息符合搜尋的原因；只在使用 `q` 時提供。',
  'HTML: the title, with the matches in `<mark>`.': 'HTML：標題，相符字詞以 `<mark>` 標示。',
  'HTML: a part of the text, with the matches in `<mark>`.': 'HTML：部分內文，相符字詞以 `<mark>` 標示。',
  'Plain text.': '純文字。',
  'Sanitised HTML; may stand in a page as it is.': '已淨化的 HTML，可直接放在網頁中。',
  '`YYYY-MM-DD`.': '`YYYY-MM-DD`。',
  'ISO 8601 with the offset of the school’s zone.': 'ISO 8601，附學校所在時區的時差。',
  'Picture, 1024 px wide.': '圖片，闊 1024 像素。',
  'Picture, 200 px by 200 px.': '圖片，200 × 200 像素。',
  'With an http(s) `url` each; a picture address that is none is an empty text.':
    '每個均有 http(s) `url`；無效的圖片網址為空字串。',
  'The change that brought the entry to what it is.': '使消息成為現時內容的變更。',
  'Newest first; with `q` by relevance, and newest first among equals.':
    '由新至舊；使用 `q` 時按相關程度，相同者由新至舊。',
  'The `cursor` of the next page; absent on the last one.': '下一頁的 `cursor`；最後一頁不提供。',
  'The store’s last change.': '資料庫的最後一項變更。',
  'Changes that search does not know yet; absent when there is none.': '搜尋尚未收錄的變更；沒有時不提供。',

  // Changes
  'What changed behind a place in the log, deletions included': '變更紀錄中某位置之後的變更，包括刪除',
  'A place in the log: a `next`, the number of a change, or `now`.':
    '紀錄中的位置：`next`、變更編號，或 `now`。',
  'Seconds for which the answer may be held back until there is something in it.':
    '沒有變更時，最多等候多少秒才回應。',
  'A page of the log': '一頁變更紀錄',
  'The place is in another history than this store’s: start again with `after=0`':
    '此位置不屬於本資料庫的紀錄：請由 `after=0` 重新開始',
  'As many follow as may; `retry-after` says when to come back':
    '接收者數目已達上限；`retry-after` 列明何時可再試',
  'The same as it happens, as Server-Sent Events': '以伺服器傳送事件（SSE）即時提供變更',
  'The data of each event is one change as JSON, its id the place behind it.':
    '每個事件的資料為一項 JSON 變更，其 id 為該變更之後的位置。',
  'The last event seen; counts before `after`. Browsers send it themselves.':
    '最後收到的事件，優先於 `after`。瀏覽器會自行傳送。',
  'Events, until you leave': '持續傳送，直至離開',
  'An entry was published, or changed.': '消息已發布或更改。',
  'An entry was deleted, be it known or not.': '消息已刪除，不論是否曾經收錄。',
  'ISO 8601 in UTC.': 'ISO 8601（UTC）。',
  'Oldest first.': '由舊至新。',
  'The place behind them: the `after` of the next question.': '其後的位置，即下次請求的 `after`。',
  'There is more to be had at once.': '尚有更多，可即時取得。',
  'The store’s identity.': '資料庫的識別碼。',

  // Feeds
  'The newest news for feed readers': '最新消息，供訂閱閱讀器使用',
  'The feed': '訂閱內容',
  'The feed that you hold is current': '你所持的訂閱內容已是最新',
  'The agent does not know where the site shows its news': '未有設定網站顯示消息的網址',
  'The last days’ news for search engines': '近日消息，供搜尋引擎使用',

  // Popup messages
  'What a page shows when it opens, in the service’s envelope': '網頁開啟時顯示的彈出訊息，以服務的封套提供',
  '`msgBody` is passed on as it came: whoever shows it has to sanitise it. The code is the verdict.':
    '`msgBody` 原樣轉送，顯示前必須先作淨化。結果以代碼為準。',
  'The messages, or a return code that says why there are none': '彈出訊息；沒有時以回傳代碼說明原因',
  'The messages that you hold are current': '你所持的訊息已是最新',
  'Return code; D00000 is success.': '回傳代碼；D00000 為成功。',
  'Status message; for people, never parsed.': '狀態說明；供人閱讀，程式不應解析。',
  'Business data, on success only.': '資料內容，只在成功時提供。',

  // Media
  'A picture, a document, a sound or a film that an entry shows': '消息所用的圖片、文件、聲音或影片',
  'Addresses come with the news. What lies at one never changes.': '網址隨消息提供；同一網址的內容永不改變。',
  'Of the content, hexadecimal.': '內容的雜湊值，十六進制。',
  'What the file is saved as; its ending must fit.': '儲存檔案時的名稱；副檔名須相符。',
  'As in `bytes=0-1023`; one range.': '例如 `bytes=0-1023`；只限一段。',
  'The file': '檔案',
  'The part of it that was asked for': '所要求的一段',
  'The file that you hold is this one': '你所持的檔案已是此檔案',
  'There is no such file, or no news shows it any more': '沒有此檔案，或已沒有消息使用',
  'The file ends before this part': '檔案沒有此段',

  // Widget
  'The popup widget’s files, as `popup.js`': '彈出訊息元件的檔案，例如 `popup.js`',
  'The file that you hold is current': '你所持的檔案已是最新',
  'A file of an earlier build: today’s takes its place': '舊版本的檔案，由現時版本取代',
  'There is no such file': '沒有此檔案',

  // For operators, About
  'Whether the process is up': '程式是否已啟動',
  'It is': '正常',
  'Whether the news is fresh': '消息是否最新',
  'It is not, or the store does not answer': '並非最新，或資料庫沒有回應',
  'Metrics for Prometheus': 'Prometheus 監察數據',
  'All of them': '全部數據',
  'What there is': '本服務的網址及消息',
  'Addresses, as URI templates (RFC 6570), and the news that the agent has':
    '網址（RFC 6570 URI 範本）及所收錄的消息',
}
