/** Which post each entry has in a WordPress, and which files its library. */
import { beforeEach, expect, it } from 'vitest'
import { addDestination, removeDestination } from '../../../sync-agent/store/destinations.ts'
import { readFollower, rewindFollower } from '../../../sync-agent/store/followers.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import {
  countPosts,
  type FileRow,
  filesOf,
  forgetPost,
  listPosts,
  lookAgain,
  noteFile,
  notePost,
  type PostRow,
  postsOf,
  refusedFiles,
  takeBack,
} from '../../../sync-agent/store/wordpress-rows.ts'
import type { Stream } from '../../../sync-agent/stream.ts'
import { ACADEMY, ACADEMY_ZH } from '../support.ts'
import { beforeEachLedStore, lead } from './led-store.ts'

let store: AgentStore
let token: number
let [one, two] = [0, 0]
beforeEachLedStore(led => {
  ;({ store, token } = led)
})
beforeEach(async () => {
  const add = async () =>
    (await addDestination(
      store,
      {
        ...{ kind: 'wordpress', address: 'https://blog.example', siteIds: undefined, langs: undefined },
        ...{ settings: {}, isFromBeginning: true, most: 9 },
      },
      0,
    )) ?? 0
  one = await add()
  two = await add()
  for (const id of [one, two]) await rewindFollower(store, `wordpress-${id}`, 9)
})

const known = { version: '3', texts: 'abc', slug: 'a', parent: 0, featured: 5, date: '2026-09-01T00:30:00' }
const post = (
  newsId: string,
  postId: number,
  differing: Partial<PostRow> = {},
  stream: Stream = ACADEMY,
): PostRow => ({
  ...{ ...stream, newsId, postId, state: 'shown', reason: undefined, hash: 'h', known, overwrite: false },
  ...differing,
})
const key = (newsId: string, stream: Stream = ACADEMY) => ({ ...stream, newsId })
const note = (row: PostRow, id = one) => notePost(store, token, id, row)
const noteAll = async (rows: readonly PostRow[], id = one) => {
  for (const row of rows) await note(row, id)
}
const seq = async (id = one) => (await readFollower(store, `wordpress-${id}`))?.seq
const all = (id = one) => listPosts(store, id, { after: 0, limit: 100 })
const media = { id: 5, address: 'https://blog.example/a.png' }
const file = (url: string, differing: Partial<FileRow> = {}): FileRow => ({
  ...{ url, media, reason: undefined },
  ...differing,
})
const refusedFile = (url: string) => file(url, { media: undefined, reason: 'too large' })
const keep = (name: string, row: FileRow, id = one) => noteFile(store, token, id, name, row)

it('a post is kept as it was last written, for each destination', async () => {
  const left = post('b', 12, { state: 'left', reason: 'was edited', hash: undefined, overwrite: true })
  await noteAll([post('a', 11), left, post('a', 13, {}, ACADEMY_ZH)])
  await note(post('a', 21, { known: { ...known, version: undefined } }), two)
  expect(await postsOf(store, one, [key('a'), key('b'), key('c')])).toEqual([post('a', 11), left])
  expect(await postsOf(store, one, [key('a', ACADEMY_ZH)])).toEqual([post('a', 13, {}, ACADEMY_ZH)])
  const [other] = await postsOf(store, two, [key('a')])
  expect(other).toEqual({ ...post('a', 21), known: { ...known, version: undefined } })
  await note(post('b', 12, { state: 'binned' }))
  expect(await postsOf(store, one, [key('b')])).toEqual([post('b', 12, { state: 'binned' })])
  expect(await postsOf(store, one, [])).toEqual([])
})

it('posts of many entries are found', async () => {
  const ids = Array.from({ length: 101 }, (_, index) => `n${`${index}`.padStart(3, '0')}`)
  await noteAll(ids.map((newsId, index) => post(newsId, index + 1)))
  expect(
    await postsOf(
      store,
      one,
      ids.map(id => key(id)),
    ),
  ).toHaveLength(101)
})

it('posts are listed by their numbers, and counted by their states', async () => {
  await noteAll([
    post('c', 13),
    post('a', 11),
    post('b', 12, { state: 'left' }),
    post('d', 14, { state: 'left' }),
  ])
  await note(post('e', 15, { state: 'binned' }), two)
  const listed = async (query: Parameters<typeof listPosts>[2]) =>
    (await listPosts(store, one, query)).map(({ postId }) => postId)
  expect(await listed({ after: 0, limit: 9 })).toEqual([11, 12, 13, 14])
  expect(await listed({ after: 11, limit: 2 })).toEqual([12, 13])
  expect(await listed({ after: 0, limit: 9, state: 'left' })).toEqual([12, 14])
  expect(await countPosts(store, one)).toEqual({ shown: 2, binned: 0, left: 2 })
  expect(await countPosts(store, two)).toEqual({ shown: 0, binned: 1, left: 0 })
})

