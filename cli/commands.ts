/** All sub-commands of `schoolbell`. */
import { setFlagsFromString } from 'node:v8'
import { Command } from 'commander'

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

/** @param word the first argument: if it names a sub-command, only that one is loaded */
export async function schoolbellCommand(word: string | undefined): Promise<Command> {
  const program = new Command('schoolbell').description(
    'What a school puts on its own side of the school information system.',
  )
  for (const load of named(word)) program.addCommand(await load())
  return program
}

/** The named command, or all of them if it is unknown, for help and suggestions. The version needs none. */
function named(word: string | undefined): (() => Promise<Command>)[] {
  if (word === '--version') return []
  const load = word !== undefined && Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined
  return load ? [load] : Object.values(COMMANDS)
}
