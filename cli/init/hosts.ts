/**
 * What each kind of host needs: files, and the commands that install them.
 *
 * The files are those of the guides (`docs/`), with this site's own values in the place of the guides'.
 */
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../shared/package-root.ts'
import { WIDGET_DIR } from '../../shared/widget-dir.ts'
import { newsTags, scriptTag } from '../../widget/tags.ts'
import { asWord } from '../print.ts'
import type { Answers, WebServer } from './answers.ts'
import { filledIn, guideFile } from './guide-files.ts'

export interface HostFile {
  name: string
  text: string
}

export interface Step {
  /** Who does it and where. */
  title: string
  lines: string[]
}

export interface Setup {
  files: HostFile[]
  /** @param out the folder of the files */
  steps(out: string): Step[]
}

export function setupOf(answers: Answers): Setup {
  const { runsOn, webServer = 'nginx' } = answers
  switch (runsOn) {
    case 'nginx':
    case 'apache':
      return together(daemon(answers), FRONTS[runsOn], pageTags(answers))
    case 'wordpress':
      return together(daemon(answers), FRONTS[webServer], wordpress(answers))
    case 'container':
      return together(container(answers), FRONTS[webServer], pageTags(answers))
    case 'node':
      return together(nodeSite(answers), pageTags(answers))
    case 'static':
      return publishedFolder(answers, webServer)
    default:
      return runsOn satisfies never
  }
}

const together = (...parts: Setup[]): Setup => ({
  files: parts.flatMap(({ files }) => files),
  steps: out => parts.flatMap(({ steps }) => steps(out)),
})

const placed = (out: string, name: string) => asWord(join(out, name))
const copy = (out: string, name: string, folder: string) => `cp ${placed(out, name)} ${folder}`

/** Under the website's own host, whatever its page is. */
const under = ({ siteUrl }: Answers, path: string) => `${new URL(siteUrl).origin}${path}`

