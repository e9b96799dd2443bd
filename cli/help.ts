/** The help of all commands: usage in the words that start the command here, and one form for what is said of an option. */
import { type Command, Help, type HelpConfiguration, type Option } from 'commander'
import { callOf } from './called-as.ts'
import { optionsThatCount } from './options-that-count.ts'

const plain = new Help()

export const HELP: HelpConfiguration = {
  showGlobalOptions: true,
  visibleGlobalOptions: optionsThatCount,
  commandUsage: command => `${callOf(command)} ${command.usage()}`,
  optionDescription: oneBracket,
  subcommandDescription: command =>
    command.name() === 'help' ? 'print the help of a command' : plain.subcommandDescription(command),
}

/** `(default: 50) (env: SCHOOLBELL_X)`, where the description ends with its own bracket, as `(default: 50, env: SCHOOLBELL_X)`. */
function oneBracket(option: Option): string {
  const own = option.description
  const all = plain.optionDescription(option)
  return own.endsWith(')') && all.startsWith(`${own} (`)
    ? `${own.slice(0, -1)}, ${all.slice(own.length + 2)}`
    : all
}

/** @param args of an example that needs nothing else; @param before what precedes it */
export const example =
  (args: string) =>
  ({ command }: { command: Command }) =>
    `\nExample:\n  ${callOf(command)} ${args}`
