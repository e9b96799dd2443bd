/** A wall clock of the school, `YYYYMMDDhhmmss`: in a field of a browser, and as people read it. */
import { language, wallText } from '../language.ts'

/** For a field of a browser: `YYYY-MM-DDThh:mm:ss`. */
export const toField = (wall: string): string =>
  wall.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6')

/** Empty when nothing whole was entered. */
export function fromField(value: string): string {
  const digits = value.replace(/\D/g, '')
  return /^\d{12}(\d\d)?$/.test(digits) ? digits.padEnd(14, '0') : ''
}

/** As it is, whatever zone the reader is in. */
export function dateText(wall: string, lang = language()): string {
  const field = toField(wall)
  return Number.isNaN(Date.parse(`${field}Z`)) ? wall : wallText(field, 'short', lang)
}
