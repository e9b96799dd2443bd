/** All sub-commands of `schoolbell`. */
import { setFlagsFromString } from 'node:v8'
import { Command } from 'commander'

interface Known {
  /** Its line in the list of all commands; its own help says more. */
  summary: string
  load: () => Promise<Command>
}

/** Each command loads only its own part: a sync does not hold the service in memory, and the list of all loads none. */
const COMMANDS: Record<string, Known> = {
  demo: {
    summary: 'a school’s landing page with everything behind it',
    load: async () => (await import('./demo.ts')).demoCommand(),
  },
  service: {
    summary: 'the whole interface of the school information system, for development and tests',
    async load() {
      // For laptops: the space for young objects does not grow. Not `--optimize-for-size`: after each quiet moment, thousands
      // of calls would be as slow as in a new process.
      setFlagsFromString('--semi-space-growth-factor=1')
      return (await import('./service.ts')).serviceCommand()
    },
  },
  'open-extension': {
    summary: 'opens a web-app as the mobile app does',
    load: async () => (await import('./open-extension.ts')).openExtensionCommand(),
  },
  sync: {
    summary: 'copies the service’s news into its own store and serves it to the host site',
    async load() {
      // It runs for months on a web server: Node collects garbage earlier, which saves a third of peak memory.
      setFlagsFromString('--optimize-for-size')
      return (await import('./sync.ts')).syncCommand()
    },
  },
  popups: {
    summary: 'prints the popup messages of a website',
    load: async () => (await import('./popups.ts')).popupsCommand(),
  },
  news: {
    summary: 'prints the news of a website that changed since a time',
    load: async () => (await import('./news.ts')).newsCommand(),
  },
  attendance: {
    summary: 'prints the attendance list of a group',
    load: async () => (await import('./attendance.ts')).attendanceCommand(),
  },
  session: {
    summary: 'sessions of the mobile app',
    load: async () => (await import('./session.ts')).sessionCommand(),
  },
  conformance: {
    summary: 'checks a service against each rule of the interface',
    load: async () => (await import('./conformance.ts')).conformanceCommand(),
  },
  widget: {
    summary: 'the popup widget for a page',
    load: async () => (await import('./widget.ts')).widgetCommand(),
  },
  wait: {
    summary: 'waits until the service at an address answers',
    load: async () => (await import('./wait.ts')).waitCommand(),
  },
}

/** @param words the arguments: if they begin with a sub-command, or `help` and one, that one is loaded */
export async function schoolbellCommand(words: readonly string[]): Promise<Command> {
  const program = new Command('schoolbell').description(
    'What a school puts on its own side of the school information system.',
  )
  const [first, second] = words
  const word = (first === 'help' ? second : first) ?? ''
  if (Object.hasOwn(COMMANDS, word)) return program.addCommand(await (COMMANDS[word] as Known).load())
  // For help and suggestions: none of them is called.
  for (const [name, { summary }] of Object.entries(COMMANDS))
    program.addCommand(new Command(name).description(summary))
  return program
}
