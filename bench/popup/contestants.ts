/**
 * The compared pages: our widget as built, and peers that do the same, bundled with care.
 *
 * A peer comes in two forms, in one script and with the dialog loaded on demand, because either may be faster.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { installBeside } from '../../scripts/install-beside.ts'
import { LANGUAGES } from '../../shared/contract/site.ts'
import { popupScript } from '../../sync-agent/outlets/popup-script/script.ts'
import { type Messages, ORIGIN } from './landing-page.ts'

export interface Contestant {
  name: string
  /** Goes into the page's head; {@link ORIGIN} is replaced by the server's origin. */
  tag: string
  /** By path on the server. */
  files: Map<string, Buffer>
  /** A script that the server makes from the messages. */
  script?: { path: string; with(messages: Messages): string }
  /** Selectors from the page to the dialog's heading, through the shadow roots. */
  heading: readonly string[]
  isHinted: boolean
}

export const PEERS_DIR = join(import.meta.dirname, '..', 'peers')
const WIDGET_DIR = join(import.meta.dirname, '..', '..', 'dist', 'widget')

const PEERS = [
  { name: 'sweetalert2', heading: ['.swal2-title'] },
  { name: 'cookieconsent', heading: ['#cc-main .cm__title'] },
  { name: 'webawesome', heading: ['wa-dialog', '[part~=title]'] },
  { name: 'micromodal', heading: ['#popup-title'] },
] as const

/** The contestant to which the limits apply. */
export const OURS = 'schoolbell'

/** The tag for servers without an agent: it asks the service. */
export function ours(): Contestant {
  return {
    name: `${OURS}, without an agent`,
    tag: `<script async src="/widget/popup.js" data-service="${ORIGIN}/cms" data-site-id="academy" data-lang="en-US"></script>`,
    files: widgetAt('/widget/'),
    heading: ['school-popup', 'h2'],
    isHinted: false,
  }
}

/** The one line of `schoolbell widget tag` for an agent: its script has the messages of both languages. */
export function ofAgent(): Contestant {
  const files = widgetAt('/school/widget/')
  const loader = String(files.get('/school/widget/popup.js'))
  const path = '/school/widget/popup.js?site=academy'
  return {
    name: OURS,
    tag: `<script async fetchpriority="high" src="${path}"></script>`,
    files,
    script: {
      path,
      with: messages =>
        popupScript(
          loader,
          'academy',
          Object.fromEntries(LANGUAGES.map(lang => [lang, JSON.stringify({ content: messages[lang] })])),
        ),
    },
    heading: ['school-popup', 'h2'],
    isHinted: false,
  }
}

/** Without the attribute that makes browsers load it before pictures. */
export function unhurried(plain: Contestant): Contestant {
  const tag = plain.tag.replace(' fetchpriority="high"', '')
  return { ...plain, name: `${plain.name}, without fetchpriority`, tag }
}

function widgetAt(place: string): Map<string, Buffer> {
  const names = existsSync(WIDGET_DIR) ? readdirSync(WIDGET_DIR, { recursive: true, encoding: 'utf8' }) : []
  if (!names.includes('popup.js')) throw new Error('dist/widget is missing; run: npm run build:widget')
  const kept = names.filter(name => /\.(?:js|svg)$/.test(name))
  return new Map(kept.map(name => [place + name, readFileSync(join(WIDGET_DIR, name))]))
}

/** Whether the page fetches it because of the tag. */
export const isOf = (contestant: Contestant | undefined, path: string): boolean =>
  path.startsWith('/cms/') || contestant?.files.has(path) === true || contestant?.script?.path === path

/** The smallest script that reads an attribute and sends one request; used for comparison only. */
export function bare(): Contestant {
  const code =
    'fetch(document.currentScript.dataset.service+"/api/v1/popupmsg/check?siteId=academy&lang=en-US").then(e=>e.json())'
  const tag = `<script async src="/bare/popup.js" data-service="${ORIGIN}/cms"></script>`
  return {
    name: 'bare',
    tag,
    files: new Map([['/bare/popup.js', Buffer.from(code)]]),
    heading: [],
    isHinted: false,
  }
}

/**
 * The same page with the two hints of `schoolbell widget tag`: the page's head requests the messages before the script
 * does, and the script is fetched with high priority.
 */
export function askedAhead(plain: Contestant): Contestant {
  const check = '/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US'
  const hint = `<link rel="preload" as="fetch" crossorigin href="${check}">`
  const tag = hint + plain.tag.replace('async', 'async fetchpriority="high"')
  return { ...plain, name: `${plain.name}, asked ahead`, tag, isHinted: true }
}

export async function peers(): Promise<Contestant[]> {
  installBeside(PEERS_DIR)
  const contestants: Contestant[] = []
  for (const peer of PEERS) {
    for (const way of ['whole', 'lazy'] as const) {
      const name = `${peer.name}, ${way}`
      const base = `/${peer.name}-${way}/`
      const tag = `<script async ${way === 'lazy' ? 'type="module" ' : ''}src="${base}popup.js"></script>`
      contestants.push({ ...peer, name, tag, files: await bundle(peer.name, way, base), isHinted: false })
    }
  }
  return contestants
}

async function bundle(peer: string, way: 'whole' | 'lazy', base: string): Promise<Map<string, Buffer>> {
  const dialog = join(PEERS_DIR, `${peer}.js`)
  const popup = join(PEERS_DIR, `${way}.js`)
  const built = await build({
    root: PEERS_DIR,
    base,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '#peer': dialog } },
    build: {
      write: false,
      // The same browser targets as the widget.
      target: ['chrome103', 'firefox102', 'safari16'],
      minify: true,
      cssMinify: true,
      modulePreload: false,
      rolldownOptions: {
        input: way === 'whole' ? { popup } : { popup, dialog },
        preserveEntrySignatures: 'strict',
        output: { format: way === 'whole' ? 'iife' : 'es', entryFileNames: '[name].js' },
      },
    },
  })
  const outputs = Array.isArray(built)
    ? built.flatMap(({ output }) => output)
    : 'output' in built
      ? built.output
      : []
  return new Map(
    outputs.map(output => [
      `${base}${output.fileName}`,
      Buffer.from(output.type === 'chunk' ? output.code : output.source),
    ]),
  )
}
