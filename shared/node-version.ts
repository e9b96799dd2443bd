/** The Node that this runs on: with an older one the driver of SQLite ends the process without a word. */

const LEAST = [22, 18] as const

/** @param version as in `22.18.0` */
export function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1])
}

/** For people. */
export const tooOld = (version: string) =>
  `schoolbell needs Node ${LEAST.join('.')} or newer; this is v${version}. Install a newer one from https://nodejs.org`

export class NodeVersionError extends Error {
  override name = 'NodeVersionError'
  readonly code = 'NODE_TOO_OLD'
}

/** @throws {NodeVersionError} */
export function refuseOldNode(version: string): void {
  if (isTooOld(version)) throw new NodeVersionError(tooOld(version))
}
