/** Posts of a WordPress site are kept equal to the news, whatever becomes of the site, the agent or the posts meanwhile. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openFollowerAdmin } from '../../../../sync-agent/index.ts'
import { listNews } from '../../../../sync-agent/store/reading.ts'
import { execute, runsOf } from '../../database.ts'
import { ACADEMY, ACADEMY_ZH } from '../../support.ts'
import type { FakePost, FakeWordPress } from './fake-wordpress.ts'
import { type PostBox, postBox, postNamed, SIGNAL, titled, titles } from './support.ts'

const shown = ({ site }: PostBox<FakeWordPress>) =>
  site.posts
    .filter(({ status }) => status === 'publish')
    .map(({ slug, title }) => `${slug.replace('academy-en-us-', '')} ${title}`)
    .toSorted()
it('an entry is a post with its own time, text, excerpt and address', async () => {
  await using box = await postBox()
  await box.add({
    categories: ['School & News'],
    tags: ['Gala'],
    author: 'School Office',
    fields: { lang: 'en' },
  })
  await box.apply([
    titled('gala-1', 'Gala <b> & \u{1f389} [gallery]', {
      newsContent:
        '<p>Come [embed] all</p><h3>When</h3><ul><li>Monday</li></ul><p style="color: red">Bring a towel</p>',
      newsDateTime: '20260831183000',
    }),
  ])
  await box.work()
  const [post] = box.site.posts
  expect(post).toMatchObject({
    ...{ slug: 'academy-en-us-gala-1', status: 'publish', title: 'Gala &lt;b&gt; &amp; \u{1f389} [gallery]' },
    ...{ date_gmt: '2026-08-31T10:30:00', excerpt: expect.stringContaining('Come [embed] all') },
    fields: { categories: [box.site.terms[0]?.id], tags: [box.site.terms[1]?.id], author: 2, lang: 'en' },
  })
  expect(post?.content).toMatch(
    /^<!-- wp:group \{"className":"(schoolbell-\w+ schoolbell-v\w+)"\} -->\n<div class="wp-block-group \1">/,
  )
  expect(post?.content).toContain(
    '<!-- wp:paragraph -->\n<p>Come &#91;embed] all</p>\n<!-- /wp:paragraph -->',
  )
  expect(post?.content).toContain('<!-- wp:heading {"level":3} -->\n<h3>When</h3>')
  expect(post?.content).toContain('<!-- wp:html -->\n<p style="color:red">')
  expect(box.site.terms.map(({ name }) => name)).toEqual(['School & News', 'Gala'])
})

// Promise: operate/wp-harmless
it('nothing in a text or a picture’s words is a block, a command or an embedded page of WordPress', async () => {
  await using box = await postBox()
  await box.add()
  const words = '<!-- wp:latest-comments /-->[gallery]'
  const alt = words.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const page = 'https://video.example/watch?v=1'
  await box.apply([
    titled('a', `${words} "--> \0\ud800`, {
      newsContent: `<p>${alt}</p><p><img src="${box.service.url}/a.png" alt="${alt}"> <b title="${alt}">x</b></p><p>${page}</p><ul><li>\n${page}\n</li></ul>`,
    }),
  ])
  await box.work()
  const { title, content } = postNamed(box, 'a')
  expect(title).toBe('&lt;!-- wp:latest-comments /--&gt;[gallery] &quot;--&gt; \ufffd\ufffd')
  expect(content).not.toMatch(/\[|<!-- wp:latest/)
  expect(content).not.toMatch(/(>|^)\s*https:/m)
  expect(content).toContain(`<p>${page.replace(':', '&#58;')}</p>`)
  expect(content).toMatch(/<img [^>]*alt="&lt;!-- wp:latest-comments/)
})

it('words of a picture that are longer than an address may be are cut in the library alone', async () => {
  await using box = await postBox()
  await box.add()
  const alt = '泳池'.repeat(2_000)
  await box.apply([
    titled('a', 'First', { newsContent: `<p><img src="${box.service.url}/a.png" alt="${alt}"></p>` }),
  ])
  await box.work()
  expect(box.site.files).toMatchObject([{ alt: alt.slice(0, 500) }])
  expect(postNamed(box, 'a').content).toContain(`alt="${alt}"`)
})

it('pictures and files are in the library, once each, with the words for those who do not see them', async () => {
  await using box = await postBox()
  await box.add()
  const at = (path: string) => `${box.service.url}${path}`
  box.service.others.set('/plan.pdf', Buffer.from('%PDF-1.7 a plan'))
  box.service.others.set('/gone.png', 404)
  const more = {
    newsContent: `<p><img src="${at('/a.png')}" alt="The pool"></p><p><img src="${at('/gone.png')}" alt="Gone"></p>`,
    mobileScreenImageUrl: at('/cover.png'),
    attachments: [
      { fileType: 'application/pdf', fileSize: 15, url: at('/plan.pdf') },
      { fileType: 'image/png', fileSize: 70, url: at('/b.png') },
    ],
  }
  await box.apply([titled('a', 'First', more), titled('b', 'Second', more)])
  await box.work()
  expect(box.site.files.map(({ alt }) => alt).toSorted()).toEqual(['', 'First', 'First', 'The pool'])
  const { content, featured_media } = postNamed(box, 'a')
  const cover = box.site.files.find(({ id }) => id === featured_media)
  expect(cover).toMatchObject({ alt: 'First' })
  expect(content).toMatch(
    /<figure class="wp-block-image size-full"><img src="\S+uploads\/\d+\.png" alt="The pool" class="wp-image-\d+"\/>/,
  )
  expect(content).toContain(`<img src="${at('/gone.png')}" alt="Gone"/>`)
  expect(content).toContain('<!-- wp:gallery {"linkTo":"none"} -->')
  expect(content).toMatch(/<h2>Attachments<\/h2>[\s\S]+uploads\/\d+\.png">plan.pdf<\/a>/)
  const { refused } = await box.admin.show(1)
  expect(refused).toEqual([{ url: at('/gone.png'), reason: expect.stringContaining('answers HTTP 404') }])

  // The file is there by now.
  box.service.others.delete('/gone.png')
  await box.admin.resume(1)
  await box.work()
  expect(postNamed(box, 'a').content).not.toContain('gone.png')
  expect(box.site.files).toHaveLength(5)
})

it('pictures that an entry has besides its text are a gallery, also without a cover', async () => {
  await using box = await postBox()
  await box.add()
  const at = (path: string) => `${box.service.url}${path}`
  const attachments = ['/a.png', '/b.png'].map(path => ({
    ...({ fileType: 'image/png', fileSize: 70, url: at(path) } as const),
  }))
  await box.apply([
    titled('a', 'First', {
      attachments,
      newsContent: `<p>Text</p><p><img src="${at('/b.png')}" alt="B"></p>`,
    }),
  ])
  await box.work()
  const [, gallery = ''] =
    /<!-- wp:gallery[\s\S]+?-->([\s\S]+)<!-- \/wp:gallery -->/.exec(postNamed(box, 'a').content) ?? []
  expect(gallery.match(/<img /g)).toHaveLength(1)
})

it('a picture that cannot be had for now holds no post back, and comes later', async () => {
  await using box = await postBox()
  await box.add()
  box.service.others.set('/a.png', 503)
  const newsContent = `<p><img src="${box.service.url}/a.png" alt="A"></p>`
  await box.apply([titled('a', 'First', { newsContent }), titled('b', 'Second')])
  await box.work()
  expect(shown(box)).toEqual(['a First', 'b Second'])
  expect((await box.admin.show(1)).follower).toMatchObject({ aside: 1 })
  box.service.others.delete('/a.png')
  await box.live(1)
  expect(postNamed(box, 'a').content).toContain('wp-image-')
  expect((await box.admin.show(1)).follower).toMatchObject({ aside: 0 })
})

it('an entry that is deleted goes into the bin, and leaves it when it comes back', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First'), titled('b', 'Second')])
  await box.work()
  await box.apply([], ['a'])
  await box.work()
  expect(postNamed(box, 'a').status).toBe('trash')
  await box.apply([titled('a', 'Again')])
  await box.work()
  expect(shown(box)).toEqual(['a Again', 'b Second'])
  expect(box.site.posts).toHaveLength(2)
})

it('a site without a bin hides what is deleted, and shows it again', async () => {
  await using box = await postBox()
  box.site.hasBin = false
  await box.add()
  await box.apply([titled('a', 'First')])
  await box.work()
  await box.apply([], ['a'])
  await box.work()
  expect(postNamed(box, 'a').status).toBe('draft')
  await box.apply([titled('a', 'Again')])
  await box.work()
  expect(shown(box)).toEqual(['a Again'])
})

const EDITORS: Record<string, [(post: FakePost, site: FakeWordPress) => void, reason: RegExp]> = {
  'edits the text': [
    post => void Object.assign(post, { content: post.content.replace('Body', 'My body') }),
    /edited/,
  ],
  'makes a word bold': [
    post => void Object.assign(post, { content: post.content.replace('of', '<b>of</b>') }),
    /edited/,
  ],
  'gives a paragraph a size': [
    post => void Object.assign(post, { content: post.content.replace('<p>', '<p style="font-size:2em">') }),
    /edited/,
  ],
  'edits the title': [post => void Object.assign(post, { title: 'My title' }), /edited/],
  'edits the excerpt': [post => void Object.assign(post, { excerpt: 'My words' }), /edited/],
  'sets another picture': [post => void Object.assign(post, { featured_media: 77 }), /edited/],
  'moves it': [post => void Object.assign(post, { slug: 'my-address' }), /moved/],
  'unpublishes it': [post => void Object.assign(post, { status: 'draft' }), /unpublished/],
  'puts it into the bin': [
    post => void Object.assign(post, { status: 'trash', slug: `${post.slug}__trashed` }),
    /bin/,
  ],
  'deletes it for good': [(post, site) => void site.posts.splice(site.posts.indexOf(post), 1), /deleted/],
}

// Promise: operate/wp-editors
it.for(Object.entries(EDITORS))(
  'an editor who %s is right, until an operator takes it back',
  async ([, [edit, reason]]) => {
    await using box = await postBox()
    await box.add()
    await box.apply([titled('a', 'First'), titled('b', 'Second')])
    await box.work()
    edit(postNamed(box, 'a'), box.site)
    const edited = structuredClone(box.site.posts)
    expect(await box.admin.dryRun(1, 'Asia/Hong_Kong', SIGNAL)).toMatchObject({
      leave: [{ newsId: 'a', reason: expect.stringMatching(reason) }],
    })
    await box.apply([titled('a', 'Changed')])
    await box.work()
    await box.apply([], ['a'])
    await box.work()
    await box.apply([titled('a', 'Changed again')])
    await box.work()
    expect(box.site.posts).toEqual(edited)
    expect((await box.admin.show(1)).left).toMatchObject([
      { newsId: 'a', reason: expect.stringMatching(reason) },
    ])
    expect(await box.admin.takeBack(1, ['a'])).toBe(1)
    await box.work()
    expect(titles(box)).toEqual(['Changed again', 'Second'])
    // And from then on it follows.
    await box.apply([titled('a', 'Once more')])
    await box.work()
    expect(titles(box)).toEqual(['Once more', 'Second'])
    expect(box.site.posts).toHaveLength(2)
  },
)

it('what only a dry run has found can be taken back', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First')])
  await box.work()
  Object.assign(postNamed(box, 'a'), { title: 'Mine' })
  await box.admin.dryRun(1, 'Asia/Hong_Kong', SIGNAL)
  expect(await box.admin.takeBack(1, ['a'])).toBe(1)
  await box.work()
  expect(titles(box)).toEqual(['First'])
})

it('what editors may set stays: time of a scheduled post, private, sticky, category', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First'), titled('b', 'Second')])
  await box.work()
  Object.assign(postNamed(box, 'a'), { status: 'private', fields: { sticky: true, categories: [5] } })
  Object.assign(postNamed(box, 'b'), { status: 'future', date_gmt: '2030-01-01T00:00:00' })
  await box.apply([titled('a', 'A'), titled('b', 'B', { newsDateTime: '20260902083000' })])
  await box.work()
  expect(postNamed(box, 'a')).toMatchObject({
    ...{ title: 'A', status: 'private', fields: { sticky: true, categories: [5] } },
  })
  expect(postNamed(box, 'b')).toMatchObject({ title: 'B', status: 'future', date_gmt: '2030-01-01T00:00:00' })
})

it('a text that WordPress writes in another way is no edit', async () => {
  await using box = await postBox()
  box.site.stored = html => html.replaceAll('&amp;', '&#038;').replaceAll(' style="color:red"', '')
  await box.add()
  await box.apply([titled('a', 'Fish & chips', { newsContent: '<p style="color: red">Q & A</p>' })])
  await box.work()
  await box.apply([titled('a', 'Fish & rice')])
  await box.work()
  expect(shown(box)).toEqual(['a Fish &#038; rice'])
})

it('a time to come by the site’s clock does not schedule a post', async () => {
  await using box = await postBox()
  box.site.skewMs = -30 * 86_400_000
  await box.add()
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
  await box.apply([titled('a', 'First', { newsDate: day, newsDateTime: `${day}120000` })])
  await box.work()
  expect(shown(box)).toEqual(['a First'])
})

it('entries before a day are left out, and a page or draft is one', async () => {
  await using box = await postBox()
  await box.add({ type: 'page', status: 'draft', since: '2026-09-01' })
  await box.apply([titled('a', 'Old', { newsDate: '20260831' }), titled('b', 'New')])
  await box.work()
  expect(box.site.posts).toMatchObject([{ type: 'page', status: 'draft', title: 'New' }])
  // It stays the entry's, with an older day too.
  await box.apply([titled('b', 'New, of an older day', { newsDate: '20260830' })])
  await box.work()
  expect(box.site.posts).toMatchObject([{ title: 'New, of an older day' }])
  // An editor publishes it.
  postNamed(box, 'b').status = 'publish'
  await box.apply([titled('b', 'Newer')])
  await box.work()
  expect(box.site.posts).toMatchObject([{ status: 'publish', title: 'Newer' }])
})

it('a store that is lost finds its posts again', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First'), titled('b', 'Second'), titled('c', 'Third')])
  await box.work()
  postNamed(box, 'b').content += 'My words'
  postNamed(box, 'c').slug = 'third'
  await execute(box.db, 'DELETE FROM wordpress_post')
  await using followers = await openFollowerAdmin(box.db, box.clock)
  await followers.rewind('wordpress-1', undefined)
  await box.apply([titled('a', 'A'), titled('b', 'B')])
  await box.work()
  expect(box.site.posts.map(({ title }) => title)).toEqual(['A', 'Second', 'Third'])
})

it('a database of WordPress that is restored gets what it misses by copy, also where its numbers are other posts by now', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First')])
  await box.work()
  const state = box.site.clone()
  await box.apply([titled('a', 'Newer'), titled('b', 'Second')])
  await box.work()
  const { id } = postNamed(box, 'b')
  box.site.restore(state)
  box.site.posts.push({ ...postNamed(box, 'a'), id, slug: 'own', title: 'Own', content: 'An editor’s' })
  await box.admin.copy(1, false)
  await box.work()
  expect(box.site.posts.map(({ title }) => title).toSorted()).toEqual(['Newer', 'Own', 'Second'])
})

it('a post whose address WordPress had to change is not taken for that of another entry', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('b', 'Taken')])
  await box.work()
  Object.assign(postNamed(box, 'b'), { slug: 'academy-en-us-a', content: 'An editor’s own' })
  await box.apply([titled('a', 'First')])
  await box.apply([titled('c', 'Third')])
  await box.work()
  // So it does where the address is that of an attachment.
  const third = box.site.posts.find(({ title }) => title === 'Third')
  Object.assign(third ?? {}, { slug: 'academy-en-us-a-2' })
  await box.apply([titled('a-2', 'Second')])
  await box.work()
  expect(titles(box)).toEqual(['Second', 'Taken', 'Third'])
})

it('a copy that an editor makes of a post is the editor’s, also when the store is lost', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First')])
  await box.work()
  const post = postNamed(box, 'a')
  box.site.posts.unshift({ ...post, id: 9999, slug: 'academy-en-us-a-2' })
  post.slug = 'academy-en-us-a-3'
  await execute(box.db, 'DELETE FROM wordpress_post')
  await box.apply([titled('a', 'Changed'), titled('a-2', 'Second')])
  await box.work()
  expect(box.site.posts.map(({ id, title }) => [id === 9999, title])).toEqual([
    [true, 'First'],
    [false, 'Changed'],
    [false, 'Second'],
  ])
})

it('a database of WordPress that is restored loses by copy what was deleted since, and has the right pictures', async () => {
  await using box = await postBox()
  await box.add()
  const cover = (name: string) => ({ mobileScreenImageUrl: `${box.service.url}/${name}.png` })
  await box.apply([titled('a', 'First')])
  await box.work()
  const state = box.site.clone()
  await box.apply([titled('b', 'Second', cover('b'))], ['a'])
  await box.work()
  box.site.restore(state)
  // Its number is that of another picture by now.
  await box.apply([titled('c', 'Third', cover('c'))])
  await box.work()
  await box.admin.copy(1, false)
  await box.work()
  expect(titles(box)).toEqual(['Second', 'Third'])
  for (const newsId of ['b', 'c']) {
    const { title, featured_media } = postNamed(box, newsId)
    expect(box.site.files.find(({ id }) => id === featured_media)?.alt).toBe(title)
  }
  expect((await box.admin.show(1)).left).toEqual([])
})

it('a site that has moved is added again with its new address, and its posts follow', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First', { mobileScreenImageUrl: `${box.service.url}/a.png` })])
  const newsContent = `<p>Text</p><p><img src="${box.service.url}/b.png" alt="B"></p>`
  await box.apply([titled('b', 'Second', { newsContent })])
  await box.work()
  await box.admin.remove(1, false, SIGNAL)
  for (const post of box.site.posts)
    post.content = post.content.replaceAll(`${box.site.url}wp-content`, 'https://old.example/wp-content')
  await box.add()
  await box.apply([titled('b', 'Changed', { newsContent })])
  await box.work()
  expect(box.site.posts.map(({ title }) => title)).toEqual(['First', 'Changed'])
  expect(postNamed(box, 'b').content).not.toContain('old.example')
  expect(box.site.files).toHaveLength(2)
})

it('a post that lists of the site lack is not taken for deleted', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First')])
  await box.work()
  box.site.hides = () => true
  await box.apply([titled('a', 'Changed')])
  await box.work()
  await box.admin.copy(1, false)
  await box.work()
  expect(box.site.posts.map(({ title }) => title)).toEqual(['Changed'])
})

it('a post that still misses a file is not written again and again', async () => {
  await using box = await postBox()
  await box.add()
  box.service.others.set('/a.png', 503)
  const newsContent = `<p><img src="${box.service.url}/a.png" alt="A"></p>`
  await box.apply([titled('a', 'First', { newsContent })])
  await box.live(24)
  const writes = box.site.requests.filter(request => request.startsWith('POST /wp/v2/posts'))
  expect(writes).toHaveLength(1)
  expect(box.service.asked.length).toBeGreaterThan(20)
})

it('what somebody edits while files of a post are uploaded is left alone', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First')])
  await box.work()
  box.site.fault = (method, path) => {
    if (method === 'POST' && path.endsWith('/media')) postNamed(box, 'a').title = 'Mine'
    return undefined
  }
  const newsContent = `<p><img src="${box.service.url}/a.png" alt="A"></p>`
  await box.apply([titled('a', 'Changed', { newsContent })])
  await box.work()
  expect(titles(box)).toEqual(['Mine'])
  expect((await box.admin.show(1)).left).toMatchObject([{ newsId: 'a' }])
})

it('with its posts a site loses those that nobody changed', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First'), titled('b', 'Second')])
  await box.work()
  postNamed(box, 'b').title = 'Mine'
  expect(await box.admin.remove(1, true, SIGNAL)).toBe(1)
  expect(box.site.posts.map(({ status }) => status)).toEqual(['trash', 'publish'])
  expect(await box.admin.list()).toEqual([])
})

it('a post that WordPress does not bin keeps none of the others, and is named', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First'), titled('b', 'Second')])
  await box.work()
  const kept = postNamed(box, 'a').id
  const body = JSON.stringify({ code: 'rest_cannot_delete', message: 'Sorry.', data: { status: 403 } })
  box.site.fault = (method, path) =>
    method === 'DELETE' && path.endsWith(`/${kept}`) ? { status: 403, body } : undefined
  const named = `post=${kept}&action=edit (the user’s role may not do this`
  await expect(box.admin.remove(1, true, SIGNAL)).rejects.toThrow(named)
  expect(box.site.posts.map(({ status }) => status)).toEqual(['publish', 'trash'])
  box.site.fault = () => undefined
  expect(await box.admin.remove(1, true, SIGNAL)).toBe(1)
})

it('an unchanged entry asks nothing of the site', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First')])
  await box.work()
  const { length } = box.site.requests
  await using followers = await openFollowerAdmin(box.db, box.clock)
  await followers.rewind('wordpress-1', undefined)
  await box.work()
  expect(box.site.requests).toHaveLength(length)
})

it('a pause in the middle of a batch is no failure, and resume goes on', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First'), titled('b', 'Second')])
  box.site.fault = async method => {
    if (method === 'POST') await box.admin.pause(1)
    return undefined
  }
  await box.work()
  expect(shown(box)).toEqual(['a First'])
  expect(await box.admin.show(1)).toMatchObject({
    state: 'paused',
    follower: { failuresInARow: 0, behind: 2 },
  })
  box.site.fault = () => undefined
  await box.admin.resume(1)
  await box.work()
  expect(shown(box)).toEqual(['a First', 'b Second'])
})

it('an agent that another one has replaced writes nothing more', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First')])
  await box.work()
  await box.lead()
  await box.apply([titled('a', 'Newer'), titled('b', 'B')])
  await box.work()
  expect(shown(box)).toEqual(['a First'])
})

it('two sites or languages do not share posts, and the same entries are brought once', async () => {
  await using box = await postBox()
  await box.add({ langs: ['en-US'] })
  await box.add({ langs: ['zh-HK'], fields: { lang: 'zh' } })
  await expect(box.add()).rejects.toThrow(/^wordpress-1 brings these entries to this site already/)
  await box.apply([titled('a', 'First')])
  await box.apply([titled('a', '消息')], [], ACADEMY_ZH)
  await box.work()
  expect(box.site.posts.map(({ title, fields }) => [title, fields.lang]).toSorted()).toEqual([
    ['First', undefined],
    ['消息', 'zh'],
  ])
})

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ put: fc.constantFrom('a', 'b', 'c', 'D'), title: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ remove: fc.constantFrom('a', 'b', 'c', 'D') }) },
  {
    weight: 3,
    arbitrary: fc.record({ fault: fc.constantFrom('none', 'away', 'lost', 'sometimes', 'refuses') }),
  },
  { weight: 4, arbitrary: fc.record({ hours: fc.double({ min: 0.001, max: 30, noNaN: true }) }) },
  { weight: 2, arbitrary: fc.record({ rewind: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ forget: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ restore: fc.boolean() }) },
)

const FAULTS: Record<string, FakeWordPress['fault']> = {
  none: () => undefined,
  away: () => ({ status: 503, body: '<h1>Service Unavailable</h1>' }),
  lost: method => (method === 'GET' ? undefined : 'lost'),
  sometimes: (_method, _path, number) => (number % 3 === 0 ? 'lost' : undefined),
  refuses: method =>
    method === 'GET'
      ? undefined
      : { status: 400, body: '{"code":"rest_invalid_param","message":"No.","data":{"status":400}}' },
}

// Promise: operate/wp-once
it('in the end the posts are the entries, one each, after any order of changes, faults, losses and restores', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async steps => {
      await using box = await postBox()
      await using followers = await openFollowerAdmin(box.db, box.clock)
      await box.add()
      let saved = box.site.clone()
      for (const each of steps) {
        if ('put' in each) await box.apply([titled(each.put, `${each.title}`)])
        else if ('remove' in each) await box.apply([], [each.remove])
        else if ('fault' in each) box.site.fault = FAULTS[each.fault] ?? (() => undefined)
        else if ('hours' in each) await box.live(each.hours)
        else if ('rewind' in each) await followers.rewind('wordpress-1', each.rewind ? undefined : 0)
        else if ('forget' in each) {
          // What is deleted is not told again by a store that begins anew.
          if (box.site.posts.every(({ status }) => status !== 'trash'))
            await execute(box.db, 'DELETE FROM wordpress_post')
        } else if (each.restore) {
          box.site.restore(saved)
          await box.admin.copy(1, false)
        } else saved = box.site.clone()
      }
      box.site.fault = () => undefined
      await box.live(24 * 4)
      await box.admin.copy(1, false)
      await box.live(24 * 4)
      expect(await box.admin.show(1)).toMatchObject({ left: [], follower: { behind: 0, aside: 0 } })
      const { entries } = await listNews(box.store, { ...ACADEMY, limit: 99 })
      expect(titles(box)).toEqual(entries.map(({ title }) => title).toSorted())
    }),
    { numRuns: runsOf(15) },
  )
})
