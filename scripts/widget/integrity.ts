/** `integrity.json`: name, size and digest of each script, and ready-made tags. */
import { createHash } from 'node:crypto'
import { type BuiltScript, checkedScriptTag, importMap, newsTags, scriptTag } from '../../widget/tags.ts'
import { brotli } from './compress.ts'

/** `shared` is what both elements import; `purify` is DOMPurify, for browsers without a sanitiser of their own. */
export type ScriptName = 'loader' | 'dialog' | 'news' | 'shared' | 'purify'

export type Script = Pick<BuiltScript, 'file' | 'hashedFile'> & { code: string }

export interface IntegrityManifest {
  /** Version of the package. */
  version: string
  scripts: Record<ScriptName, BuiltScript>
  /** For files under `/widget/`; `schoolbell widget tag` makes tags for other places. */
  tags: {
    /** Always loads the current version. */
    stable: string
    /** Accepts this version only. */
    checked: string
    /** Put it before `checked`: also binds the loader's imports to this version. */
    importMap: string
    /** The script of `<school-news>`, and the element. */
    news: string
  }
  /** Source for `script-src` that allows the import map in a content security policy without inline scripts. */
  importMapCspSource: string
}

const PLACE = '/widget'
const OPTIONS = { service: 'https://information.school.example/cms', siteId: 'academy' }

export function integrityManifest(version: string, scripts: Record<ScriptName, Script>): IntegrityManifest {
  const built = {
    loader: described(scripts.loader),
    dialog: described(scripts.dialog),
    news: described(scripts.news),
    shared: described(scripts.shared),
    purify: described(scripts.purify),
  }
  const { tag, cspSource } = importMap(PLACE, built)
  return {
    version,
    scripts: built,
    tags: {
      stable: scriptTag(PLACE, built.loader, OPTIONS),
      checked: checkedScriptTag(PLACE, built.loader, OPTIONS),
      importMap: tag,
      news: newsTags(PLACE, built.news, { service: '/school', siteId: OPTIONS.siteId }),
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
