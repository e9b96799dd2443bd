/** News: the list, or one entry that is written or changed. */
import type { PageTag } from '../../pages.ts'
import './news-editor.ts'
import './news-list.ts'

const tag: PageTag = ([id]) => (id === undefined ? 'console-news-list' : 'console-news-editor')
export default tag
