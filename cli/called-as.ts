/** The words that start this command on this machine. Every message that names a command takes them from here. */
import type { Command } from 'commander'

export interface Start {
  /** This file: its ending shows whether the sources run, or an installed package. */
  file: string
  /** The file that Node was told to run. */
  entry: string
  /** Set by npm and npx for what they run. */
  lifecycleEvent: string | undefined
}

const started = (): Start => ({
  file: import.meta.filename,
  entry: process.argv[1] ?? '',
  lifecycleEvent: process.env.npm_lifecycle_event,
})

/** @returns as in `schoolbell`, `npx schoolbell`, or in a clone `npm run -s schoolbell --` */
export function calledAs(program: string, { file, entry, lifecycleEvent }: Start = started()): string {
  if (isClone(file)) return `npm run -s schoolbell --${program === 'schoolbell-sync' ? ' sync' : ''}`
  const isOfProject = lifecycleEvent !== undefined || /[\\/]node_modules[\\/]\.bin[\\/]/.test(entry)
  return isOfProject ? `npx ${program}` : program
}

/** The words that start the demo: a clone has a shorter form. */
export const demoCall = (start: Start = started()) =>
  isClone(start.file) ? 'npm start' : `${calledAs('schoolbell', start)} demo`

/** The words that call a command, as in `npx schoolbell sync webhooks`. */
export function callOf(command: Command): string {
  return command.parent ? `${callOf(command.parent)} ${command.name()}` : calledAs(command.name())
}

/** As in `npx schoolbell sync`, for any of its sub-commands. */
export const syncCallOf = (command: Command): string => callOf(syncOf(command))

/** As in `npx schoolbell sync --db /srv/news.db`: what was typed to name the store stays the same. */
export function sameStoreCallOf(command: Command): string {
  const sync = syncOf(command)
  return [callOf(sync), ...typed(sync)].join(' ')
}

const syncOf = (command: Command): Command =>
  command.name() === 'sync' || !command.parent ? command : syncOf(command.parent)

/** Not what comes from the environment, which the next command has as well. */
const typed = (sync: Command): string[] =>
  Object.entries({ db: '--db', webhookKey: '--webhook-key' })
    .filter(([name]) => sync.getOptionValueSource(name) === 'cli')
    .map(([name, flag]) => `${flag} ${asWord(sync.getOptionValue(name))}`)

/** As it is typed: in quotation marks that both kinds of shell have, where it needs them. */
export const asWord = (text: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(text) ? text : `"${text.replaceAll('"', '\\"')}"`

/** For the end of a command's help. @param args what follows the command's name; @param before what precedes it */
export function whileDemoRuns(args: string, before = ''): (context: { command: Command }) => string {
  return ({ command }) => `\nWhile \`${demoCall()}\` runs:\n  ${before}${callOf(command)} ${args}`
}

const isClone = (file: string) => file.endsWith('.ts')
