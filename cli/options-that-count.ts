/** Which options of `schoolbell sync` or `service` a sub-command's help lists: it accepts all, but only some have an effect. */
import { type Command, Help, Option } from 'commander'

const STORE = ['--db']
const STREAMS = ['--site', '--lang', '--zone']
const COPYING = [...STORE, '--service-url', ...STREAMS, '--log-level', '--log-format']
const MEDIA = ['--media-dir', '--media-host', '--media-private-host', '--media-total-bytes']
const WEBHOOKS = [...STORE, '--webhook-allow-host']

/** The command, and the program that is only this command. */
const SYNC = ['sync', 'schoolbell-sync']

/** By the words after `sync`; all others need the store alone. */
const COUNTING: Readonly<Record<string, readonly string[]>> = {
  once: COPYING,
  reconcile: COPYING,
  'quarantine retry': COPYING,
  publish: [
    ...[...STORE, ...STREAMS, '--publish-to', '--base-url', '--format', '--stylesheet'],
    ...['--feed-title', '--news-link', '--home-link', '--media-dir'],
  ],
  status: [...STORE, '--publish-to'],
  followers: [...STORE, '--publish-to'],
  'webhooks add': [...WEBHOOKS, '--site', '--lang'],
  'webhooks test': WEBHOOKS,
  'media check': [...STORE, '--media-dir'],
  'media fetch': [...STORE, '--service-url', '--public-url', ...MEDIA, '--log-level', '--log-format'],
  migrate: ['--db-schema', '--db-password-file'],
  doctor: [...STORE, '--service-url', ...STREAMS, '--public-url', '--publish-to'],
}

/** For Commander's help: the parent's options that have an effect on this sub-command. */
export function optionsThatCount(command: Command): Option[] {
  const help = new Help()
  help.showGlobalOptions = true
  const all = help.visibleGlobalOptions(command)
  if (command.parent?.name() === 'service') return all.filter(({ long }) => long === '--data-dir')
  const words = wordsAfterSync(command).join(' ')
  if (words === '') return []
  const counting = COUNTING[words] ?? STORE
  return all.filter(({ long }) => counting.includes(`${long}`)).map(option => inOtherWords(option, words))
}

/** An option may mean less here than for the agent, and have another default. */
function inOtherWords(option: Option, words: string): Option {
  const description = OTHER_WORDS[`${words} ${option.long}`]
  return description === undefined ? option : Object.assign(new Option(option.flags), option, { description })
}

const STORED = 'the service with its first path segment (default: the one in the store)'
const FOLDER = 'the published folder: tells how far it has come as well'
const OTHER_WORDS: Readonly<Record<string, string>> = {
  'status --publish-to': FOLDER,
  'followers --publish-to': FOLDER,
  'doctor --publish-to': FOLDER,
  'reconcile --service-url': STORED,
  'quarantine retry --service-url': STORED,
  'media fetch --service-url': STORED,
  'doctor --service-url': STORED,
  'doctor --public-url':
    'where readers reach the agent: checks this address as well (default: it is not checked)',
  'media fetch --public-url': 'where readers reach the agent (required)',
  'media fetch --media-dir': 'copy attachments and pictures into it (required)',
  'media check --media-dir': 'the agent’s folder of these copies (required)',
}

function wordsAfterSync(command: Command): string[] {
  const words: string[] = []
  for (let at: Command | null = command; at; at = at.parent) {
    if (SYNC.includes(at.name())) return words
    words.unshift(at.name())
  }
  return []
}
