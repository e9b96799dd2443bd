/** `@schoolbell/client`: typed calls to the service, for Node and browsers. */
export * from './attendance/index.ts'
export * from './changes.ts'
export * from './content.ts'
export * from './errors.ts'
export type { Pause } from './patience.ts'
export type { RequestLimits } from './request.ts'
export * from './session.ts'
