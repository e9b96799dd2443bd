/** All sub-commands, and the exit codes: 0 success, 1 failure, 2 wrong usage. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Command, CommanderError } from 'commander'
import { codeOf } from '../shared/error-code.ts'
import { PACKAGE_ROOT } from '../shared/package-root.ts'
import { plainLine } from '../shared/text/table.ts'
import { inFlags } from './in-flags.ts'
import { optionsThatCount } from './options-that-count.ts'
import { withoutValues } from './wrong-call.ts'

/** Each command loads only its own part, so that a sync does not hold the service in memory. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  demo: async () => (await import('./demo.ts')).demoCommand(),
  async service() {
    // For laptops: the space for young objects does not grow. Not `--optimize-for-size`: after each quiet moment, thousands
    // of calls would be as slow as in a new process.
    setFlagsFromString('--semi-space-growth-factor=1')
    return (await import('./service.ts')).serviceCommand()
  },
  'open-extension': async () => (await import('./open-extension.ts')).openExtensionCommand(),
  async sync() {
    // It runs for months on a web server: Node collects garbage earlier, which saves a third of peak memory.
    setFlagsFromString('--optimize-for-size')
    return (await import('./sync.ts')).syncCommand()
  },
  popups: async () => (await import('./popups.ts')).popupsCommand(),
  news: async () => (await import('./news.ts')).newsCommand(),
  attendance: async () => (await import('./attendance.ts')).attendanceCommand(),
  session: async () => (await import('./session.ts')).sessionCommand(),
  conformance: async () => (await import('./conformance.ts')).conformanceCommand(),
  widget: async () => (await import('./widget.ts')).widgetCommand(),
  wait: async () => (await import('./wait.ts')).waitCommand(),
}

export async function run(argv: string[]): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'))
  const program = new Command('schoolbell')
    .description('What a school puts on its own side of the school information system.')
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'print this help')
  for (const load of named(argv[2])) program.addCommand(await load())
  for (const command of allCommands(program)) {
    command
      .exitOverride()
      .showSuggestionAfterError()
      .configureHelp({ showGlobalOptions: true, visibleGlobalOptions: optionsThatCount })
      .configureOutput({ outputError: (text, write) => write(withoutValues(text, command)) })
  }
  try {
    readFlagsFromEnvironment(program)
    await program.parseAsync(argv)
  } catch (error) {
    process.exitCode = ending(error, argv[2])
  }
}

/** The named command, or all of them if it is unknown, for help and suggestions. */
function named(word: string | undefined): (() => Promise<Command>)[] {
  const load = word !== undefined && Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined
  return load ? [load] : Object.values(COMMANDS)
}

/** Prints the error in one line and returns the exit code. */
function ending(error: unknown, command: string | undefined): number {
  // Commander has already printed its message or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const message = error instanceof Error ? error.message : String(error)
  const isWrong = isWrongCall(error)
  const flag = isBusyPort(error) ? ` (${command === 'demo' ? '--port-base' : '--port'})` : ''
  process.stderr.write(`schoolbell: ${plainLine(isWrong ? inFlags(message) : message)}${flag}\n`)
  return isWrong ? 2 : 1
}

/** Errors for invalid options. */
function isWrongCall(error: unknown): boolean {
  return codeOf(error).endsWith('OPTION_INVALID')
}

const isBusyPort = (error: unknown) => codeOf(error) === 'PORT_BUSY'

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
