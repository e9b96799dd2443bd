/**
 * What documentation pages say in Chinese: each text of the OpenAPI document, which is English, with its translation.
 *
 * These are the texts that several documents share: of the interface’s own records, of problems, and of the pages
 * themselves. A test of each server goes red for a text without a translation, and for a translation of a text that is
 * said no more.
 */
export type Translations = Readonly<Record<string, string>>

export const SHARED_CHINESE: Translations = {
  // About
  'This document': '本文件',
  'OpenAPI 3.1': 'OpenAPI 3.1',
  Unchanged: '沒有更改',
  'This document as a page for people': '以網頁閱讀本文件',
  'Of the page. Default: `en-US`.': '頁面的語言，預設為 `en-US`。',
  'The page': '網頁',
  'How that page looks': '該網頁的樣式',
  'The style': '樣式表',
  // Problems
  'Anything else that goes wrong': '其他錯誤',
  'Problem details (RFC 9457).': '問題詳情（RFC 9457）。',
  'The same for every such refusal.': '同類拒絕的標題均相同。',
  'What was wrong with this request and what to do.': '這次請求有何問題，以及如何處理。',
  // The envelope
  'Unique identifier of this answer, for troubleshooting.': '此回應的唯一識別碼，供追查問題之用。',
  // Attachments of news
  'Size in bytes.': '檔案大小（位元組）。',
  'Public URL of the original file.': '原檔案的公開網址。',
  'Square thumbnail, 200 px by 200 px.': '正方形縮圖，200 × 200 像素。',
  'Larger picture, 1024 px wide.': '較大的圖片，闊 1024 像素。',
  'Original width, px.': '原圖闊度（像素）。',
  'Original height, px.': '原圖高度（像素）。',
  'ISO 8601 UTC timestamp from EXIF, when the file has one.':
    '取自 EXIF 的 ISO 8601 UTC 時間；檔案沒有時不提供。',
}
