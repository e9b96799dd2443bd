/** Posts of a real WordPress under everything at once: kills, a site that is down, a password that is revoked, editors, restores. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setTimeout as moment } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listNews } from '../../../sync-agent/store/reading.ts'
import { type PostBox, postBoxAt, type Site } from '../../sync-agent/destinations/wordpress/support.ts'
import { chanceFrom, SEED } from '../../sync-agent/simulation/random.ts'
import { ACADEMY, ingested } from '../../sync-agent/support.ts'
import { type EditedWordPress, siteOf, startEditedWordPress } from './edited-wordpress.ts'

const ENTRIES = 200
const KILLS = 50

let wordpress: EditedWordPress
beforeAll(async () => {
  wordpress = await startEditedWordPress()
  await wordpress.clear()
}, 120_000)
afterAll(() => wordpress?.[Symbol.asyncDispose]())

// Promise: operate/wp-once
it(`${ENTRIES} entries with pictures are posts, one each, after ${KILLS} kills, absences and a new password`, {
  timeout: 900_000,
}, async () => {
  const chance = chanceFrom(SEED)
  await using box = await postBoxAt(async () => siteOf(wordpress))
  await box.add()
  const news = (number: number, title: string) =>
    ingested(`n${number}`, {
      newsTitle: title,
      newsContent: `<p>Text</p><p><img src="${box.service.url}/${number % 40}.png" alt="${number % 40}"></p>`,
      ...(number % 3 === 0 && { mobileScreenImageUrl: `${box.service.url}/cover-${number}.png` }),
    })
  await box.apply(Array.from({ length: ENTRIES }, (_, number) => news(number, `First ${number}`)))
  for (let kill = 0; kill < KILLS; kill += 1) {
    await box.lead()
    const number = Math.floor(chance.between(0, ENTRIES))
    if (chance.happens(0.7)) await box.apply([news(number, `Edited ${kill}`)])
    else await box.apply([], [`n${number}`])
    const isDown = kill % 10 === 5
    const isRevoked = kill % 10 === 7
    if (isDown) wordpress.mustUse("http_response_code(503); echo '<h1>Maintenance</h1>'; exit;")
    if (isRevoked) writeFileSync(box.passwordFile, 'not the password\n')
    await run(box, async () => moment(chance.between(0, 2_500)))
    if (isDown) wordpress.mustUse('')
    if (isRevoked) writeFileSync(box.passwordFile, `${wordpress.password}\n`)
  }
  await settle(box)
  await expectEqual(box, new Map())
  // Each picture once.
  expect((await wordpress.posts("post_type = 'attachment'")).length).toBeLessThanOrEqual(40 + 67)
  expect(new Set(box.service.asked).size).toBeLessThanOrEqual(40 + 67)

  // The agent's store is restored, and WordPress' database as it was, with what an editor did since.
  await wordpress.run(SAVE)
  await box.lead()
  await box.apply([news(1, 'Later 1'), news(2, 'Later 2'), news(ENTRIES, 'New')], ['n3', 'n4'])
  await settle(box)
  await wordpress.run(RESTORE)
  const edited = (await wordpress.posts()).find(({ post_name }) => post_name === 'academy-en-us-n5')
  await wordpress.run(`wp_update_post(array('ID' => ${edited?.ID}, 'post_content' => '<p>Mine</p>'));`)
  await box.admin.copy(1, false)
  await settle(box)
  await expectEqual(box, new Map([['n5', '<p>Mine</p>']]))
})

/** A process that is killed when the time has come. */
async function run(box: PostBox<Site>, until: () => Promise<void>): Promise<void> {
  const runner = spawn(
    process.execPath,
    [new URL('./wordpress-runner.ts', import.meta.url).pathname, box.db, `${box.service.url}/cms`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(runner, 'close')
  await once(runner.stdout, 'data')
  await until()
  runner.kill('SIGKILL')
  await ended
}

/** Until nothing waits. */
async function settle(box: PostBox<Site>): Promise<void> {
  await box.admin.resume(1)
  await run(box, () =>
    expect
      .poll(async () => (await box.admin.show(1)).follower, { timeout: 300_000, interval: 500 })
      .toMatchObject({ behind: 0, aside: 0 }),
  )
}

async function expectEqual(box: PostBox<Site>, own: Map<string, string>): Promise<void> {
  const { entries } = await listNews(box.store, { ...ACADEMY, limit: 1000 })
  const shown = (await wordpress.posts()).filter(({ post_status }) => post_status === 'publish')
  const expected = entries.map(({ newsId, title }) => `academy-en-us-${newsId} ${title}`)
  expect(shown.map(({ post_name, post_title }) => `${post_name} ${post_title}`).toSorted()).toEqual(
    expected.toSorted(),
  )
  for (const [newsId, content] of own)
    expect(shown.find(({ post_name }) => post_name.endsWith(newsId))?.post_content).toBe(content)
  expect((await box.admin.show(1)).left.map(({ newsId }) => newsId)).toEqual([...own.keys()])
}

const TABLES = "array('posts', 'postmeta', 'terms', 'term_taxonomy', 'term_relationships')"
const FILE = "WP_CONTENT_DIR . '/saved.json'"
const SAVE = `global $wpdb; $all = array(); foreach (${TABLES} as $table)
  $all[$table] = $wpdb->get_results("SELECT * FROM {$wpdb->prefix}$table", ARRAY_A); file_put_contents(${FILE}, json_encode($all));`
const RESTORE = `global $wpdb; foreach (json_decode(file_get_contents(${FILE}), true) as $table => $rows) {
  $wpdb->query("TRUNCATE {$wpdb->prefix}$table"); foreach ($rows as $row) $wpdb->insert($wpdb->prefix . $table, $row); }`
