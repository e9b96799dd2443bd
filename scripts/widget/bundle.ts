/** One entry of the widget as one minified script. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build, minify, type Plugin } from 'vite'
import { slimVendors } from '../slim-vendors.ts'

export interface Entry {
  /** Name of the script, as in `popup.js`. */
  file: string
  /** The file it is made from. */
  entry: string
  /** `iife` for a classic script, `es` for a module. */
  format: 'iife' | 'es'
  /** Names in the source that the build replaces by text. */
  define?: Record<string, string>
  /** The one global that a classic script sets with `||=`. */
  global?: string
  /** Names of Trusted Types policies, for scripts that stand beside others: a strict page lets each be made once. */
  policies?: Record<'lit-html' | 'dompurify', string>
}

export interface Script {
  file: string
  /** Changes with the content, as in `popup-1a2b3c.js`. */
  hashedFile: string
  code: string
}

export async function bundle(
  root: string,
  { file, entry, format, define = {}, global, policies }: Entry,
): Promise<Script> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [tightStyles(), slimVendors(), ...(policies ? [renamedPolicies(policies)] : [])],
    define: Object.fromEntries(Object.entries(define).map(([name, text]) => [name, JSON.stringify(text)])),
    build: {
      write: false,
      target: ['chrome103', 'firefox102', 'safari16'],
      lib: { entry: join(root, entry), formats: [format], name: 'schoolbell', fileName: () => file },
    },
  })
  const chunks = Array.isArray(built) ? built.flatMap(({ output }) => output) : []
  const [chunk, ...others] = chunks.filter(output => output.type === 'chunk')
  if (!chunk || others.length) throw new Error(`${entry} must become one file, not ${others.length + 1}`)
  // Library mode keeps white space in ES modules, for a bundler that comes later; here none does.
  const { code: minified, errors } = await minify(file, chunk.code, {
    module: format === 'es',
    compress: true,
    mangle: true,
  })
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const code = global ? declared(global, minified) : minified
  return { file, hashedFile: file.replace(/(?=\.js$)/, `-${contentHash(code)}`), code }
}

/**
 * As a `var`, a global is the script's own: `self.NAME` alone would also find the element that has the name for its id,
 * which may well be the script tag itself.
 */
function declared(name: string, code: string): string {
  const start = `self.${name}||=`
  if (!code.startsWith(start)) throw new Error(`the script must begin with ${start}`)
  return `var ${name}=${name}||${code.slice(start.length)}`
}

function renamedPolicies(names: NonNullable<Entry['policies']>): Plugin {
  const missing = new Set(Object.keys(names))
  return {
    name: 'renamed-policies',
    transform: code =>
      code.includes('createPolicy(')
        ? code.replace(/(?<=createPolicy\()['"](lit-html|dompurify)['"]/g, (_, name: keyof typeof names) => {
            missing.delete(name)
            return JSON.stringify(names[name])
          })
        : undefined,
    buildEnd() {
      if (missing.size) this.error(`no policy is called ${[...missing].join(', ')}`)
    },
  }
}

/** Six hexadecimal digits: the files of a few versions at most lie side by side. */
const contentHash = (code: string): string => createHash('sha256').update(code).digest('hex').slice(0, 6)

/**
 * Takes indentation and comments out of style sheets, which a JavaScript minifier leaves as they are.
 *
 * A sheet without values inside needs nothing of Lit's `css` but what `unsafeCSS` does in fewer bytes.
 */
function tightStyles(): Plugin {
  return {
    name: 'tight-styles',
    transform: (code, id) =>
      id.endsWith('.styles.ts')
        ? code
            .replace('import { css }', 'import { unsafeCSS as css }')
            .replace(/css`([^`]*)`/g, (_, sheet: string) => `css(\`${tight(sheet)}\`)`)
        : undefined,
  }
}

function tight(sheet: string): string {
  return sheet
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
    .replace(/\b0\./g, '.')
    .replace(/='(\w+)'\]/g, '=$1]')
    .trim()
}
