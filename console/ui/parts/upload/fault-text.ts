/** Why a file was not taken, as one sentence for a reader, and whether it may be taken later. */
import { language, sizeText } from '../../language.ts'
import { AS_JPEG, AS_PICTURE, FAULTS, KINDS, REMEDIES } from './strings.ts'
import type { UploadFault } from './upload-file.ts'

export function faultText({ code, found = 'unknown', limit = 0 }: UploadFault, lang = language()): string {
  const text = (FAULTS[code] ?? FAULTS.FAILED)?.[lang] ?? ''
  const kind = (KINDS[found] ?? KINDS.unknown)?.[lang] ?? ''
  const remedy = (REMEDIES[found] ?? REMEDIES.unknown)?.[lang] ?? ''
  return text.replace('{found}', kind).replace('{remedy}', remedy).replace('{limit}', sizeText(limit, lang))
}

/** Where only a picture is taken: no other kind is advised. */
export function pictureFaultText(fault: UploadFault, lang = language()): string {
  const remedy = REMEDIES[fault.found ?? 'unknown']
  const isNoPicture = fault.code === 'MEDIA_TYPE' && remedy !== AS_PICTURE && remedy !== AS_JPEG
  return faultText(isNoPicture ? { code: 'NOT_A_PICTURE' } : fault, lang)
}

/** The same file is refused again for what it is, and may be taken later for what the service was. */
export const mayHelpLater = ({ code }: UploadFault): boolean => !OF_THE_FILE.includes(code)

const OF_THE_FILE = [
  'MEDIA_EMPTY',
  'MEDIA_TYPE',
  'MEDIA_MISMATCH',
  'MEDIA_DAMAGED',
  'MEDIA_TOO_LARGE',
  'MEDIA_TOO_MANY_PIXELS',
  'MEDIA_TOO_NARROW',
  'NOT_A_PICTURE',
]
