/** Every command with its options, from the commands themselves. */
import { type Described, describedCommands, type OptionRow } from './commands.ts'
import { code, page, prose, table, valueOrWords } from './markdown.ts'

/** An option that so many commands have, word for word, is told of once. */
const MANY = 5

export async function commandLinePage(): Promise<string> {
  const commands = await describedCommands()
  const counts = new Map<string, number>()
  for (const option of commands.flatMap(({ options }) => options))
    counts.set(keyOf(option), (counts.get(keyOf(option)) ?? 0) + 1)
  const isCommon = (option: OptionRow) => (counts.get(keyOf(option)) ?? 0) >= MANY
  const common = new Map(
    commands.flatMap(({ options }) => options.filter(isCommon).map(option => [keyOf(option), option])),
  )
  return page(
    '# Command line',
    HEAD,
    '## Options of many commands',
    'Each command below names those of them that it has.',
    optionTable([...common.values()]),
    ...commands.map(command => section(command, isCommon)),
  )
}

const HEAD = `For everybody who types \`schoolbell\`: each command, and each of its options. \`schoolbell help COMMAND\` prints the same.

- Exit codes: 0 success, 1 failed or refused, 2 wrong usage. With 2, a restart does not help.
- An option with a variable can be set in the environment. The command line counts more. A switch is \`true\` or \`false\` there.
- A secret never stands on the command line: it is read from a file or from a [variable](variables.md).
- \`schoolbell-sync\` of the package \`@schoolbell/sync-agent\` is the same as \`schoolbell sync\`, with its sub-commands.
- An option of \`schoolbell sync\` may stand before the name of its sub-command, if the sub-command has it, too.`

const keyOf = ({ flags, description, fallback, variable }: OptionRow) =>
  [flags, description, fallback, variable].join('\n')

function section(
  { name, usage, description, options, more }: Described,
  isCommon: (option: OptionRow) => boolean,
) {
  const common = options.filter(isCommon).map(({ flags }) => code(flags.split(' ')[0] ?? ''))
  return page(
    `## ${name}`,
    code(`${name} ${usage}`.trim()),
    prose(description),
    optionTable(options.filter(option => !isCommon(option))),
    common.length > 0
      ? `Also ${common.join(', ')}: [options of many commands](#options-of-many-commands).`
      : '',
    more && `\`\`\`text\n${more}\n\`\`\``,
  ).trimEnd()
}

const optionTable = (options: readonly OptionRow[]) =>
  table(
    ['Option', 'What it does', 'Default', 'Variable'],
    options.map(({ flags, description, fallback, variable }) => [
      code(flags),
      prose(description),
      fallback.startsWith('required') ? `**${fallback}**` : valueOrWords(fallback),
      variable ? code(variable) : '',
    ]),
  )
