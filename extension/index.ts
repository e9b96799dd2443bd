/** `@schoolbell/extension`: for a school-run web-app that the mobile app opens. */
export { type Entrance, type HeaderOf, readEntrance, type SelectionHint } from './entrance.ts'
export {
  ExtensionError,
  type ExtensionFault,
  ExtensionOptionError,
  FAULT_STATUS,
  VisitRefused,
} from './errors.ts'
export {
  type Admission,
  createExtension,
  type Extension,
} from './extension.ts'
export { logRefusals, type RefusalLog } from './log-refusals.ts'
export type { ExtensionOptions, VisitHints } from './options.ts'
export type { Refusal, RefusalPage } from './refusal.ts'
export {
  type ClaimOfUser,
  createSsoVerifier,
  type SsoClaims,
  type SsoVerifierOptions,
  type VerifySso,
} from './sso-verifier.ts'
export type { JsonValue, Visit, VisitRequest, VisitUser } from './visit.ts'