it('a post is forgotten with its entry, that one alone', async () => {
  await noteAll([post('a', 11), post('a', 13, {}, ACADEMY_ZH), post('b', 12)])
  await note(post('a', 21), two)
  await forgetPost(store, token, one, key('a'))
  expect((await all()).map(({ postId }) => postId)).toEqual([12, 13])
  expect(await all(two)).toHaveLength(1)
})

it('a file is in the library, or is not, for a reason', async () => {
  await keep('k1', file('https://files.example/a.png'))
  await keep('k2', refusedFile('https://files.example/b.png'))
  await keep('k0', refusedFile('https://files.example/a.pdf'))
  await keep(
    'k1',
    file('https://files.example/a.png', { media: { id: 9, address: 'https://blog.example/9.png' } }),
    two,
  )
  expect(await filesOf(store, one, ['k1', 'k2', 'k3'])).toEqual(
    new Map([
      ['k1', file('https://files.example/a.png')],
      ['k2', refusedFile('https://files.example/b.png')],
    ]),
  )
  expect((await filesOf(store, two, ['k1'])).get('k1')?.media?.id).toBe(9)
  const urls = async (limit: number) => (await refusedFiles(store, one, limit)).map(({ url }) => url)
  expect(await urls(9)).toEqual(['https://files.example/a.pdf', 'https://files.example/b.png'])
  expect(await urls(1)).toEqual(['https://files.example/a.pdf'])
  expect(await refusedFiles(store, two, 9)).toEqual([])
  await keep('k2', file('https://files.example/b.png'))
  expect(await urls(9)).toEqual(['https://files.example/a.pdf'])
})

it('nothing is noted of a destination that was removed meanwhile', async () => {
  await removeDestination(store, 'wordpress', one)
  await note(post('a', 11))
  await keep('k1', file('https://files.example/a.png'))
  expect([await all(), await filesOf(store, one, ['k1'])]).toEqual([[], new Map()])
})

it('nothing is noted by who does not lead', async () => {
  await lead(store)
  const writes = [
    note(post('a', 11)),
    keep('k1', file('https://files.example/a.png')),
    forgetPost(store, token, one, key('a')),
  ]
  await Promise.all(writes.map(write => expect(write).rejects.toMatchObject({ code: 'LEASE_LOST' })))
})

const posts = [post('a', 11), post('b', 12, { state: 'left', reason: 'was edited' })]
const looked = async (which: Parameters<typeof lookAgain>[3]) => {
  await noteAll(posts)
  await note(post('a', 21), two)
  await lookAgain(store, one, `wordpress-${one}`, which)
  // Nothing of another destination is touched.
  expect([await all(two), await seq(two)]).toEqual([[post('a', 21)], 9])
  return await all()
}

it('posts that miss a file are looked at again, only where one is missing', async () => {
  await keep('k1', file('https://files.example/a.png'))
  expect([await looked('without-files'), await seq()]).toEqual([posts, 9])
  await keep('k2', refusedFile('https://files.example/b.png'))
  await keep('k2', refusedFile('https://files.example/b.png'), two)
  expect([await looked('without-files'), await seq()]).toEqual([posts, 0])
  expect([...(await filesOf(store, one, ['k1', 'k2'])).keys()]).toEqual(['k1'])
  expect(await refusedFiles(store, two, 9)).toHaveLength(1)
})

it('all are looked at again, and their files looked for', async () => {
  await keep('k1', file('https://files.example/a.png'))
  expect(await looked('all')).toEqual(posts.map(each => ({ ...each, hash: undefined })))
  expect([await seq(), await filesOf(store, one, ['k1'])]).toEqual([0, new Map()])
})

it('all are written over, once', async () => {
  const written = posts.map(each => ({
    ...each,
    state: 'shown',
    reason: undefined,
    hash: undefined,
    overwrite: true,
  }))
  expect([await looked('overwrite'), await seq()]).toEqual([written, 0])
})

it('what somebody changed in an entry’s posts is taken back', async () => {
  await noteAll([...posts, post('c', 13, { state: 'binned' }), post('b', 14, {}, ACADEMY_ZH), post('d', 15)])
  await note(post('b', 21), two)
  const back = (newsIds: string[]) => takeBack(store, one, `wordpress-${one}`, newsIds)
  expect([await back(['c', 'unknown']), await seq()]).toEqual([0, 9])
  expect([await back(['b', 'c']), await seq()]).toEqual([2, 0])
  const taken = { state: 'shown', reason: undefined, hash: undefined, overwrite: true } as const
  expect(await all()).toEqual([
    post('a', 11),
    { ...post('b', 12), ...taken },
    post('c', 13, { state: 'binned' }),
    { ...post('b', 14, {}, ACADEMY_ZH), ...taken },
    post('d', 15),
  ])
  expect([await all(two), await seq(two)]).toEqual([[post('b', 21)], 9])
})
