/** Options that are left out keep their values of the last publication, so that a shorter command loses no media or feeds. */

import type { Command } from 'commander'
import type { LastSettings } from '../../sync-agent/index.ts'
import { asWord } from '../print.ts'
import type { SyncFlags } from './options.ts'

/** The last value of each flag for a publication. */
const LAST_VALUES: { [Name in keyof SyncFlags]?: (last: LastSettings) => SyncFlags[Name] } = {
  site: ({ streams }) => [...new Set(streams.map(({ siteId }) => siteId))],
  lang: ({ streams }) => [...new Set(streams.map(({ lang }) => lang))],
  zone: ({ zone }) => zone,
  baseUrl: ({ baseUrl }) => baseUrl,
  format: ({ formats }) => formats && [...formats],
  stylesheet: ({ stylesheet }) => stylesheet,
  mediaDir: ({ mediaDir }) => mediaDir,
  newsLink: ({ feeds }) => feeds.newsLink,
  homeLink: ({ feeds }) => feeds.homeLink,
  feedTitle: ({ feeds }) => feeds.titles,
}

/** @returns the flags for the publication, and those taken over, in command-line form */
export function asLast(flags: SyncFlags, command: Command, last: LastSettings | undefined) {
  const takenOver: string[] = []
  const merged = { ...flags }
  if (!last) return { flags, takenOver }
  for (const [name, lastValue] of Object.entries(LAST_VALUES)) {
    const isGiven = ![undefined, 'default'].includes(command.getOptionValueSource(name))
    const value = lastValue(last)
    if (isGiven || value === undefined) continue
    const text = inWords(value)
    if (text === inWords(flags[name as keyof SyncFlags])) continue
    Object.assign(merged, { [name]: value })
    const { long } = command.options.find(option => option.attributeName() === name) ?? {}
    takenOver.push(`${long} ${asWord(text)}`)
  }
  return { flags: merged, takenOver }
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return [...value].sort().join()
  if (typeof value !== 'object' || value === null) return `${value}`
  return Object.entries(value)
    .map(([name, text]) => `${name}=${text}`)
    .join('|')
}
