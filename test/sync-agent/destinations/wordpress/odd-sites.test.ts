/** What a site does that nobody expects holds back as little as it can, and is told in its own words. */
import { chmodSync } from 'node:fs'
import { expect, it } from 'vitest'
import { postBox, postNamed, titled, titles } from './support.ts'

const refusal = (status: number, code: string, message: string) => ({
  status,
  body: JSON.stringify({ code, message, data: { status } }),
})

it('a role that is lowered is told, and everything comes when it is raised', async () => {
  await using box = await postBox()
  await box.add()
  box.site.fault = (_method, path) =>
    path === '/wp/v2/posts'
      ? refusal(403, 'rest_forbidden_context', 'Sorry, you are not allowed to edit posts in this post type.')
      : undefined
  await box.apply([titled('a', 'First'), titled('b', 'Second')])
  await box.live(1)
  expect((await box.admin.show(1)).follower).toMatchObject({
    aside: 2,
    lastFailure: { message: expect.stringMatching(/^the user’s role may not do this; make it an Editor/) },
  })
  box.site.fault = () => undefined
  await box.live(24)
  expect(titles(box)).toEqual(['First', 'Second'])
})

it.for([
  ['breaks on', refusal(500, 'internal_server_error', 'There has been a critical error on this website.')],
  ['has another form for', { status: 200, body: '[{"id":1}]' }],
  ['lists behind a firewall', { status: 403, body: '<h1>Forbidden</h1>' }],
] as const)('a post that the site %s holds no other back', async ([, fault]) => {
  await using box = await postBox()
  await box.add()
  box.site.fault = (_method, _path, _number, query) => (`${query}`.includes('-odd') ? fault : undefined)
  await box.apply([titled('odd', 'Odd'), ...[1, 2, 3].map(one => titled(`n${one}`, `News ${one}`))])
  await box.live(1)
  expect(titles(box)).toEqual(['News 1', 'News 2', 'News 3'])
  expect((await box.admin.show(1)).follower).toMatchObject({ behind: 0, aside: 1 })
})

it('a mark of byte order before all answers of a site is not read', async () => {
  await using box = await postBox()
  box.site.before = '\ufeff\n'
  await box.add()
  await box.apply([titled('a', 'First')])
  await box.work()
  expect(titles(box)).toEqual(['First'])
})

it('an author who is no user any more is told with the remedy', async () => {
  await using box = await postBox()
  await box.add({ author: 'office' })
  box.site.fault = method =>
    method === 'POST' ? refusal(400, 'rest_invalid_author', 'Invalid author ID.') : undefined
  await box.apply([titled('a', 'First')])
  await box.work()
  const { lastFailure } = (await box.admin.show(1)).follower
  expect(lastFailure?.message).toMatch(/^the author of --author is no user .* add it again with another/)
})

it('a file with the password that every user of the machine can read is refused, until it is closed', async () => {
  await using box = await postBox()
  await box.add()
  chmodSync(box.passwordFile, 0o604)
  const refused =
    /the application password, cannot be used: every user of this machine can read it; run chmod o= on it$/
  await expect(box.add({ type: 'page' })).rejects.toThrow(refused)
  await box.apply([titled('a', 'First')])
  await box.work()
  expect((await box.admin.show(1)).follower.lastFailure?.message).toMatch(refused)
  chmodSync(box.passwordFile, 0o600)
  await box.live(1)
  expect(titles(box)).toEqual(['First'])
})

it('a site that writes a revision in place of the post is told, and the post is not lost from sight', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First')])
  await box.work()
  const post = postNamed(box, 'a')
  const { id, status, slug, date_gmt } = post
  const fields = { id: id + 1000, status, slug, date_gmt, link: '', title: { raw: '' }, content: { raw: '' } }
  box.site.fault = (method, path) =>
    method === 'POST' && path.endsWith(`/${id}`) ? { status: 200, body: JSON.stringify(fields) } : undefined
  await box.apply([titled('a', 'Changed')])
  await box.work()
  expect((await box.admin.show(1)).follower).toMatchObject({
    ...{ aside: 1, lastFailure: { message: expect.stringMatching(/^the site wrote into another post/) } },
  })
  box.site.fault = () => undefined
  await box.live(1)
  expect(titles(box)).toEqual(['Changed'])
})

it('entries that were deleted before are not searched for one by one', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply(
    [],
    Array.from({ length: 100 }, (_, index) => `n${index}`),
  )
  await box.work()
  expect(box.site.posts).toEqual([])
  expect(box.site.requests.length).toBeLessThan(25)
})
