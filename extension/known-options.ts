/** Refuses unknown options: a misspelt `onEntrance` or `maxAgeSeconds` must not be ignored. */
import { ExtensionOptionError } from './errors.ts'

/**
 * @param known every option by its name
 * @param maker the function that got the options
 * @throws {ExtensionOptionError} an option of another name
 */
export function refuseUnknown(options: object, known: Readonly<Record<string, true>>, maker: string): void {
  const unknown = Object.keys(options).find(name => !Object.hasOwn(known, name))
  if (unknown === undefined) return
  throw new ExtensionOptionError(
    `${maker} has no option ${unknown}; its options are ${Object.keys(known).join(', ')}`,
  )
}
