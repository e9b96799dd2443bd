/** `@schoolbell/client/contract`: the interface as types, schemas and tables. */

export * from '../shown-popup.ts'
export * from './attendance.ts'
export * from './day.ts'
export * from './entrance-headers.ts'
export * from './envelope.ts'
export * from './icon.ts'
export * from './news.ts'
export * from './popup.ts'
export * from './return-code.ts'
export * from './session.ts'
export * from './site.ts'
export * from './wire-time.ts'
