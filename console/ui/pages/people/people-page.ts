/** Users and sessions: everybody, all sessions, or one person with theirs. */
import type { PageTag } from '../../pages.ts'
import './people-list.ts'
import './person-page.ts'
import './sessions-list.ts'

const tag: PageTag = ([what]) =>
  what === undefined ? 'people-list' : what === 'sessions' ? 'sessions-list' : 'person-page'
export default tag
