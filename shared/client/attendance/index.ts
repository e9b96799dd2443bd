/** The attendance part of `@schoolbell/client`. */
export * from './client.ts'
export * from './errors.ts'
export type { AttendanceClientOptions, AttendanceGroup, AttendanceQuery } from './list.ts'
export {
  type AttendanceDay,
  LONGEST_RANGE,
  type RangeOptions,
  type RangeProgress,
  type RangeQuery,
} from './range.ts'
export * from './summary.ts'
export { type AttendanceChange, type AttendanceNotice, changesBetween, type WatchOptions } from './watch.ts'
