/** Popup messages: the list, or one message that is written or changed. */
import type { PageTag } from '../../pages.ts'
import './popup-editor.ts'
import './popup-list.ts'

const tag: PageTag = ([id]) => (id === undefined ? 'popup-list' : 'popup-editor')
export default tag