function environmentFile(answers: Answers, more: Record<string, string>): HostFile {
  const { serviceUrl, site, lang, runsOn } = answers
  const values = {
    SCHOOLBELL_SERVICE_URL: serviceUrl,
    SCHOOLBELL_SITE: site.join(','),
    SCHOOLBELL_LANG: lang.join(','),
    // No web server leads to an agent that publishes files.
    ...(runsOn !== 'static' && { SCHOOLBELL_PUBLIC_URL: under(answers, '/school/') }),
    ...more,
  }
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`)
  return { name: 'sync.env', text: lines.join('') }
}

function daemon(answers: Answers, more: Record<string, string> = {}): Setup {
  return {
    files: [
      environmentFile(answers, { SCHOOLBELL_MEDIA_DIR: '/var/lib/schoolbell/media', ...more }),
      { name: 'schoolbell-sync.service', text: guideFile('files', 'operations', 'schoolbell-sync.service') },
    ],
    steps: out => [
      {
        title: 'As root, start the agent',
        lines: [
          'mkdir -p /etc/schoolbell',
          copy(out, 'sync.env', '/etc/schoolbell/'),
          copy(out, 'schoolbell-sync.service', '/etc/systemd/system/'),
          'systemctl daemon-reload',
          'systemctl enable --now schoolbell-sync',
        ],
      },
    ],
  }
}

const container = (answers: Answers): Setup => ({
  files: [
    environmentFile(answers, { SCHOOLBELL_MEDIA_DIR: '/data/media' }),
    {
      name: 'compose.yaml',
      text: filledIn(guideFile('files', 'container', 'one-agent.yaml'), { 'one-agent.yaml': 'compose.yaml' }),
    },
  ],
  steps: out => [
    {
      title: 'In a clone of schoolbell, make the image',
      lines: ['docker build -f docs/files/container/Dockerfile -t schoolbell-sync .'],
    },
    {
      title: 'Start the agent',
      lines: [`docker compose -f ${placed(out, 'compose.yaml')} up --detach --wait`],
    },
  ],
})

const FRONTS: Record<WebServer, Setup> = {
  nginx: {
    get files() {
      return ['schoolbell-cache.conf', 'schoolbell.conf'].map(name => ({
        name,
        text: guideFile('files', 'nginx', name),
      }))
    },
    steps: out => [
      {
        title: 'As root, let nginx lead to the agent',
        lines: [
          copy(out, 'schoolbell-cache.conf', '/etc/nginx/conf.d/'),
          'mkdir -p /etc/nginx/snippets',
          copy(out, 'schoolbell.conf', '/etc/nginx/snippets/'),
        ],
      },
      ...inServer('schoolbell.conf'),
    ],
  },
  apache: {
    get files() {
      return [{ name: 'schoolbell.conf', text: guideFile('files', 'apache', 'schoolbell.conf') }]
    },
    steps: out => [
      {
        title: 'As root, let Apache lead to the agent',
        lines: [
          'a2enmod proxy proxy_http headers',
          copy(out, 'schoolbell.conf', '/etc/apache2/conf-available/'),
        ],
      },
      { title: 'In the website’s <VirtualHost …>', lines: ['Include conf-available/schoolbell.conf'] },
      { title: 'As root', lines: ['apachectl configtest && systemctl restart apache2'] },
    ],
  },
}

const inServer = (snippet: string): Step[] => [
  { title: 'In the website’s server { … }', lines: [`include snippets/${snippet};`] },
  { title: 'As root', lines: ['nginx -t && systemctl reload nginx'] },
]

const nodeSite = (answers: Answers): Setup => ({
  files: [
    environmentFile(answers, { SCHOOLBELL_DB: 'news.db', SCHOOLBELL_MEDIA_DIR: 'media' }),
    { name: 'site.mjs', text: guideFile('files', 'node', 'site.mjs') },
  ],
  steps: out => [
    {
      title: `In ${out}, with the tarballs of npm run pack in it`,
      lines: [
        'npm install ./schoolbell-client-*.tgz ./schoolbell-widget-*.tgz ./schoolbell-sync-agent-*.tgz',
        'node --env-file=sync.env site.mjs',
      ],
    },
  ],
})

const wordpress = ({ site, siteUrl, webRoot }: Answers): Setup => ({
  files: [
    {
      name: 'shortcodes.txt',
      text: site.map(id => `[schoolbell_popup site="${id}"]\n[schoolbell_news site="${id}"]\n`).join('\n'),
    },
  ],
  steps: out => [
    {
      title: 'As root, install the plugin; then activate Schoolbell News in WordPress',
      lines: [
        `cp -r ${asWord(join(PACKAGE_ROOT, 'wordpress', 'schoolbell-news'))} ${webRoot}/wp-content/plugins/`,
      ],
    },
    { title: 'Into Shortcode blocks of your pages', lines: [`cat ${placed(out, 'shortcodes.txt')}`] },
    {
      title: 'Or have the news as posts, without the plugin',
      lines: [
        `schoolbell sync wordpress add ${asWord(siteUrl)} --db /var/lib/schoolbell/news.db --user NAME --password-file FILE`,
      ],
    },
  ],
})

/** The agent writes files, and the web server serves them. */
function publishedFolder(answers: Answers, webServer: WebServer): Setup {
  const { webRoot = '', serviceUrl } = answers
  const folder = `${webRoot}/news-files`
  const settings = { SCHOOLBELL_PUBLISH_TO: folder, SCHOOLBELL_BASE_URL: under(answers, '/news-files/') }
  const owner = filledIn(guideFile('files', 'operations', 'published-folder.conf'), {
    '/srv/www/news-files': folder,
  })
  const makeFolder: Setup = {
    files: [{ name: 'published-folder.conf', text: owner }],
    steps: out => [
      {
        title: 'As root, make the folder',
        lines: [
          'useradd --system schoolbell',
          `mkdir -p ${folder}/widget /etc/systemd/system/schoolbell-sync.service.d`,
          `chown schoolbell ${folder}`,
          `cp -r ${asWord(WIDGET_DIR)}/. ${folder}/widget/`,
          copy(out, 'published-folder.conf', '/etc/systemd/system/schoolbell-sync.service.d/'),
        ],
      },
    ],
  }
  // Other servers cannot answer the popup's later calls from files.
  const hasCalls = webServer === 'nginx'
  const page = tagFile(
    answers.site.map(siteId => [
      scriptTag(
        '/news-files/popups',
        { file: `${siteId}.js` },
        { siteId, service: hasCalls ? undefined : serviceUrl },
      ),
      newsTags('/news-files/widget', NEWS, { siteId, files: '/news-files' }),
    ]),
  )
  return together(makeFolder, daemon(answers, settings), ...(hasCalls ? [filesByNginx(webRoot)] : []), page)
}

const filesByNginx = (webRoot: string): Setup => ({
  files: [
    {
      name: 'schoolbell-files.conf',
      text: filledIn(guideFile('files', 'nginx', 'static.conf'), { '/srv/www': webRoot }),
    },
  ],
  steps: out => [
    {
      title: 'As root, let nginx serve the files',
      lines: ['mkdir -p /etc/nginx/snippets', copy(out, 'schoolbell-files.conf', '/etc/nginx/snippets/')],
    },
    ...inServer('schoolbell-files.conf'),
  ],
})

const NEWS = { file: 'school-news.js' }

const pageTags = ({ site, lang }: Answers): Setup =>
  tagFile(
    site.map(siteId => {
      const options = { siteId, lang: lang.length === 1 ? lang[0] : undefined }
      return [
        scriptTag('/school/widget', { file: 'popup.js' }, options),
        newsTags('/school/widget', NEWS, { ...options, service: '/school' }),
      ]
    }),
  )

/** @param tags those of each website */
const tagFile = (tags: readonly (readonly string[])[]): Setup => ({
  files: [{ name: 'tags.html', text: tags.map(ofSite => `${ofSite.join('\n')}\n`).join('\n') }],
  steps: out => [{ title: 'Into your pages', lines: [`cat ${placed(out, 'tags.html')}`] }],
})
