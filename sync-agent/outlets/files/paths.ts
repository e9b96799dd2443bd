/** Where everything stands in the folder; pages, lists and feeds name each other by these. */
import { fileNameOf } from '../../../shared/text/file-name.ts'
import { type Stream, streamName } from '../../stream.ts'

export const STYLE_PATH = 'pages/style.css'
export const OWN_STYLE_PATH = 'pages/own.css'
export const START_PATH = 'pages/index.html'

export const newsPath = (stream: Stream, name: string) => `news/${streamName(stream)}/${name}.json`
export const newsEntryPath = (stream: Stream, newsId: string) =>
  `news/${streamName(stream)}/entries/${fileNameOf(newsId)}.json`
export const pagePath = (stream: Stream, name: string) => `pages/${streamName(stream)}/${name}.html`
export const entryPagePath = (stream: Stream, newsId: string) =>
  `pages/${streamName(stream)}/entries/${fileNameOf(newsId)}.html`
export const markdownPath = (stream: Stream, newsId: string) =>
  `markdown/${streamName(stream)}/${fileNameOf(newsId)}.md`
export const popupPath = (stream: Stream) => `popups/${streamName(stream)}.json`

/** From one file of the folder to another, as a relative address. */
export function addressFrom(path: string, target: string): string {
  const from = path.split('/').slice(0, -1)
  const to = target.split('/')
  let shared = 0
  while (shared < from.length && from[shared] === to[shared]) shared += 1
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/')
}
