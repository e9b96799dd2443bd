/** `integrity.json`: what each script is by name, size and digest, and the tags that are ready to be copied. */
import { createHash } from 'node:crypto'
import { type BuiltScript, checkedScriptTag, importMap, newsTags, scriptTag } from '../../widget/tags.ts'
import type { Script } from './bundle.ts'
import { brotli } from './compress.ts'

export interface IntegrityManifest {
  /** Of the package. */
  version: string
  scripts: { loader: BuiltScript; dialog: BuiltScript; news: BuiltScript }
  /** For files that are served under `/widget/`; `schoolbell widget tag` makes them for other places. */
  tags: {
    /** Follows every update. */
    stable: string
    /** Bound to this version. */
    checked: string
    /** Before `checked`: binds the dialog to this version as well. */
    importMap: string
    /** The script of `<school-news>`, and the element. */
    news: string
  }
  /** What a content security policy without inline scripts needs in `script-src` for the import map. */
  importMapCspSource: string
}

const PLACE = '/widget'
const OPTIONS = { service: 'https://information.school.example/cms', siteId: 'academy' }

export function integrityManifest(
  version: string,
  scripts: { loader: Script; dialog: Script; news: Script },
): IntegrityManifest {
  const loader = described(scripts.loader)
  const dialog = described(scripts.dialog)
  const news = described(scripts.news)
  const { tag, cspSource } = importMap(PLACE, dialog)
  return {
    version,
    scripts: { loader, dialog, news },
    tags: {
      stable: scriptTag(PLACE, loader, OPTIONS),
      checked: checkedScriptTag(PLACE, loader, OPTIONS),
      importMap: tag,
      news: newsTags(PLACE, news, { service: '/school', siteId: OPTIONS.siteId }),
    },
    importMapCspSource: cspSource,
  }
}

function described({ file, hashedFile, code }: Script): BuiltScript {
  return {
    file,
    hashedFile,
    bytes: Buffer.byteLength(code),
    brotliBytes: brotli(code).length,
    integrity: `sha384-${createHash('sha384').update(code).digest('base64')}`,
  }
}
