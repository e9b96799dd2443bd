/** What a service that runs as a command writes on standard error. */
import { expect, it } from 'vitest'
import { start } from '../support/command.ts'

const CALLS = 300

/** Asks a service, stops it, and gives the lines of its log. */
async function linesAt(level: string) {
  await using service = start([
    'service',
    '--port',
    '0',
    '--ephemeral',
    '--seed',
    'empty',
    '--log-level',
    level,
  ])
  const url = `${await service.nextLine()}/cms/api/v1/popupmsg/check?siteId=academy`
  const txIDs: string[] = []
  for (let call = 0; call < CALLS; call += 1) txIDs.push((await (await fetch(url)).json()).txID)
  const { code } = await service.stop()
  const lines = service
    .errors()
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
  return { code, txIDs, answered: lines.filter(({ msg }) => msg === 'answered') }
}

it('debug has a line for every call under its txID, none lost when the service is stopped', async () => {
  const { code, txIDs, answered } = await linesAt('debug')
  expect(code).toBe(0)
  expect(answered.map(({ txID }) => txID)).toEqual(txIDs)
  expect(answered[0]).toMatchObject({ method: 'GET', status: 200 })
})

it('info leaves calls to the request log', async () => {
  const { code, answered } = await linesAt('info')
  expect({ code, answered }).toEqual({ code: 0, answered: [] })
})
