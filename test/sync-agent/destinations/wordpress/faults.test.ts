/** What goes wrong between an agent and a WordPress site in the field is said in one sentence with its remedy, and nothing is lost or made twice. */
import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ingested } from '../../support.ts'
import type { FakeWordPress, Fault } from './fake-wordpress.ts'
import { type PostBox, postBox } from './support.ts'

const html = (status: number, body: string, headers = {}): Fault => ({ status, body, headers })
const json = (status: number, code: string, message: string): Fault => ({
  ...{ status, headers: { 'content-type': 'application/json' } },
  body: JSON.stringify({ code, message, data: { status } }),
})
const titled = (newsId: string, newsTitle: string, more = {}) => ingested(newsId, { newsTitle, ...more })
const titles = ({ site }: PostBox<FakeWordPress>) => site.posts.map(({ title }) => title)

const FIELD: [name: string, fault: Fault, message: RegExp][] = [
  [
    'without the header Authorization',
    json(401, 'rest_not_logged_in', 'You are not currently logged in.'),
    /does not take this user with this password.*CGIPassAuth On/,
  ],
  [
    'with application passwords off for the user',
    json(401, 'application_passwords_disabled_for_user', 'Not available.'),
    /has application passwords switched off.*allow them there/,
  ],
  [
    'whose plugin closes the interface',
    json(401, 'rest_cannot_access', 'Only for members.'),
    /has its REST interface switched off for this user, by a plugin; allow it there \(Only for members\.\)/,
  ],
  ['behind a challenge', html(403, '<title>Just a moment...</title>'), /asks whether a person is there/],
  ['behind a firewall', html(403, '<h1>Forbidden</h1>'), /is closed by a firewall.*"Forbidden"/],
  [
    'behind a password of its web server',
    html(401, '<h1>Unauthorized</h1>'),
    /a password of its web server’s own/,
  ],
  ['without the interface', html(404, '<h1>Not Found</h1>'), /has no REST interface at this address/],
  ['in maintenance', html(503, 'Briefly unavailable for scheduled maintenance.'), /is in maintenance mode/],
  [
    'whose gateway has no time',
    html(504, '<h1>Gateway Timeout</h1>'),
    /answers HTTP 504 \("Gateway Timeout"\)/,
  ],
  [
    'with messages of PHP before its answers',
    html(200, '<br />\n<b>Notice</b>: Undefined index in theme.php\n{"id":1}'),
    /prints messages of PHP before its answers \("Notice: Undefined index in theme\.php.*WP_DEBUG_DISPLAY/,
  ],
  [
    'that has broken off',
    html(500, '<p>There has been a critical error on this website.</p>'),
    /has broken off.*look into its error log/,
  ],
  ['that is another one', html(200, '<title>Parked</title>'), /something other than JSON \("Parked"\)/],
  [
    'that has moved',
    html(301, '', { location: 'https://www.site.example/wp-json/' }),
    /redirect to https:\/\/www\.site\.example; .*add it with the address that the site has now/,
  ],
]

it.for(FIELD)('a site %s is named, and gets everything when that is over', async ([, fault, message]) => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First'), titled('b', 'Second')])
  box.site.fault = () => fault
  await expect(box.add({ type: 'page' })).rejects.toThrow(message)
  await box.work()
  const { follower } = await box.admin.show(1)
  expect(follower.lastFailure?.message).toMatch(message)
  expect(follower.lastFailure?.message).not.toContain('abcd')
  expect(follower).toMatchObject({ behind: 2, aside: 0 })
  box.site.fault = () => undefined
  await box.live(1)
  expect(titles(box)).toEqual(['First', 'Second'])
})

it('a pause that the site asks for is kept', async () => {
  await using box = await postBox()
  await box.add()
  await box.apply([titled('a', 'First')])
  box.site.fault = () => html(429, '', { 'retry-after': '7200' })
  await box.work()
  box.site.fault = () => undefined
  await box.live(1.9)
  expect(titles(box)).toEqual([])
  await box.live(0.2)
  expect(titles(box)).toEqual(['First'])
})

it('a password that is revoked stops the writing, and a new one in its file counts at once', async () => {
  await using box = await postBox()
  await box.add()
  box.site.password = 'ijkl mnop'
  await box.apply([titled('a', 'First')])
  await box.work()
  expect((await box.admin.show(1)).follower.lastFailure?.message).toMatch(
    /does not take this user with this password/,
  )
  writeFileSync(box.passwordFile, box.site.password)
  await box.admin.resume(1)
  await box.work()
  expect(titles(box)).toEqual(['First'])
})

