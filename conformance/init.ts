/** Tells a school's web editor which data to enter before a run, so that every required case can be seen. */
import type { Language } from '../shared/contract/site.ts'
import { wrap } from '../shared/text/table.ts'
import { PREPARED, titleIn } from './prepared.ts'

interface Instructions {
  title: string
  before: string
  parts: { heading: string; steps: string[] }[]
  after: string
}

/** @param command as in `schoolbell conformance` */
export function initText(command: string, { lang, columns }: { lang: Language; columns: number }): string {
  const { title, before, parts, after } = INSTRUCTIONS[lang]
  let number = 0
  return [
    title,
    '',
    wrap(before, columns),
    ...parts.flatMap(({ heading, steps }) => [
      '',
      heading,
      ...steps.map(step => {
        number += 1
        return wrap(`${`${number}.`.padStart(4)} ${step}`, columns, '     ')
      }),
    ]),
    '',
    wrap(after, columns),
    `  ${command} --service-url … --strict`,
  ].join('\n')
}

const both = (name: string) => `“${titleIn('en-US', name)}”, “${titleIn('zh-HK', name)}”`
const bothQuoted = (name: string) => `「${titleIn('en-US', name)}」及「${titleIn('zh-HK', name)}」`
const { academyOnly, preSchoolOnly, withFiles, more, deleted, afterDeletion } = PREPARED

const INSTRUCTIONS: Record<Language, Instructions> = {
  'en-US': {
    title: 'Before the check: what to enter in the school console',
    before:
      'Use a test environment. Type each title as it stands here, in English and in Chinese: the check finds the data by its title. All other texts are free, but write them in both languages.',
    parts: [
      {
        heading: 'Popup messages, each with “Send popup message to website” on',
        steps: [
          `For the website academy only: ${both(academyOnly)}. Choose an icon and a confirm button.`,
          `For the website pre-school only: ${both(preSchoolOnly)}.`,
        ],
      },
      {
        heading:
          'News, for both websites. Wait a minute before each next entry, and leave its date as it is.',
        steps: [
          `${both(withFiles)}. Add a cover picture. Attach a PDF, and a photo straight from a phone or camera: a messenger would remove its date.`,
          ...more.map(name => `${both(name)}.`),
          `${both(deleted)}. Publish it, wait a minute, and delete it.`,
          `When that is deleted: ${both(afterDeletion)}.`,
        ],
      },
      {
        heading: 'Attendance',
        steps: [
          'A group with a space and a hyphen in its name, as “1A - Rowing”, and two students. Give one of them a record with a note, and approve it; give the other none on that day, but one on the day before. Note the unit, the year and the day.',
        ],
      },
      {
        heading: 'Sessions',
        steps: [
          'A test user. The developer of the web-app notes a session token that the app sends for this user.',
        ],
      },
    ],
    after:
      'Then run the check. With --strict it also fails if something could not be seen. Attendance and sessions need the other options of --help.',
  },
  'zh-HK': {
    title: '檢查前：須在學校管理系統輸入的資料',
    before:
      '請使用測試環境。標題須按以下文字輸入，中英文各一：檢查程式憑標題辨認資料。其他文字可自由填寫，但中英文均須填寫。',
    parts: [
      {
        heading: '彈出訊息（每則均須開啟「Send popup message to website」）',
        steps: [
          `只供 academy 網站：${bothQuoted(academyOnly)}。選擇圖示及確認按鈕。`,
          `只供 pre-school 網站：${bothQuoted(preSchoolOnly)}。`,
        ],
      },
      {
        heading: '最新消息（供兩個網站；每則相隔一分鐘輸入，毋須更改日期）',
        steps: [
          `${bothQuoted(withFiles)}。加上封面圖片，並附上一份 PDF 及一張直接取自手機或相機的相片（經通訊程式傳送的相片會失去日期）。`,
          ...more.map(name => `${bothQuoted(name)}。`),
          `${bothQuoted(deleted)}。發布後等候一分鐘，然後刪除。`,
          `上一則刪除後才輸入：${bothQuoted(afterDeletion)}。`,
        ],
      },
      {
        heading: '考勤',
        steps: [
          '組別名稱須有空格及連字號，例如「1A - Rowing」，並有兩名學生。為其中一名學生輸入附有備註的紀錄，並予以批核；另一名學生當日不輸入紀錄，但在前一日輸入一項。請記下學部、學年及日期。',
        ],
      },
      {
        heading: '登入身分查詢',
        steps: ['一名測試用戶。由網頁程式的開發人員記下流動應用程式為該用戶傳送的登入權杖。'],
      },
    ],
    after:
      '完成後執行檢查。加上 --strict，未能觀察的項目亦視為不通過。考勤及登入身分查詢所需的其他選項，見 --help。',
  },
}
