/** What a service that runs as a command writes on standard error. */
import { expect, it } from 'vitest'
import { start } from '../support/command.ts'
import { CONSOLE_TOKEN } from '../support/console-calls.ts'

const CALLS = 100

/** Asks a service, stops it, and gives the lines of its log. */
async function linesAt(level: string, before: (base: string) => Promise<unknown> = async () => {}) {
  const flags = ['--port', '0', '--ephemeral', '--seed', 'empty', '--log-level', level]
  await using service = start(['service', ...flags], { env: { SCHOOLBELL_CONSOLE_TOKEN: CONSOLE_TOKEN } })
  const base = await service.nextLine()
  const url = `${base}/cms/api/v1/popupmsg/check?siteId=academy`
  const txIDs: string[] = []
  for (let call = 0; call < CALLS; call += 1) txIDs.push((await (await fetch(url)).json()).txID)
  await before(base)
  const { code } = await service.stop()
  const lines = service
    .errors()
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
  return { code, txIDs, answered: lines.filter(({ msg }) => msg === 'answered') }
}

it('debug has a line for every call under its txID, none lost when the service is stopped, and no secret', async () => {
  const { code, txIDs, answered } = await linesAt('debug', base => fetch(`${base}/?token=amber`))
  expect(code).toBe(0)
  expect(answered.slice(0, -1).map(({ txID }) => txID)).toEqual(txIDs)
  expect(answered[0]).toMatchObject({ method: 'GET', status: 200 })
  expect(answered.at(-1).url).toBe('/?token=set,+5+characters')
})

it('info leaves calls to the request log; whoever waits for one there does not keep the service from stopping', async () => {
  let waiting: Promise<unknown> | undefined
  const { code, answered } = await linesAt('info', async base => {
    const after = `${base}/console/api/requests/wait?timeoutMs=60000&after=999999`
    const headers = { authorization: `Bearer ${CONSOLE_TOKEN}` }
    waiting = fetch(after, { headers }).catch(() => 'broken off')
    // Answered after the call that waits has come in.
    await fetch(`${base}/console/api/requests`, { headers })
  })
  await waiting
  expect({ code, answered }).toEqual({ code: 0, answered: [] })
})
