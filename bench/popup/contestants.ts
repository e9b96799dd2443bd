/**
 * The pages that are compared: ours as built, and each peer doing the same, bundled as a careful team would.
 *
 * A peer comes in two ways, everything in one script and the dialog only when there is something to show, because
 * either may be the faster one.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { ORIGIN } from './landing-page.ts'

export interface Contestant {
  name: string
  /** What stands in the page's head; {@link ORIGIN} in it is the server's. */
  tag: string
  /** By path, as the server has them. */
  files: Map<string, Buffer>
  /** From the page to the dialog's heading, through one shadow root after the other. */
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

/** Its figures have the limits. */
export const OURS = 'schoolbell'

/** One line, as in the shortest documentation. */
export function ours(): Contestant {
  const names = existsSync(WIDGET_DIR) ? readdirSync(WIDGET_DIR, { recursive: true, encoding: 'utf8' }) : []
  if (!names.includes('popup.js')) throw new Error('dist/widget is missing; run: npm run build:widget')
  const kept = names.filter(name => /\.(?:js|svg)$/.test(name))
  return {
    name: OURS,
    tag: `<script async src="/widget/popup.js" data-service="${ORIGIN}/cms" data-site-id="academy" data-lang="en-US"></script>`,
    files: new Map(kept.map(name => [`/widget/${name}`, readFileSync(join(WIDGET_DIR, name))])),
    heading: ['school-popup', 'h2'],
    isHinted: false,
  }
}

/** The least that a script with attributes can do: read them and ask once. It stands nowhere but here. */
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
 * The same page with the two hints of `schoolbell widget tag`: the answer is asked for by the page's head, not by the
 * script, and the script is fetched with what matters most.
 */
export function askedAhead(plain: Contestant): Contestant {
  const check = '/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US'
  const hint = `<link rel="preload" as="fetch" crossorigin href="${check}">`
  const tag = hint + plain.tag.replace('async', 'async fetchpriority="high"')
  return { ...plain, name: `${plain.name}, asked ahead`, tag, isHinted: true }
}

export async function peers(): Promise<Contestant[]> {
  installPeers()
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

/** Peers are nobody's dependency but this bench's, so `npm ci` of the product leaves them out. */
export function installPeers(): void {
  if (existsSync(join(PEERS_DIR, 'node_modules', '.package-lock.json'))) return
  console.log('Installing what the popup is compared with, in bench/peers …')
  try {
    execFileSync('npm', ['ci', '--prefix', PEERS_DIR, '--no-audit', '--no-fund', '--loglevel=error'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  } catch {
    throw new Error(
      'bench/peers could not be installed (see above); the popup suites need it: npm ci --prefix bench/peers',
    )
  }
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
      // The same browsers as the widget is built for.
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
