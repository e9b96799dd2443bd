/** The plugin as somebody installs it: from its zip, with its settings page, its blocks in the editor, and without a trace at the end. */
import { spawnSync } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { PLUGIN_FOLDER } from '../../../scripts/pack/wordpress.ts'
import { launchBrowser } from '../../support/browser.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import {
  body,
  json,
  reset,
  type Script,
  startUpstream,
  type Upstream,
} from '../../support/scripted-upstream.ts'
import { axeFindings } from '../../support/watched-page.ts'
import { openAdministration } from './administration.ts'
import { startWordPress, type WordPress } from './wordpress-site.ts'

const SETTINGS = '/wp-admin/options-general.php?page=schoolbell-news'
const STORED = "echo json_encode(get_option('schoolbell_settings'));"

let files: Scratch
/** In the agent's place. */
let door: Upstream
let wordpress: WordPress
let browser: Browser
beforeAll(async () => {
  files = scratch()
  door = await startUpstream(asAgent)
  wordpress = await startWordPress({ folder: files.folder, constants: {} })
  await wordpress.run("update_option('show_avatars', 0);")
  browser = await launchBrowser()
})
afterEach(async () => {
  door.answer(asAgent)
  wordpress.configure({})
  await wordpress.run("update_option('WPLANG', '');")
})
afterAll(async () => {
  await browser?.close()
  await wordpress?.[Symbol.asyncDispose]()
  await door?.close()
  files?.[Symbol.dispose]()
})

const asAgent: Script = (response, request) =>
  request.url?.startsWith('/v1/news')
    ? json({ items: [item(request.url)], seq: 1, next: null })(response, request)
    : body('// popup', 'text/javascript')(response, request)

const item = (url: string) => ({
  ...{ newsId: 'a', date: '2026-09-01', publishedAt: '2026-09-01T08:00:00+08:00', attachments: [] },
  ...{
    title: url.includes('lang=zh-HK') ? '運動會' : 'Sports <day>',
    html: '<p>On the field.</p>',
    coverUrl: '',
  },
  thumbnailUrl: '',
})

const administration = (path: string, width?: number) =>
  openAdministration(browser, wordpress.url, path, width)

const saved = async (page: Page) => {
  await Promise.all([page.waitForEvent('load'), page.click('#submit')])
  return page.locator('#wpbody .settings-error p').allTextContents()
}
const tested = async (page: Page) => {
  await Promise.all([page.waitForEvent('load'), page.click('[name=schoolbell_test]')])
  return page.locator('[role=status] .notice').allTextContents()
}

it('PHP reads each file, of which none runs outside WordPress', () => {
  for (const file of globSync('**/*.php', { cwd: PLUGIN_FOLDER })) {
    const run = (...options: string[]) => spawnSync('php', [...options, join(PLUGIN_FOLDER, file)])
    expect({ file, said: run('-l').stdout.toString() }).toMatchObject({
      said: expect.stringContaining('No syntax errors'),
    })
    expect({ file, ...run() }).toMatchObject({ status: 0, stdout: Buffer.alloc(0) })
  }
})

// Promise: website/wp-escaped
it('everything that it prints is escaped', () => {
  const sources = globSync('**/*.php', { cwd: PLUGIN_FOLDER }).map(file => join(PLUGIN_FOLDER, file))
  const wrong = files.path('wrong.php')
  writeFileSync(
    wrong,
    "<?php\necho $_GET['a'], esc_html( $b ), $c ? 'd' : $e;\nprintf( '%s', get_it( $f ) );\n?><?= $g ?>",
  )
  const found = (...of: string[]) =>
    JSON.parse(spawnSync('php', [join(import.meta.dirname, 'unescaped.php'), ...of]).stdout.toString())
  expect(found(wrong)).toEqual([
    'wrong.php:2 $_GET',
    'wrong.php:2 $e',
    'wrong.php:3 get_it',
    'wrong.php:3 $f',
    'wrong.php:4 $g',
  ])
  expect(found(...sources)).toEqual([])
})

