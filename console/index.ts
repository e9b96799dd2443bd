/** `@schoolbell/service`: the reference service with console and simulator, for tests, demos and development. */
export * from '../service/index.ts'
export type { ConsoleHandle } from './handle.ts'
export { createService, type Service } from './service.ts'
export { type StartedService, startService } from './start.ts'
