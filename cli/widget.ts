/** `schoolbell widget tag`: prints the tag that a web editor copies into a page. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, Option, type OptionValues } from 'commander'
import { LANGUAGES, SITE_IDS } from '../shared/contract/site.ts'
import { WIDGET_DIR } from '../shared/widget-dir.ts'
import {
  type BuiltScript,
  checkedScriptTag,
  type DialogScripts,
  importMap,
  preloadTag,
  scriptTag,
} from '../widget/tags.ts'
import { example } from './help.ts'
import { httpUrl } from './options.ts'

export default function widgetCommand(): Command {
  const tag = new Command('tag')
    .description('Prints the HTML that shows popup messages on a page.')
    .option(
      '--service-url <url>',
      'the service with its first path segment; default: an agent’s relay',
      httpUrl,
    )
    .addOption(new Option('--site <id>', 'the website').choices(SITE_IDS))
    .addOption(new Option('--lang <tag>', 'instead of the page’s own language').choices(LANGUAGES))
    .addOption(
      new Option(
        '--for <server>',
        'a sync agent serves the files and relays the messages; needs no --service-url',
      )
        .choices(['agent'])
        .conflicts('serviceUrl'),
    )
    .option('--at <address>', 'where the page finds the files; default: /widget, of an agent /school/widget')
    .option('--integrity', 'accept only this exact version; copy the tag again after each update')
    .addHelpText('after', example(EXAMPLE))
    .action(printTag)
  return new Command('widget').description('The popup widget for a page.').addCommand(tag)
}

const EXAMPLE =
  'schoolbell widget tag --service-url https://service.school.example/cms --at /assets/schoolbell'

function printTag({ serviceUrl: service, site: siteId, lang, integrity, ...flags }: OptionValues): void {
  // As in the guides, where the web server leads to an agent under this path.
  const at = flags.at ?? (service ? '/widget' : '/school/widget')
  const { loader, ...dialogScripts } = builtScripts()
  const options = { service, siteId, lang }
  if (service && lang) console.log(preloadTag({ service, siteId: siteId ?? SITE_IDS[0], lang }))
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
