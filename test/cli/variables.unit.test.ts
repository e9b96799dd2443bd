/** A variable of the environment means the same to every command that reads it. */
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
