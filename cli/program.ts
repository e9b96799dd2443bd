/** All sub-commands, and how the program ends: 0 done, 1 the work failed, 2 the call was wrong. */

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

/** Each loads its own part only: a sync need not carry the service in memory. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  demo: async () => (await import('./demo.ts')).demoCommand(),
  async service() {
    // On a laptop beside an editor and a browser: room for young objects does not grow. Not `--optimize-for-size`: after each
    // quiet moment the first thousands of calls would run as slowly as those of a process that has just begun.
    setFlagsFromString('--semi-space-growth-factor=1')
    return (await import('./service.ts')).serviceCommand()
  },
  'open-extension': async () => (await import('./open-extension.ts')).openExtensionCommand(),
  async sync() {
    // It runs for months beside a website server: Node collects garbage sooner, for a third of the memory at its peak.
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

/** The command that the line names; all of them when it names none, for the help and for the nearest name. */
function named(word: string | undefined): (() => Promise<Command>)[] {
  const load = word !== undefined && Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined
  return load ? [load] : Object.values(COMMANDS)
}

/** Says what went wrong in one line, and gives the exit code. */
function ending(error: unknown, command: string | undefined): number {
  // Commander has printed its own line already, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const message = error instanceof Error ? error.message : String(error)
  const isWrong = isWrongCall(error)
  const flag = isBusyPort(error) ? ` (${command === 'demo' ? '--port-base' : '--port'})` : ''
  process.stderr.write(`schoolbell: ${plainLine(isWrong ? inFlags(message) : message)}${flag}\n`)
  return isWrong ? 2 : 1
}

/** Errors made where an option's value was found to be wrong. */
function isWrongCall(error: unknown): boolean {
  return codeOf(error).endsWith('OPTION_INVALID')
}

const isBusyPort = (error: unknown) => codeOf(error) === 'PORT_BUSY'

/** Commander takes a flag's mere presence in the environment for yes, and an empty value for a value. */
function readFlagsFromEnvironment(program: Command): void {
  for (const { envVar, required, optional } of allCommands(program).flatMap(({ options }) => options)) {
    const value = envVar === undefined ? undefined : process.env[envVar]
    if (envVar === undefined || value === undefined) continue
    if (value === '') delete process.env[envVar]
    if (value === '' || required || optional) continue
    if (/^(0|false|no|off)$/i.test(value)) delete process.env[envVar]
    else if (!/^(1|true|yes|on)$/i.test(value)) {
      program.error(`error: environment variable ${envVar} is "${value}"; it must be true or false`)
    }
  }
}

const allCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(allCommands)]
