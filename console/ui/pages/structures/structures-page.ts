/** School structures: all of them, or one group. */
import type { PageTag } from '../../pages.ts'
import './group-page.ts'
import './structures-list.ts'

const tag: PageTag = ([what]) => (what === 'groups' ? 'group-page' : 'structures-list')
export default tag
