/** A data folder that several processes begin with at once. */
import { expect, it } from 'vitest'
import { start } from '../../support/command.ts'
import { scratch } from '../../support/scratch.ts'
import { writeSeed } from '../../support/small-school.ts'

it('a data folder may be new to several processes at once', async () => {
  using place = scratch()
  const from = ['--data-dir', place.path('data'), '--seed', writeSeed(place.folder)]
  const args = ['service', '--port', '0', ...from, '--log-level', 'silent']
  await using first = start(args)
  await using second = start(args)
  await using third = start(args)
  const services = [first, second, third]
  const bases = await Promise.all(services.map(service => service.nextLine()))
  for (const base of bases) expect((await fetch(`${base}/healthz`)).status).toBe(200)
  const ends = await Promise.all(services.map(service => service.stop()))
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0])
})
