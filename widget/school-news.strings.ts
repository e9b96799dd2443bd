/** All words of `<school-news>`, English and Traditional Chinese side by side. */
import type { Language } from './contract.ts'
import type { Kind } from './news/attachments.ts'

type Sentence =
  | 'news'
  | 'loading'
  | 'empty'
  | 'failed'
  | 'retry'
  | 'stale'
  | 'search'
  | 'clear'
  | 'more'
  | 'moreFound'
  | 'allNews'
  | 'results'
  | 'pictures'
  | 'attachments'
  | 'withdrawn'
  | 'missing'
  | 'updated'

export type NewsStrings = Record<Sentence, string> & {
  nothingFound: (sought: string) => string
  /** @param more whether there are more that are not loaded yet */
  found: (count: number, more: boolean) => string
  added: (count: number) => string
  waiting: (count: number) => string
  attached: (count: number) => string
  picture: (position: number, total: number, name: string) => string
  /** As in "PDF, 1.2 MB". */
  file: (kind: string, size: string) => string
  kinds: Record<Kind, string>
}

export const NEWS_STRINGS: Record<Language, NewsStrings> = {
  'en-US': {
    news: 'News',
    loading: 'Loading news…',
    empty: 'No news yet.',
    failed: 'The news could not be loaded.',
    retry: 'Try again',
    stale: 'Cannot update now. You are seeing earlier news.',
    search: 'Search news',
    clear: 'Clear search',
    more: 'More news',
    moreFound: 'More results',
    allNews: 'All news',
    results: 'Results',
    pictures: 'Pictures',
    attachments: 'Attachments',
    withdrawn: 'This entry has been withdrawn.',
    missing: 'This entry no longer exists.',
    updated: 'This entry has just been updated.',
    nothingFound: sought => `Nothing found for “${sought}”.`,
    found: (count, more) =>
      `${count} ${count === 1 ? 'entry' : 'entries'} found${more ? ', and there are more' : ''}`,
    added: count => `${count} more ${count === 1 ? 'entry' : 'entries'}`,
    waiting: count => `${count} new ${count === 1 ? 'entry' : 'entries'}`,
    attached: count => `${count} ${count === 1 ? 'attachment' : 'attachments'}`,
    picture: (position, total, name) => `Picture ${position} of ${total}: ${name}`,
    file: (kind, size) => `${kind}, ${size}`,
    kinds: { picture: 'Picture', sound: 'Sound', film: 'Film', pdf: 'PDF', file: 'File' },
  },
  'zh-HK': {
    news: '消息',
    loading: '正在載入消息…',
    empty: '暫時未有消息。',
    failed: '未能載入消息。',
    retry: '再試一次',
    stale: '暫時未能更新消息，以下為較早前的內容。',
    search: '搜尋消息',
    clear: '清除搜尋',
    more: '更多消息',
    moreFound: '更多結果',
    allNews: '所有消息',
    results: '搜尋結果',
    pictures: '圖片',
    attachments: '附件',
    withdrawn: '此消息已撤回。',
    missing: '此消息已不存在。',
    updated: '此消息剛剛更新。',
    nothingFound: sought => `找不到與「${sought}」相關的消息。`,
    found: (count, more) => `找到 ${count} 則消息${more ? '，另有更多' : ''}`,
    added: count => `已多顯示 ${count} 則`,
    waiting: count => `${count} 則新消息`,
    attached: count => `${count} 個附件`,
    picture: (position, total, name) => `圖片 ${position}／${total}：${name}`,
    file: (kind, size) => `${kind}，${size}`,
    kinds: { picture: '圖片', sound: '音訊', film: '影片', pdf: 'PDF', file: '檔案' },
  },
}
