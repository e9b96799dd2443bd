/**
 * What the product promises, each once: the rows of the interface, the points where it is silent, and what a reader of a guide
 * relies on. The tests that hold a promise name it, see scripts/docs/proofs.ts; docs/reference/proofs.md shows both.
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
  ...from('docs/install.md', {
    'install/node': 'Node before 24 is refused by name.',
  }),
  ...from('docs/website/popup.md', {
    'website/one-tag': 'One script tag is the whole installation of the popup.',
    'website/read': 'A message that somebody has read does not come back when the page is loaded again.',
    'website/nothing': 'On a day without messages a page shows nothing.',
    'website/page-language': 'Dialog and messages are in the page’s language.',
  }),
  ...from('docs/website/popup-options.md', {
    'website/address': 'Site and language may stand in the script’s address, where tag managers leave them.',
    'website/remember': '`data-remember` says how long a read message stays away.',
    'website/refresh': '`data-refresh` asks again at its interval, ten seconds at least.',
    'website/visible': 'Only a visible page calls the service.',
    'website/severe': 'Severe weather comes first, and has a label.',
    'website/hundred': 'At most 100 messages are shown.',
    'website/confirm': 'A message with `confirm` or `Accept` closes only by its button.',
    'website/other-language': 'A message read in one language is not shown again in the other.',
    'website/odd': 'A message with a title and a body is shown; other fields that are invalid are ignored.',
    'website/service-fails': 'If the service fails, the page stays as it is.',
    'website/no-cookie': 'What was read is remembered in the browser’s storage, and not in a cookie.',
    'website/read-again': 'A link shows the messages again, and says how many there are.',
    'website/cancel': 'A page may prevent that a message is shown or closed.',
    'website/policy': 'Popup and news work under the strict policy of the guide, with nothing reported.',
    'website/sanitised': 'Nothing in a message runs, is sent or leaves its place.',
    'website/both-sanitisers':
      'The browser’s sanitiser and DOMPurify remove what is harmful, and keep what a reader needs.',
    'website/pictures': 'Pictures come from `https` only.',
    'website/heavy': 'A text that is very large or deeply nested is shown without its formatting.',
    'website/integrity': 'With `--integrity`, other bytes of a file do not run.',
    'website/update': 'The stable tag goes on after an update, also in pages that were open.',
    'website/accessible': 'The accessibility checker finds no fault in the popup, in both colour schemes.',
    'website/keyboard': 'The popup is read and closed by keyboard, and gives the focus back.',
  }),
  ...from('docs/website/nothing-appears.md', {
    'website/debug': 'With `data-debug` the browser’s console says why there is no message.',
    'website/doctor-page': 'The doctor opens the page as a visitor does, and says what is wrong on it.',
  }),
  ...from('docs/website/browsers.md', {
    'website/engines': 'Popup and news are read and closed in Chromium, Firefox and WebKit.',
    'website/oldest': 'Styles use nothing that the oldest named browsers lack, or do without it.',
    'website/oldest-console': 'Scripts of the console need nothing that the oldest of its browsers lack.',
  }),
  ...from('docs/website/themes.md', {
    'website/theme-contrast': 'Each theme has the contrasts of WCAG AA, light and dark.',
    'website/theme-buttons': 'Buttons of each theme are 44 px high and in the window.',
  }),
  ...from('docs/website/news.md', {
    'website/news-live': 'A page that stays open tells of what is published meanwhile, and moves nothing.',
    'website/news-search': 'The search works by keyboard, and finds Chinese words.',
    'website/news-address': 'Each entry can have an address, and the back button works.',
    'website/news-hostile': 'Nothing in an entry runs, sends or carries.',
    'website/news-files': 'From published files, list, search and entries need no server.',
    'website/news-away': 'While an agent is away, a sentence says so, and the news on the page stays.',
    'website/news-own-page': 'A page may show entries in its own way.',
    'website/news-accessible': 'The accessibility checker finds no fault in list, search and entry.',
  }),
  ...from('docs/website/apache.md', {
    'website/apache':
      'With the files that `init` writes, nginx and Apache lead to an agent that passes the doctor.',
  }),
  ...from('docs/website/node.md', {
    'website/mounted': 'The agent serves news and widget under a path of a Node site.',
    'website/mounted-inside': 'What operators ask stays inside the site.',
    'website/mounted-stops':
      'A site that stops ends its agent’s streams and open calls, and then its process.',
    'website/one-writes': 'Of several agents on one file one writes, and all serve.',
  }),
  ...from('docs/website/server-side.md', {
    'website/server-programs':
      'The programs in PHP and Python ask the agent, and go on with what they had when it is gone.',
    'website/views': 'The views keep their columns and types.',
    'website/reader': 'A program that reads the file sees what the agent writes, and keeps it from nothing.',
  }),
  ...from('docs/website/nginx.md', {
    'website/nginx-cache': 'A crowd costs the agent a handful of calls.',
    'website/nginx-inside': '`/readyz`, `/freshz` and `/metrics` tell nothing to the outside.',
    'website/nginx-not-kept':
      'What may not be kept is asked for each time, and never given to another visitor.',
    'website/nginx-stale': 'While the agent is gone, the last answer stands for its time.',
    'website/nginx-hangs': 'An agent that hangs costs one visitor the wait, not each.',
    'website/nginx-away': 'With agents and service gone, the page, its messages and its news stay.',
  }),
  ...from('docs/website/static-folder.md', {
    'website/folder': 'A page shows messages and news from the folder alone.',
    'website/folder-plain':
      'The ready pages need no script, and lead from language to language and from list to entry.',
    'website/folder-hidden': 'What is nobody’s business is not served.',
  }),
  ...from('docs/website/shared-hosting.md', {
    'website/upload': 'The upload script sends files before what links to them, and removals last.',
  }),
  ...from('docs/website/wordpress.md', {
    'website/wp-blocks': 'Blocks show what the shortcodes show.',
    'website/wp-connection': '*Test the connection* says what is wrong.',
    'website/wp-looks':
      'In each theme nothing is wider than its column, and the accessibility checker finds no fault.',
    'website/wp-day': 'While the agent fails, WordPress shows the last news for a day, and asks seldom.',
    'website/wp-gone': 'A withdrawn entry is 410, an unknown one 404.',
    'website/wp-nothing-stored': 'Without an answer and nothing stored, a news page is 503.',
    'website/wp-escaped': 'What an entry says is escaped, also where the plugin prints it.',
    'website/wp-administrators': 'Settings are for administrators, and each form for who opened it.',
    'website/wp-deleted': 'Deleting the plugin leaves nothing in the database.',
  }),
  ...from('docs/operate/start.md', {
    'operate/init-replaces':
      '`init` replaces nothing: a file that differs stays, and the new text goes beside it.',
    'operate/init-hosts': 'Each kind of host gets the files of its guide, with its values.',
    'operate/init-checks':
      '`init` checks the service before it writes, and writes nothing when it is given up.',
  }),
  ...from('docs/operate/run.md', {
    'operate/nothing-lost': 'No change is lost or doubled, over days of clocks, failures and late answers.',
    'operate/kills': 'A killed agent loses nothing, and no reader sees half a change.',
    'operate/whole-answers': 'Only a whole answer with D00000 counts; any other one changes nothing.',
    'operate/catches-up': 'After an absence of the service, however long, the agent catches up.',
    'operate/clock': 'A clock that is set back or ahead loses nothing and stops nothing.',
    'operate/settled':
      'An answer that contradicts itself, or an entry that comes back, is settled by a question to the service.',
    'operate/beside': 'A second agent on the same store is told who writes it.',
    'operate/service-down': 'While the service is down, the website has its news.',
    'operate/full-disk': 'On a full disk what was there stays, and the next run goes on.',
    'operate/stops': 'An agent that is told to stop ends in order, also while the service hangs.',
    'operate/systemd': 'systemd hears that the agent lives, and restarts one that hangs.',
    'operate/exit-2': 'What a restart would not help ends with exit code 2.',
    'operate/proxy': 'Calls go through the proxy, those to this machine never.',
    'operate/patience': 'A service that fails is asked ever more seldom, and not before it wants to be.',
  }),
  ...from('docs/operate/watch.md', {
    'operate/status': '`status --check` is one line and an exit code, and names only what is not well.',
    'operate/doctor': 'The doctor names what is wrong at the service.',
    'operate/doctor-public':
      'The doctor names what is wrong at the web server in front, and who answers in the agent’s place.',
    'operate/doctor-cache': 'The doctor sees behind a cache that the agent is gone.',
    'operate/log': 'Each line of a cycle names its stream, its verdict and the service’s answer.',
    'operate/probes':
      '`/readyz` and `/freshz` say whether the agent can serve, and whether its news is fresh.',
    'operate/metrics': 'Alerts and dashboard name metrics that there are.',
    'operate/alert-rules': 'The alert for old news fires when it should, and not before.',
  }),
  ...from('docs/operate/alerts.md', {
    'operate/alert-once': 'A problem is told once, and once when it is over.',
    'operate/alert-first-copy': 'A first copy may take a quarter of an hour.',
    'operate/alert-flaps': 'What comes and goes within the two minutes is not told.',
    'operate/alert-later': 'What could not be sent is sent when the receiver is back.',
    'operate/alert-secret': 'No log, status or table shows more of a receiver’s address than its host.',
    'operate/alert-file': 'A file with addresses that other users can read is refused.',
    'operate/alert-hosts': 'A host that is private or without TLS is refused unless it is allowed.',
  }),
  ...from('docs/operate/backup.md', {
    'operate/backup': 'A backup that is made while the agent works is whole.',
    'operate/backup-keep': '`--keep` leaves the newest backups.',
    'operate/restore': '`restore` reads the backup first, and sets aside what was there.',
    'operate/copied-over': 'A backup that was copied over the store is noticed.',
    'operate/litestream': 'A replica of the log disturbs nobody, and is put back.',
    'operate/dump': 'After a dump of PostgreSQL is put back, everything since comes again without doubles.',
  }),
  ...from('docs/operate/upgrade.md', {
    'operate/upgrade': 'A store of the version before is taken over, and nothing of it is lost.',
    'operate/downgrade': 'A store of a newer version is refused, and not changed.',
    'operate/very-old': 'A store that is too old is refused with the remedy, and not changed.',
  }),
  ...from('docs/operate/followers.md', {
    'operate/in-order': 'A follower has the changes of an entry in order, and in the end what the store has.',
    'operate/put-aside': 'What a target refuses is put aside and tried again, and holds nothing back.',
    'operate/pause': 'A target that takes nothing pauses after five failures, and goes on by itself.',
    'operate/rewind': 'A follower that is rewound has everything again.',
  }),
  ...from('docs/operate/popups.md', {
    'operate/script': 'The script has the messages in it: an ordinary visit makes no further call.',
    'operate/script-empty': 'An agent without a valid answer never says that there are no messages.',
    'operate/crowd': 'A thousand visitors cost one call.',
    'operate/yesterday': 'After a pause no visitor sees the messages of before it as fresh.',
    'operate/last-answer':
      'While the service fails, the last good messages stand, also after a restart, and for six hours at most.',
    'operate/unchanged': 'HTML in messages is passed on unchanged.',
    'operate/odd-message': 'A malformed message takes no signal beside it away.',
  }),
  ...from('docs/operate/fix.md', {
    'operate/moved-service':
      'A service with a new address goes on with the same store; another school is refused.',
    'operate/errors': 'An error of the store or the service ends with the guide that says what to do.',
    'operate/quarantine': 'One bad entry holds up no other, and its last good version stays.',
    'operate/odd-entries': 'Odd entries are published as far as they can be, with remarks.',
    'operate/reconciliation': 'A reconciliation puts right what differs, and refuses to sweep much away.',
    'operate/damaged': 'A damaged store is named and not overwritten.',
  }),
  ...from('docs/operate', {
    'operate/api-harmless': 'HTML of entries is safe, and an address that would run is left out.',
    'operate/api-never-empty': 'News that was never copied is 503, and not an empty list.',
    'operate/api-304': 'Who holds an answer gets 304 until it changes, also after a restart.',
    'operate/api-errors': 'An error is a problem that no cache keeps.',
    'operate/api-pages': 'Whatever changes between two pages, an entry that stays comes exactly once.',
    'operate/api-whatever': 'Whatever is asked, the answer is one that the OpenAPI document promises.',
    'operate/search':
      'A search finds all words, in Chinese two characters, and what was published this moment.',
    'operate/cors': 'With a list of origins, pages of others may not read, except the popups.',
    'operate/changes': 'Whoever follows the changes has in the end what the agent has, whatever breaks.',
    'operate/changes-410': 'A place in another history is refused, so that a follower starts again.',
    'operate/slow-client': 'A slow client delays no other.',
    'operate/feed-valid': 'Feeds are well-formed in every format, whatever the school has written.',
    'operate/feed-guid': 'An entry keeps its GUID through edits, new stores and two agents.',
    'operate/files-whole':
      'A reader of the published folder never sees half a file or a dead link, also through kills.',
    'operate/files-full-disk': 'On a full disk the published files stay, and the next run ends the work.',
    'operate/files-links': 'Symbolic links in the folder are not followed.',
    'operate/files-readable': 'Published files are for everybody to read, whatever the agent’s umask.',
    'operate/files-manifest': 'A damaged manifest stops the publication, and nothing is changed.',
    'operate/files-still': 'A change touches no file but those that it changes.',
    'operate/files-others': 'Files of others in the folder are never replaced or removed.',
    'operate/files-lock': 'Two publishers never write at the same time.',
    'operate/media-whole': 'A mirrored file is whole and of its type, or not there.',
    'operate/media-nothing-elsewhere': 'With the mirror, an entry loads nothing from elsewhere.',
    'operate/media-served':
      'A mirrored file is served for good, whole or in ranges, and can do nothing when opened as a page.',
    'operate/media-gone':
      'A file that is lost or cannot be had keeps its original address, and is tried again.',
    'operate/no-inside': 'No call goes to a private address that is not allowed, whatever a name leads to.',
    'operate/no-redirect': 'A redirect is reported, and not followed.',
    'operate/webhook-signed':
      'A receiver refuses a message that was changed, is old, or signed by somebody else.',
    'operate/webhook-order':
      'Webhooks come in order for an entry, and a refused one comes again under its id.',
    'operate/webhook-end': 'From its messages alone a receiver ends with what the agent has.',
    'operate/webhook-rotate': 'While a secret is changed, the old one and the new one are good.',
    'operate/webhook-410': '410 stops a webhook; resumed, it has everything.',
    'operate/webhook-secrets': 'Store, logs and lists hold no secret of a webhook.',
    'operate/wp-once':
      'In WordPress each entry is one post, after any order of changes, faults and restores.',
    'operate/wp-editors': 'A post that an editor has changed is left alone.',
    'operate/wp-harmless': 'Nothing in an entry becomes a block, a shortcode or a command of WordPress.',
    'operate/sql-rows': 'In the end the rows of a table are the entries.',
    'operate/sql-own': 'Columns and rows of the site’s own stay.',
    'operate/sql-text': 'No text of an entry becomes part of a statement.',
    'operate/failover':
      'When the leading agent dies or hangs, another one goes on, and visitors notice nothing.',
    'operate/late-leader': 'An agent that slept past its lease writes no more.',
    'operate/database-away': 'While the database is away nothing is lost, and the agent goes on by itself.',
    'operate/any-agent': 'Agents that share a database all say the same.',
    'operate/tls': '`sslmode` means what libpq means by it.',
    'operate/role': 'A role that owns nothing but its schema is enough for the store.',
    'operate/db-password': 'A password in the address of a database is shown nowhere.',
    'operate/two-stores': 'A store copied to the other engine is the same.',
    'operate/kubernetes':
      'The manifest for Kubernetes is as its schema wants it, and names what the agent knows.',
    'operate/container': 'The container’s health check fails when the agent hangs or is gone.',
  }),
  ...from('docs/web-app', {
    'web-app/resolved-once': 'Many entrances at once with one token are one call.',
    'web-app/refused-token':
      'A refused token is not sent again for half a minute, and keeps no other one out.',
    'web-app/cookie':
      'The cookie is `__Host-`, `Secure`, `HttpOnly`, encrypted, and of one app and environment.',
    'web-app/changed-cookie': 'A visit that was changed in any way is not taken.',
    'web-app/shared-phone': 'An entrance takes the place of the earlier visit, and a failed one ends it.',
    'web-app/sign-out': 'A visit ends for the phone that signs out.',
    'web-app/session-end': 'A visit ends with its session, after eight hours at most.',
    'web-app/not-kept': 'Nobody may keep an answer to an entrance, nor one that reads the visit.',
    'web-app/other-origin': 'A form of another origin can neither use nor end a visit.',
    'web-app/no-token':
      'Neither token nor sign-on response is in a visit, an error, or where a log could find them.',
    'web-app/logged':
      'A refused entrance is one line in the log, without control characters, and a flood is ten a minute.',
    'web-app/role': 'A guard lets in the roles that it names, and no other.',
    'web-app/refusal':
      'A refusal is said in both languages, can load and run nothing, and is JSON for a script.',
    'web-app/service-trouble': 'While the service fails nobody is signed in, and the status says why.',
    'web-app/sso-proof':
      'An `id_token` counts only when it is genuine, of this issuer and app, new, and of the same person.',
    'web-app/frameworks': 'Every adapter does the same.',
    'web-app/secret': 'A new secret seals, and the old one still opens.',
    'web-app/simulator-log': 'Nothing that the simulator shows, lists or logs holds a token.',
    'web-app/simulator-cookies': 'A phone that loses cookies behaves as one that does.',
    'web-app/simulator-apart': 'A web-app can neither leave its frame nor reach the console.',
  }),
  ...from('docs/integrate', {
    'integrate/documents': 'The service answers as its OpenAPI documents promise.',
    'integrate/healthy': 'The reference service passes every required case of the conformance run.',
    'integrate/defects': 'Each required case fails for a service that breaks its rule.',
    'integrate/foreign':
      'A service that answers in other ways than the reference service, as the interface allows, fails nothing.',
    'integrate/faults': 'The laboratory spoils the calls that it is told to, and no other.',
    'integrate/clock': 'The service’s clock can be set, moved and stopped.',
    'integrate/request-log':
      'The request log shows each call to the byte, and of a secret only how long it is.',
    'integrate/client-patience': 'A client waits as long as the service says, and loses no day of a range.',
    'integrate/csv': 'No cell of an export runs in a spreadsheet.',
    'integrate/terminal': 'Nothing that a service sends steers a terminal.',
    'integrate/mock': 'Mocked calls answer by the same rules as the service.',
    'integrate/ids': 'The service never gives an identifier twice.',
    'integrate/import': 'A file is checked before an import, and one that is no state is refused.',
    'integrate/snapshots': 'A state can be gone back to, and an import undone.',
    'integrate/pictures': 'A picture is served without where, by whom and with what it was taken.',
    'integrate/sample-credentials':
      'The sample school with its published keys is served on this machine alone.',
    'integrate/packages': 'A package imports nothing that it does not depend on, and its types hold.',
  }),
  ...from('docs/office', {
    'office/undo': 'What was done in the console can be undone, unless somebody has changed it since.',
    'office/conflict': 'Two people at one record do not overwrite each other unknowingly.',
    'office/draft': 'What is typed survives a reload and a lost connection.',
    'office/marks': 'Marks of the register that cannot be saved wait, and outlive a reload.',
    'office/preview': 'The preview is the real widget, and shows what is being typed.',
    'office/accessible':
      'The accessibility checker finds no fault on any page, in either language, on desk and phone.',
    'office/link': 'A link signs in once, for a quarter of an hour.',
    'office/attempts': 'Wrong passwords and links end with 429.',
    'office/rebinding': 'A host name that is not the service’s own is refused everywhere.',
    'office/other-site': 'Another website can neither write nor read in the console.',
    'office/hostile': 'Script in any field is text in the console, and nothing for a visitor.',
    'office/live': 'An open console hears what others change.',
  }),
]
