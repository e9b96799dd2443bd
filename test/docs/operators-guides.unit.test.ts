/** What the operator's guides and their files tell to type or to watch is there. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, it } from 'vitest'
import initCommand from '../../cli/init.ts'
import syncCommand from '../../cli/sync.ts'
import { ROOT } from '../../scripts/pack/places.ts'
import { createMetrics } from '../../sync-agent/metrics.ts'
import { statusMetrics } from '../../sync-agent/operations/status-metrics.ts'
import { relayMetrics } from '../../sync-agent/outlets/popup-relay/metrics.ts'

const GUIDES = globSync('docs/operate/*.md', { cwd: ROOT })
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const everyMatch = (pattern: RegExp, within: string) =>
  new Set([...within.matchAll(pattern)].map(([, name = '']) => name))
const schoolbell = new Command().addCommand(syncCommand()).addCommand(initCommand())

it.each(GUIDES)('%s: each command, with its options', file => {
  const blocks = [...text(file).matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, code = '']) => code)
  const lines = blocks
    .join('')
    .replaceAll(/\\\n */g, '')
    .split('\n')
  const typed = [...lines, ...everyMatch(/`(schoolbell[^`\n]+)`/g, text(file))]
  for (const line of typed) {
    const [, agent, words = ''] = /^ *schoolbell(-sync)?(?= (?:sync|init|[a-z]+ )|$)(.*)$/.exec(line) ?? []
    if (words === '' || !(agent || /^ (sync|init)\b/.test(words))) continue
    const given = words.replace(/ +#.*/, '').trim().split(/ +/)
    const called = commandAt(schoolbell, agent ? ['sync', ...given] : given)
    const known = [...called.options.map(({ long }) => long), '--help']
    const unknown = given.filter(word => word.startsWith('--') && !known.includes(word))
    expect({ line, unknown }).toEqual({ line, unknown: [] })
    expect({ line, leads: called !== schoolbell }).toEqual({ line, leads: true })
  }
})

function commandAt(command: Command, [word, ...rest]: readonly string[]): Command {
  const next = command.commands.find(one => one.name() === word)
  return next ? commandAt(next, rest) : command
}

// Promise: operate/metrics
it('every metric of an alert, and every command in its words', async () => {
  const { registry } = createMetrics([])
  relayMetrics(registry, () => [])
  statusMetrics(registry)
  const metrics = everyMatch(/^# TYPE (schoolbell_\S+)/gm, await registry.metrics())
  const alerts = text('docs/files/operations/schoolbell-alerts.yml')
  const named = everyMatch(/(schoolbell_sync_[a-z_]+)/g, alerts)
  expect(named.size).toBe(7)
  expect(named.difference(metrics)).toEqual(new Set())
  const commands = new Set(syncCommand().commands.map(command => command.name()))
  expect(everyMatch(/schoolbell-sync ([a-z]+)/g, alerts).difference(commands)).toEqual(new Set())
})