describe('the settings page', () => {
  it('stores what is right, and says of each wrong value what to enter', async () => {
    await using watched = await administration(SETTINGS)
    const { page } = watched
    await page.fill('#schoolbell-agent', `${door.url}/`)
    await page.fill('#schoolbell-path', '/bells/')
    await page.selectOption('#schoolbell-site', 'pre-school')
    expect(await saved(page)).toEqual(['Settings saved.'])
    const good = { agent: door.url, path: '/bells', site: 'pre-school', lang: '', popup_on: 'none' }
    expect(JSON.parse(await wordpress.run(STORED))).toEqual(good)

    await page.selectOption('#schoolbell-site', 'academy')
    for (const [field, value, remedy] of [
      ['agent', 'http://office:secret@127.0.0.1:4020', 'without a user name'],
      ['agent', 'javascript:alert(1)', 'begins with http'],
      ['agent', '127.0.0.1:4020', 'begins with http'],
      ['path', 'school', 'begins with “/”'],
      ['path', '/a"onload="b', 'begins with “/”'],
      ['path', '//evil.example', 'begins with “/”'],
    ] as const) {
      await page.fill(`#schoolbell-${field}`, value)
      const said = await saved(page)
      expect({ value, said }).toEqual({ value, said: [expect.stringContaining(remedy)] })
      expect(said[0]).not.toContain('secret')
    }
    expect(JSON.parse(await wordpress.run(STORED))).toEqual({ ...good, site: 'academy' })
    expect(watched.complaints).toEqual([])
  })

  // Promise: website/wp-connection
  it('tests the connection, and says what is wrong', async () => {
    await using watched = await administration(SETTINGS)
    const { page } = watched
    expect(await tested(page)).toEqual([
      'The agent answers. Its newest entry: Sports <day>',
      expect.stringContaining(
        `There is no script at ${wordpress.url}/bells/widget/popup.js?site=academy (status 404)`,
      ),
    ])
    for (const [script, sentence] of [
      [reset, `There is no answer from ${door.url} (`],
      [json({ items: [], seq: 0 }), 'The agent answers. It has no news yet.'],
      [body('<h1>Welcome</h1>', 'text/html'), 'is not a schoolbell agent'],
      [
        json({}, 301, { location: 'https://agent.example/v1/news?x=1' }),
        'leads to https://agent.example/v1/news. ',
      ],
      [
        json({ code: 'NOT_COPIED_YET', detail: 'Later' }, 503),
        'has not copied the news of academy in en-US yet',
      ],
      [json({ detail: 'siteId: unknown' }, 400), 'The agent refuses with status 400: siteId: unknown'],
    ] as const) {
      door.answer(script)
      expect((await tested(page))[0]).toContain(sentence)
    }
  })

  it('shows what a constant of wp-config.php says, and leaves the stored value alone', async () => {
    wordpress.configure({
      SCHOOLBELL_AGENT: door.url,
      SCHOOLBELL_PATH: `${door.url}/fixed`,
      SCHOOLBELL_LANG: 'zh-HK',
    })
    await using watched = await administration(SETTINGS)
    const { page } = watched
    expect(await page.locator('#schoolbell-lang').isDisabled()).toBe(true)
    expect(await page.inputValue('#schoolbell-path')).toBe(`${door.url}/fixed`)
    expect(await page.locator('#schoolbell-path-help').textContent()).toContain(
      'Set by SCHOOLBELL_PATH in wp-config.php.',
    )
    await page.selectOption('#schoolbell-popup_on', 'all')
    expect(await saved(page)).toEqual(['Settings saved.'])
    expect(JSON.parse(await wordpress.run(STORED))).toMatchObject({
      path: '/bells',
      lang: '',
      popup_on: 'all',
    })
    expect(await tested(page)).toEqual([
      'The agent answers. Its newest entry: 運動會',
      `Visitors get the popup messages from ${door.url}/fixed/widget/popup.js?site=academy`,
    ])
    await wordpress.run("delete_option('schoolbell_settings');")
  })

  // Promise: website/wp-administrators
  it('is for administrators, and each form for who opened it', async () => {
    await using watched = await administration(SETTINGS)
    const forged = await watched.page.request.post(wordpress.url + SETTINGS, {
      form: { schoolbell_test: '1' },
    })
    expect(forged.status()).toBe(403)
    await wordpress.run("(new WP_User(1))->set_role('editor');")
    expect((await watched.page.goto(wordpress.url + SETTINGS))?.status()).toBe(403)
    await wordpress.run("(new WP_User(1))->set_role('administrator');")
  })

  it('is in Chinese where the administrator’s language is, and axe finds nothing on a phone', async () => {
    await wordpress.run("update_option('WPLANG', 'zh_HK');")
    for (const width of [390, 1280]) {
      await using watched = await administration(SETTINGS, width)
      const { page } = watched
      expect(await page.locator('h1').textContent()).toBe('Schoolbell 學校消息')
      await page.fill('#schoolbell-agent', 'x')
      expect(await saved(page)).toEqual([expect.stringContaining('同步程式的網址：請輸入以 http://')])
      expect((await page.locator('.wrap form').allInnerTexts()).join('')).not.toMatch(/[a-z]{3,} [a-z]{3,}/)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      // Without WordPress's own menu and bars, which axe finds fault with.
      await page.evaluate(() => {
        const main = document.createElement('main')
        main.append(...document.querySelectorAll('.wrap'))
        document.body.replaceChildren(main)
      })
      expect({ width, findings: await axeFindings(page) }).toEqual({ width, findings: [] })
    }
  })
})

