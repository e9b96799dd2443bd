/** All commands of `schoolbell`, as the pages about the command line and the variables tell of them. */
import type { EventEmitter } from 'node:events'
import type { Command, Option } from 'commander'
import { everyCommand } from '../../../cli/commands.ts'
import { COMMAND } from '../../../cli/help.ts'

export interface Described {
  /** As in `schoolbell sync webhooks add`. */
  name: string
  /** What follows the name, as in `<url> [options]`. */
  usage: string
  description: string
  options: OptionRow[]
  /** Examples and lists at the end of its help. */
  more: string
}

export interface OptionRow {
  flags: string
  description: string
  /** `required`, words or a value; empty where there is none. */
  fallback: string
  variable: string | undefined
}

export async function describedCommands(): Promise<Described[]> {
  const { commands } = await everyCommand()
  return commands.flatMap(command => describe(command, 'schoolbell'))
}

function describe(command: Command, before: string): Described[] {
  const name = `${before} ${command.name()}`
  const own = {
    name,
    usage: usageOf(command),
    description: command.description(),
    options: command.options.filter(({ hidden }) => !hidden).map(optionRow),
    more: moreOf(command),
  }
  return [own, ...command.commands.flatMap(each => describe(each, name))]
}

function usageOf({ registeredArguments, options }: Command): string {
  const given = registeredArguments.map(argument => {
    const name = `${argument.argChoices?.join('|') ?? argument.name()}${argument.variadic ? '…' : ''}`
    return argument.required ? `<${name}>` : `[${name}]`
  })
  return [...given, ...(options.length > 0 ? ['[options]'] : [])].join(' ')
}

/** Where a description ends with what holds without the option, that is a cell of its own. */
function optionRow({ flags, description, argChoices, mandatory, envVar, ...option }: Option): OptionRow {
  const [, what = description, words] = OWN_FALLBACK.exec(description) ?? []
  const choices = argChoices ? `: ${argChoices.join(', ')}` : ''
  const { defaultValue, defaultValueDescription } = option
  // What `--no-check` is without being given says nothing.
  const value = typeof defaultValue === 'boolean' ? '' : `${defaultValueDescription ?? defaultValue ?? ''}`
  const fallback = words ?? (mandatory ? 'required' : value)
  return { flags, description: `${what}${choices}`, fallback, variable: envVar }
}

const OWN_FALLBACK = /^(.*) \((?:default: )?((?<=default: ).*|required.*)\)$/

/** Commander keeps it as listeners; its types leave them out. */
function moreOf(command: Command): string {
  let text = ''
  const emitter = command as unknown as EventEmitter
  emitter.emit('afterHelp', { command, error: false, write: (line: string) => (text += line) })
  return text.replaceAll(COMMAND, 'schoolbell').trim()
}
