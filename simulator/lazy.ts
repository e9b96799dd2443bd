/** The simulator, loaded when it is first opened: until then it takes no memory and no port. */

import type { ServiceContext } from '../service/context.ts'
import { createSimulatorContext } from './context.ts'
import type { Simulator } from './simulator.ts'
import type { SimulatorUsers } from './users.ts'

export interface LazySimulator {
  users: SimulatorUsers
  open(): Promise<Simulator>
  /** Ends every session that it issued. */
  close(): Promise<void>
}

export function lazySimulator(service: ServiceContext): LazySimulator {
  const context = createSimulatorContext(service)
  let opened: Promise<Simulator> | undefined
  return {
    users: context.users,
    open() {
      opened ??= import('./simulator.ts').then(({ createSimulator }) => createSimulator(context))
      return opened
    },
    async close() {
      await (await opened)?.close()
    },
  }
}
