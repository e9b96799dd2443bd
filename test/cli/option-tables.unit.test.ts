/** The tables of options in the guides name every option that a command has, with its environment variable, and no other. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, it } from 'vitest'
import attendanceCommand from '../../cli/attendance.ts'
import conformanceCommand from '../../cli/conformance.ts'
import demoCommand from '../../cli/demo.ts'
import newsCommand from '../../cli/news.ts'
import openExtensionCommand from '../../cli/open-extension.ts'
import popupsCommand from '../../cli/popups.ts'
import serviceCommand from '../../cli/service.ts'
import syncCommand from '../../cli/sync.ts'
import waitCommand from '../../cli/wait.ts'
import { PACKAGE_ROOT } from '../../shared/package-root.ts'

/** Secrets, which are no options because a command line is seen by all. */
const VARIABLES_ALONE = ['SCHOOLBELL_ADMIN_PASSWORD', 'SCHOOLBELL_CONSOLE_TOKEN', 'SCHOOLBELL_SESSION_TOKEN']

it.each<[guide: string, heading: string, command: Command]>([
  ['web-app/simulator.md', '## On the command line', openExtensionCommand()],
])('%s, “%s”', (guide, heading, command) => {
  const text = readFileSync(join(PACKAGE_ROOT, 'docs', guide), 'utf8')
  const section = text.slice(text.indexOf(`${heading}\n`))
  const [table = ''] = /^\| Option .*?\n\n/ms.exec(section) ?? []
  const rows = [...table.matchAll(/^\| `(--[a-z-]+)` \| (.*?) \|/gm)].map(([, flag, variables = '']) => ({
    flag,
    variable: [...variables.matchAll(/`(SCHOOLBELL_\w+)`/g)]
      .map(([, name = '']) => name)
      .find(name => !VARIABLES_ALONE.includes(name)),
  }))
  const byFlag = (one: { flag?: string | undefined }, other: { flag?: string | undefined }) =>
    `${one.flag}`.localeCompare(`${other.flag}`)
  const options = command.options.map(({ long, envVar }) => ({ flag: long, variable: envVar }))
  expect(rows.toSorted(byFlag)).toEqual(options.toSorted(byFlag))
})

it('a time-out in the environment is milliseconds, whichever command reads it', () => {
  const commands = [popupsCommand(), conformanceCommand(), waitCommand()]
  const timeouts = commands
    .flatMap(({ options }) => options)
    .filter(({ envVar }) => envVar === 'SCHOOLBELL_TIMEOUT')
  expect(timeouts.map(({ flags }) => flags)).toEqual(['--timeout <ms>', '--timeout <ms>'])
})

it.each([
  ['SCHOOLBELL_PORT', ['sync']],
  ['SCHOOLBELL_SERVICE_PORT', ['service', 'open-extension']],
  ['SCHOOLBELL_LANG', ['sync', 'popups', 'news']],
  ['SCHOOLBELL_SINCE', ['news']],
])('%s means one thing: %j read it', (variable, names) => {
  const commands = [
    ...[syncCommand(), serviceCommand(), demoCommand(), openExtensionCommand(), popupsCommand()],
    ...[newsCommand(), attendanceCommand(), conformanceCommand(), waitCommand()],
  ]
  const reading = commands.filter(({ options }) => options.some(({ envVar }) => envVar === variable))
  expect(reading.map(command => command.name())).toEqual(names)
})
