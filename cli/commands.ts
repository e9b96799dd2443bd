/** All sub-commands of `schoolbell`. */
import { setFlagsFromString } from 'node:v8'
import { Command } from 'commander'
import { completionCommand } from './completion.ts'
import { asTyped } from './help.ts'
import { versionOf } from './program.ts'

interface Known {
  /** Its line in the list of all commands; its own help says more. */
  summary: string
  group:
    | 'Try and develop'
    | 'Run for a website'
    | 'Look at what a service answers'
    | 'Check a service'
    | 'About this command'
  load: () => Promise<Command>
}

/** Each command loads only its own part: a sync does not hold the service in memory, and the list of all loads none. */
const COMMANDS: Record<string, Known> = {
  demo: {
    summary: 'a school’s landing page with everything behind it',
    group: 'Try and develop',
    load: async () => (await import('./demo.ts')).demoCommand(),
  },
  service: {
    summary: 'the whole interface of the school information system, for development and tests',
    group: 'Try and develop',
    async load() {
      // For laptops: the space for young objects does not grow. Not `--optimize-for-size`: after each quiet moment, thousands
      // of calls would be as slow as in a new process.
      setFlagsFromString('--semi-space-growth-factor=1')
      return (await import('./service.ts')).serviceCommand()
    },
  },
  'open-extension': {
    summary: 'opens a web-app as the mobile app does',
    group: 'Try and develop',
    load: async () => (await import('./open-extension.ts')).openExtensionCommand(),
  },
  sync: {
    summary: 'copies the service’s news into its own store and serves it to the host site',
    group: 'Run for a website',
    async load() {
      // It runs for months on a web server: Node collects garbage earlier, which saves a third of peak memory.
      setFlagsFromString('--optimize-for-size')
      return (await import('./sync.ts')).syncCommand()
    },
  },
  widget: {
    summary: 'the popup widget for a page',
    group: 'Run for a website',
    load: async () => (await import('./widget.ts')).widgetCommand(),
  },
  popups: {
    summary: 'prints the popup messages of a website',
    group: 'Look at what a service answers',
    load: async () => (await import('./popups.ts')).popupsCommand(),
  },
  news: {
    summary: 'prints the news of a website that changed since a time',
    group: 'Look at what a service answers',
    load: async () => (await import('./news.ts')).newsCommand(),
  },
  attendance: {
    summary: 'prints the attendance list of a group',
    group: 'Look at what a service answers',
    load: async () => (await import('./attendance.ts')).attendanceCommand(),
  },
  session: {
    summary: 'sessions of the mobile app',
    group: 'Look at what a service answers',
    load: async () => (await import('./session.ts')).sessionCommand(),
  },
  conformance: {
    summary: 'checks a service against each rule of the interface',
    group: 'Check a service',
    load: async () => (await import('./conformance.ts')).conformanceCommand(),
  },
  wait: {
    summary: 'waits until the service at an address answers',
    group: 'Check a service',
    load: async () => (await import('./wait.ts')).waitCommand(),
  },
  completion: {
    summary: 'prints a script with which a shell completes commands and options',
    group: 'About this command',
    load: async () => completionCommand(everyCommand),
  },
  version: {
    summary: 'prints the version',
    group: 'About this command',
    load: async () =>
      new Command('version').description('Prints the version.').action(() => console.log(versionOf())),
  },
}

const DESCRIPTION = `What a school puts on its own side of the school information system.

  ${asTyped('schoolbell demo')}

While it runs:

  ${asTyped('schoolbell sync --service-url http://127.0.0.1:4010/cms')}
  ${asTyped('schoolbell popups --service-url http://127.0.0.1:4010/cms')}
  ${asTyped('schoolbell conformance --service-url http://127.0.0.1:4010/cms')}
  ${asTyped('schoolbell help sync webhooks')}`

/** @param words the arguments: if they begin with a sub-command, or `help` and one, that one is loaded */
export async function schoolbellCommand(words: readonly string[]): Promise<Command> {
  const program = new Command('schoolbell').description(DESCRIPTION)
  const [first, second] = words
  const word = (first === 'help' ? second : first) ?? ''
  if (Object.hasOwn(COMMANDS, word)) return program.addCommand(await (COMMANDS[word] as Known).load())
  // For help and suggestions: none of them is called.
  for (const [name, { group, summary }] of Object.entries(COMMANDS))
    program.addCommand(new Command(name).description(summary).helpGroup(`${group}:`))
  // Of `help`, which is added at the end.
  return program.commandsGroup('About this command:')
}

/** With all that each command has, for a shell. */
async function everyCommand(): Promise<Command> {
  const program = new Command('schoolbell')
  for (const { load } of Object.values(COMMANDS)) program.addCommand(await load())
  return program
}
