/** A real WordPress with a user `editor` whom the agent may work as, and a look into its posts. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Site } from '../../sync-agent/destinations/wordpress/support.ts'
import { startWordPress, type WordPress } from './wordpress-site.ts'

export interface RealPost {
  ID: number
  post_status: string
  post_name: string
  post_title: string
  post_content: string
  post_date: string
  post_date_gmt: string
}

export interface EditedWordPress extends WordPress {
  /** Of the editor. */
  password: string
  posts(where?: string): Promise<RealPost[]>
  /** In place of the site's own plugins. */
  mustUse(php: string): void
  /** Without posts and pictures. */
  clear(): Promise<void>
}

export async function startEditedWordPress(): Promise<EditedWordPress> {
  const folder = mkdtempSync(join(tmpdir(), 'wordpress-'))
  const wordpress = await startWordPress({ folder, constants: { WP_ENVIRONMENT_TYPE: 'local' } })
  const password = await wordpress.run(`
    $id = wp_insert_user(array('user_login' => 'editor', 'user_pass' => wp_generate_password(), 'role' => 'editor'));
    update_option('timezone_string', 'Europe/London');
    echo WP_Application_Passwords::create_new_application_password($id, array('name' => 'schoolbell'))[0];`)
  let plugins = 0
  return {
    ...wordpress,
    password,
    async posts(where = "post_type = 'post' AND post_status <> 'auto-draft'") {
      const sql = `SELECT * FROM wp_posts WHERE ${where} ORDER BY ID`
      const code = `global $wpdb; echo json_encode($wpdb->get_results(${JSON.stringify(sql)}));`
      return JSON.parse(await wordpress.run(code))
    },
    mustUse(php) {
      const into = join(folder, 'site', 'wp-content', 'mu-plugins')
      rmSync(into, { recursive: true, force: true })
      mkdirSync(into)
      // PHP keeps what it has read of a file for a while, so that each has another name.
      plugins += 1
      writeFileSync(join(into, `own-${plugins}.php`), `<?php\n${php}\n`)
    },
    async clear() {
      await wordpress.run(`
        foreach (get_posts(array('post_type' => 'any', 'post_status' => array('any', 'trash', 'inherit'), 'numberposts' => -1)) as $post)
          wp_delete_post($post->ID, true);`)
    },
    async [Symbol.asyncDispose]() {
      await wordpress[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** It stays after a test. */
export const siteOf = ({ url, password }: EditedWordPress): Site => ({
  ...{ url: `${url}/`, password },
  async [Symbol.asyncDispose]() {},
})
