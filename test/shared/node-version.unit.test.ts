/** An older Node is told of in one sentence, before the driver of SQLite would end the process. */
import { expect, it } from 'vitest'
import { refuseOldNode } from '../../shared/node-version.ts'

// Promise: install/node
it.each(['18.0.0', '22.23.1', '23.11.1'])('refuses Node %s by name', version => {
  expect(() => refuseOldNode(version)).toThrow(
    `schoolbell needs Node 24 or newer; this is v${version}. Install a newer one from https://nodejs.org`,
  )
})

it.each(['24.0.0', '24.21.0', '26.1.0'])('accepts Node %s', version => {
  expect(() => refuseOldNode(version)).not.toThrow()
})
