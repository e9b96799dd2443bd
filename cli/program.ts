/** Runs a command, with the exit codes 0 success, 1 failure, 2 wrong usage, also of a store: a restart would not help. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError, Option } from 'commander'
import { codeOf } from '../shared/error-code.ts'
import { PACKAGE_ROOT } from '../shared/package-root.ts'
import { plainLine } from '../shared/text/table.ts'
import { HELP } from './help.ts'

/** Where an operator of the agent reads on: the guide that says by symptom what to do. */
export const READ_ON = `What to do: ${join(PACKAGE_ROOT, 'docs', 'operate', 'fix.md')}`

/** Of the store and of calls to the service; a mistake in the command itself is said in its message. */
const IN_GUIDE = /^(STORE_(?!ADDRESS)\w+|UNREACHABLE|TIMEOUT|STATUS|REDIRECT|CONTRACT|TOO_LARGE)$/

export async function run(program: Command, argv: string[]): Promise<void> {
  watchOutput(program.name())
  const code = await runToExitCode(program, argv)
  if (code !== 0) process.exitCode = code
}

/** A closed pipe, as after `head`, is no error. A full disk is reported in one line. */
function watchOutput(program: string): void {
  let isReported = false
  process.stdout.on('error', error => {
    const code = codeOf(error) || error.message
    if (code === 'EPIPE' || isReported) return
    isReported = true
    process.exitCode = 1
    process.stderr.write(`${program}: standard output cannot be written (${code})\n`)
  })
  // There is nowhere left to report it.
  process.stderr.on('error', () => {})
}

/** @returns 0 also for a command that has set an exit code of its own */
export async function runToExitCode(program: Command, argv: string[]): Promise<number> {
  program.version(versionOf(), '--version', 'print the version')
  for (const command of allCommands(program)) {
    if (command.commands.length > 0) command.helpCommand(false).addCommand(helpCommand(command))
  }
  for (const command of allCommands(program)) {
    command
      .exitOverride()
      // An option after a sub-command is the sub-command's.
      .enablePositionalOptions()
      .showSuggestionAfterError()
      .showHelpAfterError(`(See ${wordsOf(command)} --help)`)
      .addHelpOption(new Option('-h, --help', 'print this help'))
      .configureHelp(HELP)
      .configureOutput({
        outputError: (text, write) => write(withoutValues(text).replace(/^error:/, `${program.name()}:`)),
      })
  }
  try {
    readFlagsFromEnvironment(program)
    commandAt(program, argv.slice(2))
    await program.parseAsync(argv)
    return 0
  } catch (error) {
    return ending(error, program)
  }
}

export const versionOf = (): string =>
  JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')).version

/** As in `help webhooks add`; Commander's own takes one word. */
const helpCommand = (parent: Command): Command =>
  new Command('help')
    .description('print the help of a command')
    .argument('[command...]', 'its words')
    .action((words: string[]) => commandAt(parent, words).help())

/**
 * The command that these words lead to; what follows it are its options and arguments.
 *
 * Commander takes a mistyped sub-command for an argument where the command above does something itself, as `sync` does.
 */
function commandAt(command: Command, [word, ...rest]: readonly string[]): Command {
  if (word === undefined || word.startsWith('-') || command.commands.length === 0) return command
  const next = command.commands.find(one => one.name() === word)
  if (next) return commandAt(next, rest)
  command.args = [word]
  // Its own error, which says what may be meant; its types leave it out.
  return Object(command).unknownCommand()
}

/** A message of Commander without the values that it quotes: one may be a key, or an address with a password. */
function withoutValues(text: string): string {
  return text
    .replace(/^(error: unknown option '(?:--[^=']*|-[^-])).*?('\n(?:\(Did you mean [^\n]*\n)?)$/s, '$1$2')
    .replace(/^(error: unknown command '[^']{4})[^'\n]{14,}/, '$1…')
    .replace(/^(error: too many arguments[^:]*): .*\n$/s, '$1.\n')
    .replace(/^(error: .*? (?:argument|value)) '.*?'( from env '\w+')?( is invalid)/s, '$1$2$3')
}

/** Prints the error in one line, below it where an operator of the agent reads on, and returns the exit code. */
function ending(error: unknown, program: Command): number {
  // Commander has already printed its message or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const message = error instanceof Error ? error.message : `${error}`
  const isOption = /OPTION_INVALID$/.test(codeOf(error))
  const line = plainLine(isOption ? inFlags(message, program) : message)
  process.stderr.write(`${program.name()}: ${line}\n`)
  const isAgents = program.name() === 'schoolbell-sync' || program.args[0] === 'sync'
  if (isAgents && IN_GUIDE.test(codeOf(error))) process.stderr.write(`${READ_ON}\n`)
  return isOption || WRONG_CALL.test(codeOf(error)) ? 2 : 1
}

/** A message of a part about its options, as `media: needs publicUrl`, with the options of the command. */
function inFlags(message: string, program: Command): string {
  const options = allCommands(program).flatMap(command => command.options)
  const flags = new Map(options.map(option => [option.attributeName(), option.long]))
  return message
    .replace(/^media: (?:dir: )?/, '--media-dir: ')
    .replace(/^publish: (?:to: )?/, '--publish-to: ')
    .replaceAll(NAME_OF_OPTION, name => flags.get(name) ?? flags.get(name.replace(/s$/, '')) ?? name)
}

/** The first word, or one with a capital within. */
const NAME_OF_OPTION = /^[a-z]+(?=[: ])|(?<![\w"./-])[a-z]+[A-Z]\w*/g

const WRONG_CALL = /^SEED_|^(SAMPLE_CREDENTIALS|PROXY_INVALID|STORE_(ADDRESS|MOVED|REPLACED|NEWER|OLDER))$/

/** Commander treats any value of a flag's variable as true, and an empty value as a value. */
function readFlagsFromEnvironment(program: Command): void {
  for (const { envVar, required, optional } of allCommands(program).flatMap(({ options }) => options)) {
    const value = envVar === undefined ? undefined : process.env[envVar]
    if (envVar === undefined || value === undefined) continue
    if (value === '') delete process.env[envVar]
    if (value === '' || required || optional) continue
    if (/^(0|false|no|off)$/i.test(value)) delete process.env[envVar]
    else if (!/^(1|true|yes|on)$/i.test(value)) {
      program.error(`error: environment variable ${envVar} must be true or false, not "${value}"`)
    }
  }
}

const allCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(allCommands)]

/** As in `schoolbell sync webhooks`. */
const wordsOf = (command: Command): string =>
  command.parent ? `${wordsOf(command.parent)} ${command.name()}` : command.name()
