/** WordPress as Debian packages it, with the plugin installed from its zip, a database and a web server of its own. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { packWordPressPlugin } from '../../../scripts/pack/wordpress.ts'
import { freePort } from '../../support/free-port.ts'
import { startMariaDb } from './mariadb.ts'

const PACKAGED = '/usr/share/wordpress'
const PACKAGES =
  'wordpress wordpress-l10n wordpress-theme-twentytwentyone wordpress-theme-twentytwentytwo ' +
  'wordpress-theme-twentytwentythree mariadb-server php-cli php-mysql php-curl'

export interface WordPressOptions {
  /** An empty one. */
  folder: string
  /** Of wp-config.php. */
  constants: Record<string, string>
}

export interface WordPress extends AsyncDisposable {
  url: string
  /** Runs PHP inside WordPress. */
  run(code: string): Promise<string>
  /** Other constants of wp-config.php in the place of those it was started with. */
  configure(constants: Record<string, string>): void
  /** What PHP said about the plugin's files. */
  complaints(): string[]
}

/** @throws with a sentence for who runs the tests when a package is missing */
export async function startWordPress({ folder, constants }: WordPressOptions): Promise<WordPress> {
  demandPackages()
  const site = join(folder, 'site')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const database = await startMariaDb(folder, 'wordpress')
  laySite(site)
  const own = { DB_HOST: `localhost:${database.socket}`, WP_HOME: url, WP_SITEURL: url }
  const configure: WordPress['configure'] = constants => writeConfiguration(site, { ...constants, ...own })
  configure(constants)
  const run = (code: string) => php(site, code)
  await run(INSTALLATION)
  await run(installPlugin(join(folder, await packWordPressPlugin(folder))))
  const server = spawn('php', [...SETTINGS, '-S', `127.0.0.1:${port}`, '-t', site], {
    cwd: site,
    // The plugin's test of the connection opens the website, while the website waits for it.
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '3' },
    // With its workers a group of processes, which end together.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(server, 'close')
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (part: string) => {
      said += part
      if (said.includes(' started')) resolve()
    })
    ended.then(() => reject(new Error(`PHP's server did not start: ${said}`)))
  })
  return {
    url,
    run,
    configure,
    complaints: () => said.split('\n').filter(line => /PHP \w+.*plugins\/schoolbell-news/.test(line)),
    async [Symbol.asyncDispose]() {
      if (server.pid) process.kill(-server.pid)
      await ended
      await database.stop()
    },
  }
}

const EXTENSIONS = "exit(extension_loaded('mysqli') && extension_loaded('curl') ? 0 : 1);"

function demandPackages(): void {
  const hasDatabase = existsSync('/usr/sbin/mariadbd')
  const hasPhp = spawnSync('php', ['-r', EXTENSIONS]).status === 0
  const hasThemes = ['one', 'two', 'three'].every(name =>
    existsSync(join(PACKAGED, 'wp-content', 'themes', `twentytwenty${name}`)),
  )
  if (hasDatabase && hasPhp && hasThemes) return
  throw new Error(`These tests run WordPress, and a part is missing: apt-get install ${PACKAGES}`)
}

/** The packaged files, under a folder whose configuration is our own. */
function laySite(site: string): void {
  const content = join(site, 'wp-content')
  mkdirSync(join(content, 'plugins'), { recursive: true })
  // Copies: PHP follows a link, and then finds the configuration of Debian.
  cpSync(PACKAGED, site, { recursive: true, filter: path => !/\/(?:wp-content|wp-config\.php)$/.test(path) })
  for (const name of ['themes', 'languages'])
    symlinkSync(join(PACKAGED, 'wp-content', name), join(content, name))
}

function writeConfiguration(site: string, constants: Record<string, string>): void {
  const all = { DB_NAME: 'wordpress', DB_USER: 'root', DB_PASSWORD: '', DB_CHARSET: 'utf8mb4', ...constants }
  const lines = Object.entries(all).map(([name, value]) => `define('${name}', '${value}');`)
  writeFileSync(
    join(site, 'wp-config.php'),
    `<?php
${lines.join('\n')}
define('FS_METHOD', 'direct');
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_DEBUG', true);
define('WP_DEBUG_DISPLAY', false);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`,
  )
}

/** Complaints go to standard error; nobody gets mail. */
const SETTINGS = ['-d', 'error_log=', '-d', 'log_errors=1', '-d', 'sendmail_path=/bin/true']

const INSTALLATION = `
define('WP_INSTALLING', true);
require 'wp-config.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Harbour School', 'office', 'office@school.example', true, '', 'not a secret');`

const installPlugin = (zip: string) => `
require ABSPATH . 'wp-admin/includes/admin.php';
require ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
if ((new Plugin_Upgrader(new Automatic_Upgrader_Skin))->install('${zip}') !== true) exit(1);
exit(is_wp_error(activate_plugin('schoolbell-news/schoolbell-news.php')) ? 1 : 0);`

async function php(site: string, code: string): Promise<string> {
  const start = code.includes('WP_INSTALLING')
    ? code
    : `$_SERVER['HTTP_HOST'] = 'localhost'; require 'wp-load.php';${code}`
  const child = spawn('php', [...SETTINGS, '-r', start], { cwd: site })
  const [output, complaints, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (status !== 0) throw new Error(output + complaints)
  return output
}
