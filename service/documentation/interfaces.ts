/** The interface itself, and what stands around it: content, attendance, sessions, the entrance, media. */
import type { Translations } from '../../shared/server/documentation/chinese.ts'

export const INTERFACES: Translations = {
  'The school information system’s whole interface, real and persistent, to build and test against; and the console’s API, with which a school fills it.':
    '學校資訊系統的完整介面，真實運作並保存資料，供開發及測試之用；並包括學校用以輸入資料的控制台 API。',

  // Content API
  'The popup messages to show on a website now': '網站現時應顯示的彈出訊息',
  'Every answer is an envelope with HTTP status 200: `code` is the verdict, and anything but `D00000` comes without content. The call is served without its first path segment as well, to GET, HEAD and OPTIONS.':
    '所有回應均為 HTTP 狀態碼 200 的封套，以 `code` 表示結果；`D00000` 以外的代碼不附內容。省略路徑第一段亦可使用，接受 GET、HEAD 及 OPTIONS。',
  'The website that asks.': '提出請求的網站。',
  'The language of the content.': '內容的語言。',
  'The `etag` of the content that you hold.': '你所持內容的 `etag`。',
  'The envelope: the messages, newest first, or the code and message of a failure':
    '封套：由新至舊的訊息；失敗時為代碼及說明',
  'On success: over the content alone, weak, because the txID differs by answer.':
    '成功時提供；只按內容計算，屬弱驗證，因每次回應的 txID 均不同。',
  'A few seconds on success, `no-store` on failure.': '成功時可快取數秒，失敗時為 `no-store`。',
  'Any website’s scripts may read it.': '任何網站的程式均可讀取。',
  'Title to display.': '顯示的標題。',
  'Body; contains HTML, which is not to be trusted.': '內文；含 HTML，不可直接信任。',
  'Wall-clock time in the school’s zone, YYYYMMDDhhmmss.': '學校所在時區的時間，YYYYMMDDhhmmss。',
  'Icon id; one outside the table is allowed and shows no icon.':
    '圖示編號；不在列表內的亦可使用，但不顯示圖示。',
  'Which button to show.': '顯示哪個按鈕。',
  'The content that you hold is current': '你所持的內容已是最新',
  'The call is answered to GET, HEAD and OPTIONS': '只接受 GET、HEAD 及 OPTIONS',
  'The news published, changed or deleted since a time': '某時間之後發布、更改或刪除的消息',
  'Wall clock in the school’s zone, `YYYYMMDDhhmmss`; what happened strictly after it is told.':
    '學校所在時區的時間，`YYYYMMDDhhmmss`；只提供在此時間之後（不包括當刻）的變更。',
  'Identifiers of entries wanted besides, separated by commas; up to 500.':
    '另需取得的消息編號，以逗號分隔，最多 500 個。',
  'The envelope: the entries, newest first, and the identifiers of those deleted, or the code and message of a failure':
    '封套：由新至舊的消息及已刪除的消息編號；失敗時為代碼及說明',
  'Identifier in the school information system.': '在學校資訊系統內的編號。',
  'Contains HTML, which is not to be trusted.': '含 HTML，不可直接信任。',
  'Calendar day, YYYYMMDD.': '日期，YYYYMMDD。',
  'Cover picture, 1024 px wide.': '封面圖片，闊 1024 像素。',
  'Cover picture, 200 px by 200 px.': '封面圖片，200 × 200 像素。',
  'Identifiers of deleted news; empty when none.': '已刪除消息的編號；沒有時為空。',

  // Attendance API
  'The attendance list of a group on a day': '某組別某日的考勤名單',
  'Console: School structures.': '見控制台的「學校架構」。',
  'It may hold spaces, hyphens and slashes, each percent-encoded.':
    '可含空格、連字號及斜線，均須以百分號編碼。',
  '`YYYY-MM-DD`.': '`YYYY-MM-DD`。',
  'One item a student; without `attendanceEntry` when there is no record of the day':
    '每名學生一項；當日沒有紀錄時，不含 `attendanceEntry`',
  'An identifier is no integer, or the day does not exist': '編號並非整數，或日期不存在',
  'The identifier and the key are not both given, or do not belong together':
    '未有同時提供學校識別碼及金鑰，或兩者不相符',
  'There is no such unit, year or group': '沒有此學部、學年或組別',
  'Too many wrong keys came from this address; `retry-after` says when to try again':
    '此網絡位址使用錯誤金鑰的次數過多；`retry-after` 列明何時可再試',
  'Student user identifier.': '學生的用戶編號。',
  'Student reference number.': '學生編號。',
  'Given name.': '名字。',
  'Family name.': '姓氏。',
  'URL of the avatar picture.': '頭像網址。',
  'Entry identifier.': '紀錄編號。',
  'Student user identifier; equals the item’s _id.': '學生的用戶編號；與項目的 _id 相同。',
  'ISO 8601 UTC timestamp.': 'ISO 8601 UTC 時間。',
  'Free text; may be empty.': '備註文字；可留空。',
  'ISO 8601 UTC timestamp of approval.': '批核時間（ISO 8601 UTC）。',

  // Session API
  'Whom a session token of the staging environment stands for': '查詢測試環境的登入權杖屬於誰',
  'Whom a session token of the production environment stands for': '查詢正式環境的登入權杖屬於誰',
  'The user': '用戶',
  'The token or the app’s identifier is missing': '欠缺權杖或應用程式識別碼',
  'The session is not valid: unknown, expired, ended, of the other environment or of another app':
    '登入無效：不明、已過期、已結束、屬另一環境或另一應用程式',
  'Too many wrong tokens came from this address; `retry-after` says when to try again':
    '此網絡位址使用錯誤權杖的次數過多；`retry-after` 列明何時可再試',
  'The value the app passes in X-App-Id.': '應用程式在 X-App-Id 傳送的值。',
  'ISO 8601 timestamp of the session’s creation.': '登入的建立時間（ISO 8601）。',
  'ISO 8601 timestamp at which the session expires.': '登入的到期時間（ISO 8601）。',
  'May be empty.': '可留空。',
  'User reference number.': '用戶的參考編號。',
  'Avatar picture.': '頭像。',

  // Extension web-app
  'The mobile app opens the entrance page of an extension web-app':
    '流動應用程式開啟擴充網頁應用程式的入口頁面',
  'Not answered here but by the web-app, at the address that the school has entered under App Settings. Later navigations come without these headers.':
    '由網頁應用程式（而非本服務）回應，網址由學校在「應用程式設定」輸入。其後的瀏覽不附帶這些標頭。',
  'Current application identifier.': '目前應用程式的識別碼。',
  'Token for the session resolution call.': '用以查詢登入用戶的權杖。',
  'The app’s language.': '應用程式的語言。',
  'Single sign-on response: a JSON object, Base64 encoded.': '單一登入的回應：以 Base64 編碼的 JSON 物件。',
  'Selected student, or all.': '所選學生，或 all（全部）。',
  'Reference number of the selected student; empty when all are.': '所選學生的編號；選擇全部時為空。',

  // Media
  'A file that news, messages or people refer to, or one of its pictures':
    '消息、訊息或用戶所用的檔案，或其圖片版本',
  'An address names its content by hash, so it may be kept for ever; any website may show it.':
    '網址以內容的雜湊值命名，可永久快取；任何網站均可顯示。',
  'The hash of the content, a slash and the name of the file.': '內容的雜湊值、斜線及檔案名稱。',
  'A part of it, as in `bytes=0-1023`.': '只取其中一段，例如 `bytes=0-1023`。',
  'The file': '檔案',
  'The part that was asked for': '所要求的一段',
  'The file that you hold is this one': '你所持的檔案已是此檔案',
  'There is no such file': '沒有此檔案',
  'The file has no such part': '檔案沒有此段',
  'The picture of a user who has none': '未有頭像的用戶所用的圖片',
  'A drawing': '繪圖',

  // For operators, About
  'Whether the service is up': '服務是否已啟動',
  'Whether the service can do its work': '服務是否運作正常',
  'The store is read and media can be kept': '可讀取資料庫，並可儲存媒體檔案',
  'One of both cannot be': '其中一項未能做到',
  'The service’s addresses, as a page for people': '列出本服務各網址的網頁',

  // How a caller shows that it may call
  'Identifier of the school.': '學校識別碼。',
  'A key that the school gave out; the console makes and revokes them.':
    '學校發出的金鑰；可在控制台建立及撤銷。',
  'The token that the app passed to the extension web-app.': '應用程式傳給擴充網頁應用程式的權杖。',
  'What a browser is given when it signs in. The name goes on with the port; over TLS it is `__Host-schoolbell-console`.':
    '瀏覽器登入時取得的 cookie。名稱後接通訊埠編號；使用 TLS 時為 `__Host-schoolbell-console`。',
  'What a browser’s page is given when it signs in, beside the cookie. The cookie alone opens nothing of the school.':
    '登入時除 cookie 外，頁面另獲得的金鑰。單憑 cookie 不能讀取學校的任何資料。',
  'The token that the service was started with, for programs.': '啟動服務時設定的權杖，供程式使用。',
}
