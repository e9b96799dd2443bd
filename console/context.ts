/** What the parts of the console share: the service's context, who may use the console, and the app simulator. */
import type { ServiceContext } from '../service/context.ts'
import { type LazySimulator, lazySimulator } from '../simulator/lazy.ts'
import { type ConsoleAccess, consoleAccess } from './access/access.ts'
import { type KnownWebsites, knownWebsites } from './websites.ts'

export interface ConsoleContext extends ServiceContext {
  access: ConsoleAccess
  simulator: LazySimulator
  websites: KnownWebsites
}

export function createConsoleContext(service: ServiceContext): ConsoleContext {
  return {
    ...service,
    access: consoleAccess(service),
    simulator: lazySimulator(service),
    websites: knownWebsites(),
  }
}
