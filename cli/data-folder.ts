/** Why a folder is not the data folder of a service, for people. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { holdsStore } from '../service/store/store.ts'

/** Undefined when it is one. */
export function faultOfDataFolder(folder: string): string | undefined {
  if (holdsStore(folder)) return undefined
  const ofDemo = join(folder, 'service')
  if (holdsStore(ofDemo)) return `${folder} is the folder of a demo; give that of its service: ${ofDemo}`
  const info = statSync(folder, { throwIfNoEntry: false })
  const fault = !info ? 'does not exist' : info.isDirectory() ? 'has no data of a service' : 'is no folder'
  return `${folder} ${fault}; give the folder of a service, as in --data-dir .schoolbell/service`
}
