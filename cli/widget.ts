/** `schoolbell widget tag`: prints the tag that a web editor copies into a page. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { LANGUAGES, SITE_IDS } from '../shared/contract/site.ts'
import { WIDGET_DIR } from '../shared/widget-dir.ts'
import {
  agentTag,
  type BuiltScript,
  checkedScriptTag,
  type DialogScripts,
  importMap,
  preloadTag,
  scriptTag,
} from '../widget/tags.ts'
import { example } from './help.ts'
import { httpUrl } from './options.ts'

interface TagFlags {
  serviceUrl?: string
  site?: string
  lang?: string
  at: string
  integrity?: boolean
}

export function widgetCommand(): Command {
  const tag = new Command('tag')
    .description('Prints the HTML that shows popup messages on a page.')
    .addOption(
      new Option(
        '--service-url <url>',
        'the service with its first path segment; default: a sync agent’s relay',
      ).argParser(httpUrl),
    )
    .addOption(new Option('--site <id>', 'the website').choices(SITE_IDS))
    .addOption(new Option('--lang <tag>', 'instead of the page’s own language').choices(LANGUAGES))
    .addOption(new Option('--at <address>', 'where the page finds the files').default('/widget'))
    .addOption(
      new Option('--integrity', 'accept only this exact version; copy the tag again after each update'),
    )
    .addHelpText('after', example('--service-url https://service.school.example/cms --at /assets/schoolbell'))
    .action(printTag)
  return new Command('widget').description('The popup widget for a page.').addCommand(tag)
}

function printTag({ serviceUrl: service, site: siteId, lang, at, integrity }: TagFlags): void {
  const { loader, ...dialogScripts } = builtScripts()
  const options = { service, siteId, lang }
  if (service && lang) console.log(preloadTag({ service, siteId: siteId ?? SITE_IDS[0], lang }))
  if (!integrity && !service && at.startsWith('/') && !at.startsWith('//')) {
    console.log(agentTag(at, loader, { siteId: siteId ?? SITE_IDS[0], lang }))
    return
  }
  if (!integrity) {
    console.log(scriptTag(at, loader, options))
    return
  }
  const map = importMap(at, dialogScripts)
  console.log(`${map.tag}\n${checkedScriptTag(at, loader, options)}`)
  // On standard error: it is not part of the page.
  console.error(`for script-src in a content security policy without inline scripts: ${map.cspSource}`)
}

function builtScripts(): DialogScripts & { loader: BuiltScript } {
  const file = join(WIDGET_DIR, 'integrity.json')
  if (!existsSync(file)) throw new Error(`${WIDGET_DIR} has no built widget; run: npm run build:widget`)
  return JSON.parse(readFileSync(file, 'utf8')).scripts
}