describe('the blocks', () => {
  const CONTENT =
    '<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div class="wp-block-column">' +
    '<!-- wp:schoolbell/news {"limit":1,"lang":"zh-HK"} /--></div><!-- /wp:column --></div><!-- /wp:columns -->' +
    '<!-- wp:schoolbell/popup {"site":"pre-school"} /-->'
  let id: string
  beforeAll(async () => {
    await wordpress.run(`update_option('schoolbell_settings', array('agent' => '${door.url}'));`)
    id = await wordpress.run(`echo wp_insert_post(array('post_type' => 'page', 'post_status' => 'publish',
      'post_title' => 'News', 'post_name' => 'news', 'post_content' => '${CONTENT}'));`)
  })

  // Promise: website/wp-blocks
  it('show on a page what the shortcodes show, with the status and the head of an entry', async () => {
    const page = async (query: string) => {
      const answer = await fetch(`${wordpress.url}/?page_id=${id}${query}`)
      return { status: answer.status, html: await answer.text() }
    }
    const { html } = await page('')
    expect(html).toContain('<div class="wp-block-schoolbell-news"><div class="schoolbell-news" lang="zh-HK">')
    expect(html).toContain('運動會</a>')
    expect(html).toContain('src="/school/widget/popup.js?site=pre-school" data-lang="en-US"></script>')
    expect(html.indexOf('schoolbell-news.css')).toBeLessThan(html.indexOf('</head>'))
    const entry = await page('&school_news=a')
    expect(entry.html).toContain('<meta property="og:title" content="運動會">')
    door.answer(json({ items: [], seq: 1, withdrawn: true }))
    expect((await page('&school_news=gone')).status).toBe(410)
  })
  it.each([
    ['', 'School news', 'School popup messages', 'Entries on a page of the list'],
    ['zh_HK', '學校消息', '學校彈出訊息', '每頁消息數目'],
  ])(
    'are seen and changed in the editor without a warning (language: %s)',
    async (locale, title, card, limit) => {
      await wordpress.run(`update_option('WPLANG', '${locale}');`)
      await using watched = await administration(`/wp-admin/post.php?post=${id}&action=edit`)
      const { page } = watched
      await page.keyboard.press('Escape')
      const news = page.locator('[data-type="schoolbell/news"]')
      await news.getByText('運動會').waitFor()
      await page.locator('[data-type="schoolbell/popup"]').getByText(card).first().waitFor()
      expect(await page.locator('.block-editor-warning').count()).toBe(0)
      await page.evaluate(() => {
        const { select, dispatch } = Reflect.get(window, 'wp').data
        const [found] = select('core/block-editor')
          .getClientIdsWithDescendants()
          .filter((id: string) => select('core/block-editor').getBlockName(id) === 'schoolbell/news')
        return dispatch('core/block-editor').selectBlock(found)
      })
      await page.locator('.block-editor-block-card__title', { hasText: title }).waitFor()
      await page.getByLabel(limit).last().fill('7')
      const content = await page.evaluate(() =>
        Reflect.get(window, 'wp').data.select('core/editor').getEditedPostContent(),
      )
      expect(content).toContain('<!-- wp:schoolbell/news {"lang":"zh-HK","limit":7} /-->')
      expect(watched.complaints).toEqual([])
    },
  )
})

// Promise: website/wp-deleted
it('leaves nothing in the database when it is deleted', async () => {
  const rows =
    "echo json_encode($GLOBALS['wpdb']->get_col(\"SELECT option_name FROM {$GLOBALS['wpdb']->options} WHERE option_name LIKE '%schoolbell\\_%'\"));"
  expect(JSON.parse(await wordpress.run(rows)).length).toBeGreaterThan(2)
  await wordpress.run(`require ABSPATH . 'wp-admin/includes/admin.php';
    deactivate_plugins('schoolbell-news/schoolbell-news.php');
    if (delete_plugins(array('schoolbell-news/schoolbell-news.php')) !== true) exit(1);`)
  expect(JSON.parse(await wordpress.run(rows))).toEqual([])
  expect(globSync(join(files.folder, 'site', 'wp-content', 'plugins', '*'))).toEqual([])
})

it('PHP has nothing to say about the plugin', () => {
  expect(wordpress.complaints()).toEqual([])
})
