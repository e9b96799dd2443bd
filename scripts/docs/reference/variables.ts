/** Every environment variable: those of options, the others, and the constants of the WordPress plugin. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OTHER_VARIABLES } from '../../../cli/variables.ts'
import { ROOT } from '../../pack/places.ts'
import { describedCommands } from './commands.ts'
import { code, page, prose, table } from './markdown.ts'

export async function variablesPage(): Promise<string> {
  return page(
    '# Environment variables',
    HEAD,
    '## Of options',
    'Several commands may read one. What it does, by command: [command line](command-line.md).',
    table(['Variable', 'Option', 'Read by', 'What it does'], optionRows(await describedCommands())),
    '## Secrets, and variables of others',
    table(
      ['Variable', 'Read by', 'What it does'],
      Object.entries(OTHER_VARIABLES).map(([name, [reader, meaning]]) => [
        code(name),
        prose(reader),
        prose(meaning),
      ]),
    ),
    '## Constants of the WordPress plugin',
    'In `wp-config.php`. What stands there cannot be changed on the settings page.',
    table(['Constant', 'Default', 'What it does'], constantRows()),
  )
}

const HEAD = `For everybody who sets up a program of schoolbell: what it reads from its environment. The extension kit, and the agent and the service as
libraries, read none: they have options in code.`

type Commands = Awaited<ReturnType<typeof describedCommands>>

function optionRows(commands: Commands): string[][] {
  const found = commands.flatMap(({ name, options }) =>
    options.map(({ flags, description, variable = '' }) => ({
      variable,
      flag: flags.split(' ')[0] ?? '',
      description,
      // Sub-commands read what the command above them reads.
      reader: name.split(' ')[1] ?? '',
    })),
  )
  const variables = [...new Set(found.map(({ variable }) => variable))].filter(Boolean).toSorted()
  return variables.map(name => {
    const ofName = found.filter(({ variable }) => variable === name)
    const readers = [...new Set(ofName.map(({ reader }) => reader))]
    return [
      code(name),
      code(ofName[0]?.flag ?? ''),
      readers.map(code).join(', '),
      meaningOf(
        readers.map(reader => ofName.find(one => one.reader === reader)).filter(one => one !== undefined),
      ),
    ]
  })
}

/** Once where all say the same. */
function meaningOf(found: readonly { reader: string; description: string }[]): string {
  const texts = [...new Set(found.map(({ description }) => description))]
  if (texts.length === 1) return prose(texts[0] ?? '')
  return texts
    .map(
      text =>
        `${found
          .filter(({ description }) => description === text)
          .map(({ reader }) => code(reader))
          .join(', ')}: ${prose(text)}`,
    )
    .join('; ')
}

/** From the plugin: its defaults, and the sentences of its settings page. */
function constantRows(): string[][] {
  const read = (file: string) => readFileSync(join(ROOT, 'wordpress', 'schoolbell-news', file), 'utf8')
  const [, defaults = ''] = /const SCHOOLBELL_DEFAULTS = array\((.*?)\n\);/s.exec(read('settings.php')) ?? []
  const page = read('settings-page.php')
  return [...defaults.matchAll(/'(\w+)' +=> '(.*?)',/g)].map(([, name = '', value = '']) => {
    const [, field = ''] = new RegExp(`'${name}' +=> array\\((.*?)\\n\\t\\t\\),`, 's').exec(page) ?? []
    const [label = '', help = '', ...choices] = [...field.matchAll(/__\( '(.*?)',/g)].map(
      ([, words = '']) => words,
    )
    const values = [...field.matchAll(/^\t{4}'(.*?)' +=>/gm)].map(
      ([, value = ''], index) => `\`${value || "''"}\` (${choices[index]})`,
    )
    const which = values.length > 0 ? ` ${values.join(', ')}` : ''
    return [code(`SCHOOLBELL_${name.toUpperCase()}`), code(value || "''"), prose(`${label}. ${help}${which}`)]
  })
}
