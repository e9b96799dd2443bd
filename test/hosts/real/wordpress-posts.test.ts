/** Posts of a real WordPress are kept equal to the news, without a plugin: what the fake one of the other tests promises holds there. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { launchBrowser } from '../../support/browser.ts'
import { postBoxAt, SIGNAL } from '../../sync-agent/destinations/wordpress/support.ts'
import { ACADEMY_ZH, ingested } from '../../sync-agent/support.ts'
import { openAdministration } from './administration.ts'
import { type EditedWordPress, siteOf, startEditedWordPress } from './edited-wordpress.ts'

let wordpress: EditedWordPress
beforeAll(async () => {
  wordpress = await startEditedWordPress()
}, 120_000)
afterAll(() => wordpress?.[Symbol.asyncDispose]())
beforeEach(() => wordpress.clear())

const box = () => postBoxAt(async () => siteOf(wordpress))
const posts = (where?: string) => wordpress.posts(where)
const mustUse = (php: string) => wordpress.mustUse(php)
const shown = async () =>
  (await posts()).filter(({ post_status }) => post_status === 'publish').map(({ post_title }) => post_title)
const titled = (newsId: string, newsTitle: string, more = {}) => ingested(newsId, { newsTitle, ...more })
const idOf = async (newsId: string) =>
  (await posts()).find(({ post_name }) => post_name.startsWith(`academy-en-us-${newsId}`))?.ID

it('an entry is a post in the site’s zone, with a picture, category, tag and author', async () => {
  await using at = await box()
  const added = await at.add({ categories: ['School & News'], tags: ['Gala'], author: 'office' })
  expect(added).toMatchObject({ restBase: 'posts', state: 'active' })
  await at.apply([
    titled('gala', 'Gala <b> & \u{1f389}', {
      newsContent: `<h2>When</h2><p>Come [gallery] all</p><p style="text-align:center">Centre &amp; bold</p><ol><li>One</li></ol><p><img src="${at.service.url}/a.png" alt="The pool"></p><table><tbody><tr><td>1</td></tr></tbody></table>`,
      newsDateTime: '20260831183000',
      mobileScreenImageUrl: `${at.service.url}/cover.png`,
      attachments: [{ fileType: 'image/png', fileSize: 70, url: `${at.service.url}/b.png` }],
    }),
  ])
  await at.work()
  expect((await at.admin.show(1)).follower).toMatchObject({ behind: 0, aside: 0 })
  expect(await posts()).toMatchObject([
    {
      ...{ post_status: 'publish', post_name: 'academy-en-us-gala' },
      post_title: 'Gala &lt;b&gt; &amp; \u{1f389}',
      ...{ post_date_gmt: '2026-08-31 10:30:00', post_date: '2026-08-31 11:30:00' },
    },
  ])
  const facts = JSON.parse(
    await wordpress.run(`$post = get_posts()[0]; echo json_encode(array(
      wp_get_post_categories($post->ID, array('fields' => 'names')), wp_get_post_tags($post->ID, array('fields' => 'names')),
      get_the_author_meta('user_login', $post->post_author), get_post_meta(get_post_thumbnail_id($post), '_wp_attachment_image_alt', true)));`),
  )
  expect(facts).toEqual([['School &amp; News'], ['Gala'], 'office', 'Gala & \u{1f389}'])
  const page = await (await fetch(`${wordpress.url}/?name=academy-en-us-gala`)).text()
  expect(page).toMatch(/Come &#0?91;gallery\] all/)
  expect(page).toContain('alt="The pool"')
  // Each file once, also for another entry.
  await at.apply([titled('other', 'Other', { mobileScreenImageUrl: `${at.service.url}/cover.png` })])
  await at.work()
  expect(await posts("post_type = 'attachment'")).toHaveLength(3)
})

it('an edit of its entry changes it, a deletion bins it, and it comes back with its address', async () => {
  await using at = await box()
  await at.add()
  await at.apply([titled('a', 'First'), titled('b', 'Second')])
  await at.work()
  await at.apply([titled('a', 'Newer')], ['b'])
  await at.work()
  expect(await shown()).toEqual(['Newer'])
  await at.apply([titled('b', 'Back')])
  await at.work()
  expect((await posts()).map(({ post_name }) => post_name)).toEqual(['academy-en-us-a', 'academy-en-us-b'])
  expect(await shown()).toEqual(['Newer', 'Back'])
})

const EDITORS: Record<string, string> = {
  edited: "wp_update_post(array('ID' => $id, 'post_content' => '<p>Mine</p>'));",
  moved: "wp_update_post(array('ID' => $id, 'post_name' => 'mine'));",
  unpublished: "wp_update_post(array('ID' => $id, 'post_status' => 'draft'));",
  bin: 'wp_trash_post($id);',
  deleted: 'wp_delete_post($id, true);',
}

// Promise: operate/wp-editors
it.for(Object.entries(EDITORS))('a post that somebody has %s stays as it is', async ([word, code]) => {
  await using at = await box()
  await at.add()
  await at.apply([titled('a', 'First'), titled('b', 'Second')])
  await at.work()
  await wordpress.run(`$id = ${await idOf('a')}; ${code}`)
  const before = await posts()
  await at.apply([titled('a', 'Changed')])
  await at.work()
  await at.apply([], ['a'])
  await at.work()
  expect(await posts()).toEqual(before)
  expect((await at.admin.show(1)).left).toMatchObject([
    { newsId: 'a', reason: expect.stringContaining(word) },
  ])
  await at.apply([titled('a', 'Again')])
  await at.admin.takeBack(1, ['a'])
  await at.work()
  expect((await shown()).toSorted()).toEqual(['Again', 'Second'])
})

it('sticky, private, password and comments are the editor’s', async () => {
  await using at = await box()
  await at.add()
  await at.apply([titled('a', 'First'), titled('b', 'Second')])
  await at.work()
  await wordpress.run(`stick_post(${await idOf('a')});
    wp_update_post(array('ID' => ${await idOf('a')}, 'post_password' => 'secret', 'comment_status' => 'closed'));
    wp_update_post(array('ID' => ${await idOf('b')}, 'post_status' => 'private'));`)
  await at.apply([titled('a', 'A'), titled('b', 'B')])
  await at.work()
  expect(
    JSON.parse(
      await wordpress.run(`$a = get_post(${await idOf('a')}); $b = get_post(${await idOf('b')});
        echo json_encode(array($a->post_title, is_sticky($a->ID), $a->post_password, $a->comment_status, $b->post_title, $b->post_status));`),
    ),
  ).toEqual(['A', true, 'secret', 'closed', 'B', 'private'])
})

it('pretty permalinks make no difference, nor does a page of another language', async () => {
  await using at = await box()
  await wordpress.run("update_option('permalink_structure', '/%postname%/'); flush_rewrite_rules();")
  await at.add({ type: 'page', status: 'draft' })
  await at.apply([titled('a', 'First')])
  await wordpress.run("update_option('permalink_structure', ''); flush_rewrite_rules();")
  await at.apply([titled('a', '消息')], [], ACADEMY_ZH)
  await at.work()
  expect(await posts("post_type = 'page'")).toMatchObject([
    { post_status: 'draft', post_title: 'First' },
    { post_status: 'draft', post_title: '消息' },
  ])
})

it('an author, whose texts WordPress cleans, brings them too', async () => {
  await using at = await box()
  await at.add()
  await wordpress.run("get_user_by('login', 'editor')->set_role('author');")
  const newsContent =
    '<p style="color:#c00; font-size:120%">Q &amp; A <a href="https://site.example/?a=1&amp;b=2">here</a></p><table width="100%"><tbody><tr><td bgcolor="#fff">1</td></tr></tbody></table>'
  await at.apply([titled('a', 'Fish & chips', { newsContent })])
  await at.work()
  await at.apply([titled('a', 'Fish & rice', { newsContent })])
  await at.work()
  await wordpress.run("get_user_by('login', 'editor')->set_role('editor');")
  expect((await at.admin.show(1)).left).toEqual([])
  expect(await shown()).toEqual(['Fish &amp; rice'])
})

it('what a site refuses is said with its remedy', async () => {
  await using at = await box()
  await expect(at.add({ user: 'nobody' })).rejects.toThrow(/^\S+ does not take this user with this password/)
  await expect(at.add({ type: 'event' })).rejects.toThrow(/^the site has no type "event"/)
  await expect(at.add({ author: 'nobody' })).rejects.toThrow(/^the site has no user "nobody"/)
  await wordpress.run("get_user_by('login', 'editor')->set_role('contributor');")
  await expect(at.add()).rejects.toThrow(/may not change Posts|may not publish Posts/)
  await wordpress.run("get_user_by('login', 'editor')->set_role('editor');")
  await at.add()
  // Neither mail nor song is on the list of a network of sites, for example.
  at.service.others.set('/plan.pdf', Buffer.from('%PDF-1.7 a plan'))
  mustUse("add_filter('upload_mimes', fn($types) => array_diff($types, array('application/pdf')));")
  const file = { fileType: 'application/pdf', fileSize: 15, url: `${at.service.url}/plan.pdf` } as const
  await at.apply([titled('a', 'First', { attachments: [file] })])
  await at.work()
  expect(await shown()).toEqual(['First'])
  expect((await at.admin.show(1)).refused).toEqual([
    { url: file.url, reason: expect.stringContaining('the site does not take this type of file') },
  ])
  mustUse('')
  await at.admin.resume(1)
  await at.work()
  expect(await posts("post_type = 'attachment'")).toHaveLength(1)
})

it('messages of PHP before an answer are named with the remedy, and make nothing twice', async () => {
  await using at = await box()
  await at.add()
  mustUse(
    "if (preg_match('/rest_route|wp-json/', $_SERVER['REQUEST_URI'] ?? '')) echo '<br /><b>Warning</b>: Undefined variable $x in theme.php';",
  )
  await at.apply([titled('a', 'First')])
  await at.work()
  expect((await at.admin.show(1)).follower.lastFailure?.message).toMatch(
    /prints messages of PHP before its answers \("Warning: Undefined variable \$x in theme.php.*WP_DEBUG_DISPLAY/,
  )
  mustUse('')
  await at.live(1)
  expect(await shown()).toEqual(['First'])
})

it('the block editor opens each kind of block without a warning', async () => {
  await using at = await box()
  at.service.others.set('/plan.pdf', Buffer.from('%PDF-1.7 a plan'))
  const picture = (path: string) =>
    ({ fileType: 'image/png', fileSize: 70, url: `${at.service.url}${path}` }) as const
  await at.add()
  await at.apply([
    titled('a', 'All of it', {
      newsContent: `<h2>Two &amp; <em>more</em></h2><h4>Four</h4><p>A<br>line, <a href="https://site.example/?a=1&amp;b=2">a link</a> [x]</p>
        <p style="color:red">Red</p><p></p><ul><li>One <b>bold</b></li><li>Two</li></ul><ol><li>A<ul><li>in A</li></ul></li></ol><hr>
        <p><img src="${at.service.url}/a.png" alt="The &quot;pool&quot;"></p><img src="https://elsewhere.example/b.png" alt="">
        <p>With <img src="${at.service.url}/c.png" alt="c"> inside</p><blockquote><p>Said</p></blockquote>
        <table><tbody><tr><td>1</td></tr></tbody></table>loose text <pre>a  b</pre>`,
      attachments: [
        picture('/d.png'),
        picture('/e.png'),
        { fileType: 'application/pdf', fileSize: 15, url: `${at.service.url}/plan.pdf` },
      ],
    }),
  ])
  await at.work()
  const id = await idOf('a')
  await using browser = await launchBrowser()
  await using watched = await openAdministration(
    browser,
    wordpress.url,
    `/wp-admin/post.php?post=${id}&action=edit`,
  )
  const { page } = watched
  await page.locator('[data-type="core/group"]').waitFor()
  const blocks = await page.evaluate(() => {
    const { select } = Reflect.get(window, 'wp').data
    const editor = select('core/block-editor')
    return editor
      .getClientIdsWithDescendants()
      .map((id: string) => [editor.getBlockName(id), editor.isBlockValid(id)])
  })
  expect(new Set(blocks.map(([name]: [string]) => name))).toEqual(
    new Set(
      ['group', 'heading', 'paragraph', 'html', 'list', 'list-item', 'separator', 'image', 'gallery'].map(
        name => `core/${name}`,
      ),
    ),
  )
  expect(blocks.filter(([, isValid]: [string, boolean]) => !isValid)).toEqual([])
  expect(await page.locator('.block-editor-warning').count()).toBe(0)
})

it('with its posts, what nobody changed goes into the bin', async () => {
  await using at = await box()
  await at.add()
  await at.apply([titled('a', 'First'), titled('b', 'Second')])
  await at.work()
  await wordpress.run(`wp_update_post(array('ID' => ${await idOf('b')}, 'post_title' => 'Mine'));`)
  expect(await at.admin.remove(1, true, SIGNAL)).toBe(1)
  expect((await posts()).map(({ post_status }) => post_status)).toEqual(['trash', 'publish'])
})
