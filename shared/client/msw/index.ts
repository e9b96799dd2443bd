/** `@schoolbell/client/msw`: the school information system in tests, as handlers for MSW (https://mswjs.io), in Node and in browsers. */
export type { Call, MockedAddresses } from './calls.ts'
export { down, failing, slow } from './faults.ts'
export {
  type AttendanceQuestion,
  type ContentQuestion,
  type MockedSchool,
  schoolHandlers,
} from './handlers.ts'
