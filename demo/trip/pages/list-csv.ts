/** A trip's list as CSV: all students of the trip, signed ones first. */
import type { Language } from '../../../shared/contract/site.ts'
import { BOM, csvOf } from '../../../shared/text/csv.ts'
import { onTheWall } from '../records/school-time.ts'
import type { ListedStudent } from '../records/sign-ups.ts'
import { wordsIn } from '../strings.ts'

/** Guardians' input opens in a spreadsheet: no cell may be a formula. */
export function listCsv(lang: Language, students: readonly ListedStudent[]): string {
  const say = wordsIn(lang)
  const headings = (['Group', 'Ref', 'Name', 'Chinese', 'Note', 'By', 'At'] as const).map(name =>
    say(`column${name}`),
  )
  const rows = students
    .toSorted((one, other) => Number(!one.signUp) - Number(!other.signUp))
    .map(({ groupName, refNo, name, chineseName, signUp }) => [
      groupName,
      refNo,
      name,
      chineseName,
      signUp?.note ?? '',
      signUp ? (signUp.guardianRef === null ? say('paperShort') : signUp.signedBy) : '',
      signUp ? onTheWall(signUp.signedAt).replace('T', ' ') : '',
    ])
  return BOM + csvOf([headings, ...rows])
}
