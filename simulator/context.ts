/** What the parts of the simulator share: the service's context, the users whose phone it can be, and where phones listen. */
import { lookup } from 'node:dns/promises'
import type { ServiceContext } from '../service/context.ts'
import type { Lookup } from './target.ts'
import { type SimulatorUsers, simulatorUsersIn } from './users.ts'

export interface SimulatorContext extends ServiceContext {
  users: SimulatorUsers
  /** Finds the addresses of a web-app's host. */
  lookup: Lookup
  /** A loopback address: every phone listens there, apart from one for a network. */
  phoneHost: string
}

export function createSimulatorContext(service: ServiceContext): SimulatorContext {
  return {
    ...service,
    users: simulatorUsersIn(service.database, service.avatarUrl),
    lookup: hostname => lookup(hostname, { all: true }),
    phoneHost: '127.0.0.1',
  }
}