it('a post that the site refuses is put aside with its words, and the others are written', async () => {
  await using box = await postBox()
  await box.add()
  let writes = 0
  box.site.fault = method => {
    writes += Number(method === 'POST')
    return method === 'POST' && writes === 1 ? json(403, 'rest_cannot_create', 'Sorry.') : undefined
  }
  await box.apply([titled('a', 'First'), titled('b', 'Second')])
  await box.work()
  expect(titles(box)).toEqual(['Second'])
  expect((await box.admin.show(1)).follower).toMatchObject({
    aside: 1,
    lastFailure: { message: expect.stringMatching(/role may not do this; make it an Editor.*Sorry\./) },
  })
  await box.live(1)
  expect(titles(box)).toEqual(['Second', 'First'])
})

it('an answer that is lost makes nothing twice, post or picture', async () => {
  await using box = await postBox()
  await box.add()
  box.site.fault = method => (method === 'POST' ? 'lost' : undefined)
  const newsContent = `<p><img src="${box.service.url}/a.png" alt="A"></p>`
  await box.apply([titled('a', 'First', { newsContent })])
  await box.work()
  box.site.fault = () => undefined
  await box.live(1)
  expect(titles(box)).toEqual(['First'])
  expect(box.site.files).toHaveLength(1)
  expect((await box.admin.show(1)).left).toEqual([])
})

it.for([
  [
    'too large',
    html(413, '<h1>Request Entity Too Large</h1>'),
    /takes no file of \d+ bytes; raise upload_max_filesize/,
  ],
  [
    'of a type that is not allowed',
    json(500, 'rest_upload_sideload_error', 'Sorry, you are not allowed to upload this file type.'),
    /does not take this type of file; allow it there/,
  ],
] as const)(
  'a file %s leaves its post with the original address, and says why',
  async ([, fault, reason]) => {
    await using box = await postBox()
    await box.add()
    box.site.fault = (method, path) => (method === 'POST' && path.endsWith('/media') ? fault : undefined)
    const address = `${box.service.url}/a.png`
    await box.apply([titled('a', 'First', { newsContent: `<p><img src="${address}" alt="A"></p>` })])
    await box.work()
    expect(box.site.posts[0]?.content).toContain(`src="${address}"`)
    expect(await box.admin.show(1)).toMatchObject({
      follower: { aside: 0 },
      refused: [{ url: address, reason: expect.stringMatching(reason) }],
    })
  },
)

it('pretty permalinks that are switched off make no difference', async () => {
  await using box = await postBox()
  await box.add()
  box.site.hasPermalinks = false
  await box.apply([titled('a', 'First')])
  await box.work()
  expect(titles(box)).toEqual(['First'])
})

it.for([
  ['http://site.example', /is not https: the password would be read on the way/],
  ['https://editor:secret@site.example', /must not hold a user or a password/],
  ['https://site.example/?p=1', /leave out what follows/],
  ['site.example', /is not the address of a site/],
  ['wrong/path', /is not the site’s own address, which is http:\S+; add that one/],
] as const)('the address %s is refused', async ([address, message]) => {
  await using box = await postBox()
  await expect(
    box.add({ address: address.startsWith('wrong') ? box.site.url + address : address }),
  ).rejects.toThrow(message)
})

it.for([
  [{ type: 'event' }, /the site has no type "event"/],
  [{ type: 'page', categories: ['News'] }, /have no categories/],
  [{ author: 'nobody' }, /the site has no user "nobody"/],
  [{ mediaHosts: ['https://x/'] }, /is not a host/],
] as const)('settings that the site does not have are refused: %o', async ([settings, message]) => {
  await using box = await postBox()
  await expect(box.add(settings as Parameters<typeof box.add>[0])).rejects.toThrow(message)
})

it.for([
  ['publish_posts', /may not publish posts; give it the role of an Editor/],
  ['upload_files', /may not upload files/],
  ['edit_others_posts', /may not set authors/],
] as const)('a user without %s is told so before anything is written', async ([capability, message]) => {
  await using box = await postBox()
  box.site.capabilities[capability] = false
  await expect(box.add({ author: 'office' })).rejects.toThrow(message)
})
