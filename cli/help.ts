/** The help of all commands: one form for what is said of an option, and examples. */
import { Help, type HelpConfiguration, type Option } from 'commander'

const plain = new Help()

export const HELP: HelpConfiguration = {
  optionDescription: oneBracket,
}

/** `(default: 50) (env: SCHOOLBELL_X)`, where the description ends with its own bracket, as `(default: 50, env: SCHOOLBELL_X)`. */
function oneBracket(option: Option): string {
  const own = option.description
  const all = plain.optionDescription(option)
  return own.endsWith(')') && all.startsWith(`${own} (`)
    ? `${own.slice(0, -1)}, ${all.slice(own.length + 2)}`
    : all
}

/** The words that start this command: in a clone it has no name of its own. */
export const COMMAND = import.meta.filename.endsWith('.ts') ? 'npm run -s schoolbell --' : 'npx schoolbell'

export const asTyped = (call: string) => call.replace(/(?<=^| )schoolbell(?= )/, COMMAND)

/** @param call needs nothing else */
export const example = (call: string): string => `\nExample:\n  ${asTyped(call)}`

export const whileDemoRuns = (call: string): string => `\nWhile the demo runs:\n  ${asTyped(call)}`
