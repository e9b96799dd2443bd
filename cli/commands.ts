/** All sub-commands of `schoolbell`. */
import { setFlagsFromString } from 'node:v8'
import { Command } from 'commander'
import { completionCommand } from './completion.ts'
import { asTyped } from './help.ts'
import { versionOf } from './program.ts'

type Load = () => Promise<{ default(): Command }>

/**
 * By group, with its line in the list of all commands; its own help says more.
 *
 * Each command loads only its own part: a sync does not hold the service in memory, and the list of all loads none.
 */
const COMMANDS: Record<string, Record<string, [summary: string, load: Load]>> = {
  'Try and develop:': {
    demo: ['a school’s landing page with everything behind it', () => import('./demo.ts')],
    service: [
      'the whole interface of the school information system, for development and tests',
      () => {
        // For laptops: the space for young objects does not grow. Not `--optimize-for-size`: after each quiet moment, thousands
        // of calls would be as slow as in a new process.
        setFlagsFromString('--semi-space-growth-factor=1')
        return import('./service.ts')
      },
    ],
    'open-extension': ['opens a web-app as the mobile app does', () => import('./open-extension.ts')],
  },
  'Run for a website:': {
    init: ['asks what a website is, and writes what its host needs', () => import('./init.ts')],
    sync: [
      'copies the service’s news into its own store and serves it to the host site',
      () => {
        // It runs for months on a web server: Node collects garbage earlier, which saves a third of peak memory.
        setFlagsFromString('--optimize-for-size')
        return import('./sync.ts')
      },
    ],
    widget: ['the popup widget for a page', () => import('./widget.ts')],
  },
  'Look at what a service answers:': {
    popups: ['prints the popup messages of a website', () => import('./popups.ts')],
    news: ['prints the news of a website that changed since a time', () => import('./news.ts')],
    attendance: ['prints the attendance list of a group', () => import('./attendance.ts')],
    session: ['sessions of the mobile app', () => import('./session.ts')],
  },
  'Check a service:': {
    conformance: ['checks a service against each rule of the interface', () => import('./conformance.ts')],
    wait: ['waits until the service at an address answers', () => import('./wait.ts')],
  },
  'About this command:': {
    completion: [
      'prints a script with which a shell completes commands and options',
      async () => ({ default: () => completionCommand(everyCommand) }),
    ],
    version: ['prints the version', async () => ({ default: versionCommand })],
  },
}

const versionCommand = (): Command =>
  new Command('version').description('Prints the version.').action(() => console.log(versionOf()))

const DESCRIPTION = `What a school puts on its own side of the school information system.

  ${asTyped('schoolbell demo')}

While it runs:

  ${asTyped('schoolbell sync --service-url http://127.0.0.1:4010/cms --port 4021')}
  ${asTyped('schoolbell popups --service-url http://127.0.0.1:4010/cms')}
  ${asTyped('schoolbell conformance --service-url http://127.0.0.1:4010/cms')}
  ${asTyped('schoolbell help sync webhooks')}`

/** @param words the arguments: if they begin with a sub-command, or `help` and one, that one is loaded */
export async function schoolbellCommand(words: readonly string[]): Promise<Command> {
  const program = new Command('schoolbell').description(DESCRIPTION)
  const [first, second] = words
  const word = (first === 'help' ? second : first) ?? ''
  for (const commands of Object.values(COMMANDS)) {
    const [, load] = (Object.hasOwn(commands, word) && commands[word]) || []
    if (load) return program.addCommand((await load()).default())
  }
  // For help and suggestions: none of them is called.
  for (const [group, commands] of Object.entries(COMMANDS))
    for (const [name, [summary]] of Object.entries(commands))
      program.addCommand(new Command(name).description(summary).helpGroup(group))
  // Of `help`, which is added at the end.
  return program.commandsGroup('About this command:')
}

/** With all that each command has: for a shell, and for the reference. */
export async function everyCommand(): Promise<Command> {
  const program = new Command('schoolbell')
  for (const commands of Object.values(COMMANDS))
    for (const [, load] of Object.values(commands)) program.addCommand((await load()).default())
  return program
}
