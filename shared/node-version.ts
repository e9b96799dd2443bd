/** The Node that this runs on: with an older one the driver of SQLite ends the process without a word. */

const LEAST = 24

/** @param version as in `24.0.0` */
export function isTooOld(version: string): boolean {
  return Number.parseInt(version, 10) < LEAST
}

/** For people. */
export const tooOld = (version: string) =>
  `schoolbell needs Node ${LEAST} or newer; this is v${version}. Install a newer one from https://nodejs.org`

export class NodeVersionError extends Error {
  override name = 'NodeVersionError'
  readonly code = 'NODE_TOO_OLD'
}

/** @throws {NodeVersionError} */
export function refuseOldNode(version: string): void {
  if (isTooOld(version)) throw new NodeVersionError(tooOld(version))
}
