/** Finds the posts of entries, so that none is made twice. */
import Type from 'typebox'
import type { EntryKey } from '../../store/rows.ts'
import type { PostRow } from '../../store/wordpress-rows.ts'
import { RemotePost } from './answers.ts'
import { RefusedError } from './faults.ts'
import { markOf, marksIn } from './fingerprint.ts'
import { BINNED_SLUG, slugOf } from './post.ts'
import type { Rest } from './rest.ts'

export interface Sought {
  key: EntryKey
  row: PostRow | undefined
  /** Its entry is. */
  isDeleted: boolean
}

const STATUSES = ['publish', 'future', 'draft', 'pending', 'private', 'trash']

/** The post of each entry, by number, by slug, or by the class in its text. */
export async function findPosts<Task extends Sought>(
  rest: Rest,
  restBase: string,
  tasks: readonly Task[],
): Promise<Map<Task, RemotePost>> {
  const found = new Map<Task, RemotePost>()
  const shape = { context: 'edit', _fields: FIELDS }
  const list = (query: Record<string, string | (string | number)[]>) =>
    rest.get(Type.Array(RemotePost), `/${restBase}`, {
      ...{ ...query, ...shape, status: STATUSES, per_page: 100 },
    })
  // Lists may lack it: plugins have languages and statuses of their own.
  const single = async (id: number) => {
    try {
      return await rest.get(RemotePost, `/${restBase}/${id}`, shape)
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404) return undefined
      throw error
    }
  }
  const numbers = tasks.flatMap(({ row }) => row?.postId ?? [])
  const byNumber = numbers.length > 0 ? await list({ include: numbers }) : []
  for (const task of tasks) {
    if (!task.row) continue
    const { postId } = task.row
    const post = byNumber.find(({ id }) => id === postId) ?? (await single(postId))
    // A database that was restored may have given the number to another post.
    if (post && isOf(task, post)) found.set(task, post)
  }
  const unknown = tasks.filter(task => !found.has(task))
  const slugs = unknown.flatMap(({ key }) => [slugOf(key), `${slugOf(key)}${BINNED_SLUG}`])
  const bySlug = slugs.length > 0 ? await list({ slug: slugs }) : []
  for (const task of unknown) {
    const slug = slugOf(task.key)
    const own = bySlug.filter(post => !isOfAnother(task, post))
    const post = own.find(one => one.slug === slug) ?? own.find(one => one.slug === `${slug}${BINNED_SLUG}`)
    if (post) found.set(task, post)
  }
  for (const task of unknown.filter(task => !found.has(task) && isWorthASearch(task))) {
    const mark = markOf(task.key)
    const all = (await list({ search: mark })).filter(post => marksIn(post).includes(mark))
    // A copy that somebody made of it is younger.
    const [post] = all.toSorted((one, other) => one.id - other.id)
    if (post) found.set(task, post)
  }
  return found
}

/** Of an entry that was deleted before the agent came there is most likely no post, and a store may hold thousands of them. */
const isWorthASearch = ({ row, isDeleted }: Sought) => (row ? row.hash === undefined : !isDeleted)

/** Not as visitors see it, which plugins take part in. */
const FIELDS = 'id,status,slug,link,date_gmt,title.raw,content.raw,excerpt.raw,featured_media,parent'

function isOf(task: Sought, post: RemotePost): boolean {
  if (marksIn(post).length > 0) return !isOfAnother(task, post)
  const slug = post.slug.replace(BINNED_SLUG, '')
  return slug === slugOf(task.key) || slug === task.row?.known.slug
}

/** WordPress gives a post whose slug is taken another one, which may be that of another entry. */
function isOfAnother({ key }: Sought, post: RemotePost): boolean {
  const marks = marksIn(post)
  return marks.length > 0 && !marks.includes(markOf(key))
}
