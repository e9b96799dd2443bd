/** Why a file was not taken, as one sentence for a reader. */
import type { Language } from '../../language.ts'
import { bytesText } from './media.ts'
import { FAULTS, KINDS } from './strings.ts'
import type { UploadFault } from './upload-file.ts'

export function faultText({ code, found = 'unknown', limit = 0 }: UploadFault, lang: Language): string {
  const text = (FAULTS[code] ?? FAULTS.FAILED)?.[lang] ?? ''
  const kind = (KINDS[found] ?? KINDS.unknown)?.[lang] ?? ''
  return text.replace('{found}', kind).replace('{limit}', bytesText(limit, lang))
}
