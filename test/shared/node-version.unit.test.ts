/** An older Node is told of in one sentence, before the driver of SQLite would end the process. */
import { expect, it } from 'vitest'
import { refuseOldNode } from '../../shared/node-version.ts'

it.each(['20.20.2', '22.17.1', '18.0.0'])('refuses Node %s by name', version => {
  expect(() => refuseOldNode(version)).toThrow(
    `schoolbell needs Node 22.18 or newer; this is v${version}. Install a newer one from https://nodejs.org`,
  )
})

it.each(['22.18.0', '23.0.0', '24.21.0'])('accepts Node %s', version => {
  expect(() => refuseOldNode(version)).not.toThrow()
})
