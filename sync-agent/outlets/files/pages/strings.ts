/** All texts of the published pages, English and Traditional Chinese side by side. */
import type { Language } from '../../../../shared/contract/site.ts'

export interface PageStrings {
  ownName: string
  skip: string
  language: string
  allNews: string
  newer: string
  older: string
  pages: string
  neighbours: string
  nothing: string
  attachments: string
  pictures: string
  files: string
  subscribe: string
  by: (format: string) => string
  picture: (number: number, count: number) => string
  recordings: string
  fileCount: (count: number) => string
  file: { pdf: string; audio: string; video: string; picture: string; other: string }
  table: string
}

export const STRINGS: Record<Language, PageStrings> = {
  'en-US': {
    ownName: 'English',
    skip: 'Skip to the news',
    language: 'Language',
    allNews: 'All news',
    newer: 'Newer',
    older: 'Older',
    pages: 'More news',
    neighbours: 'Newer and older entries',
    nothing: 'There is no news yet.',
    attachments: 'Attachments',
    pictures: 'Pictures',
    files: 'Files',
    subscribe: 'Subscribe',
    by: format => `News as ${format}`,
    picture: (number, count) => `Picture ${number} of ${count}`,
    recordings: 'Sound and film',
    fileCount: count => (count === 1 ? '1 attachment' : `${count} attachments`),
    file: { pdf: 'PDF', audio: 'Sound', video: 'Film', picture: 'Picture', other: 'File' },
    table: 'Table',
  },
  'zh-HK': {
    ownName: '中文',
    skip: '跳至消息內容',
    language: '語言',
    allNews: '所有消息',
    newer: '較新',
    older: '較早',
    pages: '更多消息',
    neighbours: '前後消息',
    nothing: '暫時未有消息。',
    attachments: '附件',
    pictures: '圖片',
    files: '文件',
    subscribe: '訂閱',
    by: format => `以 ${format} 訂閱消息`,
    picture: (number, count) => `圖片 ${number}，共 ${count} 張`,
    recordings: '錄音及影片',
    fileCount: count => `${count} 個附件`,
    file: { pdf: 'PDF', audio: '錄音', video: '影片', picture: '圖片', other: '檔案' },
    table: '表格',
  },
}

export const OTHER_LANGUAGE: Record<Language, Language> = { 'en-US': 'zh-HK', 'zh-HK': 'en-US' }
