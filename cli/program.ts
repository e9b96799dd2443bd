/** All sub-commands, and how the program ends: 0 done, 1 the work failed, 2 the call was wrong. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { demoCommand } from './demo.ts'
import { PACKAGE_ROOT } from './package-root.ts'
import { serviceCommand } from './service.ts'
import { syncCommand } from './sync.ts'

export async function run(argv: string[]): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'))
  const program = new Command('schoolbell')
    .description('What a school puts on its own side of the school information system.')
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .addCommand(demoCommand())
    .addCommand(serviceCommand())
    .addCommand(syncCommand())
  for (const command of allCommands(program)) {
    command
      .exitOverride()
      .showSuggestionAfterError()
      .configureHelp({ showGlobalOptions: true })
      .configureOutput({ outputError: (text, write) => write(text) })
  }
  try {
    readFlagsFromEnvironment(program)
    await program.parseAsync(argv)
  } catch (error) {
    process.exitCode = ending(error)
  }
}

/** Says what went wrong in one line, and gives the exit code. */
function ending(error: unknown): number {
  // Commander has printed its own line already, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`schoolbell: ${message.replaceAll(/\s*\n\s*/g, ' ')}\n`)
  return isWrongCall(error) ? 2 : 1
}

/** Errors made where an option's value was found to be wrong. */
function isWrongCall(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).endsWith('OPTION_INVALID')
}

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
