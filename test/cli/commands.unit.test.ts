/** The list of all commands loads none of them, so each of its lines must still lead to one. */
import { expect, it } from 'vitest'
import { schoolbellCommand } from '../../cli/commands.ts'

it('each command in the list is there, by its own name and by help', async () => {
  const names = (await schoolbellCommand(['--help'])).commands.map(command => command.name())
  expect(names).toContain('sync')
  for (const name of names)
    for (const words of [[name], ['help', name]]) {
      const { commands } = await schoolbellCommand(words)
      expect(commands.map(command => command.name())).toEqual([name])
      expect(commands[0]?.description()).not.toBe('')
    }
})
