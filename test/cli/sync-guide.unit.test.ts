/** The operator's guide names every option, command and metric that there is, and none that is not. */
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { expect, it } from 'vitest'
import syncCommand from '../../cli/sync.ts'
import { createMetrics } from '../../sync-agent/metrics.ts'
import { statusMetrics } from '../../sync-agent/operations/status-metrics.ts'
import { relayMetrics } from '../../sync-agent/outlets/popup-relay/metrics.ts'

const guide = readFileSync('docs/operate/run.md', 'utf8')
const everyMatch = (pattern: RegExp, text = guide) =>
  new Set([...text.matchAll(pattern)].map(([, name = '']) => name))

it('every option, with its environment variable', () => {
  const options = syncCommand().options.filter(({ hidden }) => !hidden)
  const table = guide.slice(guide.indexOf('| Option '), guide.indexOf('Each site in each language'))
  expect(everyMatch(/`(--[a-z-]+)`/g, table)).toEqual(new Set(options.map(({ long }) => long)))
  expect(everyMatch(/`(SCHOOLBELL_[A-Z_]+)`/g, table)).toEqual(new Set(options.map(({ envVar }) => envVar)))
})

it('every sub-command', () => {
  const names = new Command().addCommand(syncCommand()).commands[0]?.commands.map(command => command.name())
  expect(everyMatch(/^\| `sync ([a-z-]+)/gm)).toEqual(new Set(names))
})

it('every metric', async () => {
  const { registry } = createMetrics([])
  relayMetrics(registry, () => [])
  statusMetrics(registry)
  const names = everyMatch(/^# TYPE (schoolbell_\S+)/gm, await registry.metrics())
  expect(everyMatch(/^\| `(schoolbell_[a-z_]+)`/gm)).toEqual(names)
})

it('every metric of an alert, and every command in its words', () => {
  const alerts = readFileSync('docs/files/operations/schoolbell-alerts.yml', 'utf8')
  const metrics = everyMatch(/^\| `(schoolbell_[a-z_]+)`/gm)
  const named = everyMatch(/(schoolbell_sync_[a-z_]+)/g, alerts)
  expect(named.size).toBe(7)
  expect(named.difference(metrics)).toEqual(new Set())
  const commands = everyMatch(/^\| `sync ([a-z]+)/gm)
  expect(everyMatch(/schoolbell-sync ([a-z]+)/g, alerts).difference(commands)).toEqual(new Set())
})
