/** The configured attendance list. Reports never hold names of people. */
import { counted } from '../../../shared/text/counted.ts'
import type { Answer } from '../../ask.ts'
import { Ends, failed, notShown } from '../../case.ts'
import { type Element, elementsAt } from '../../fields.ts'
import type { Visit } from '../../visit.ts'
import { answered, fieldsOf, kindOf } from '../../words.ts'

/** @throws {Ends} failed: not an array */
export function listOf(answer: Answer): unknown[] {
  if (Array.isArray(answer.json)) return answer.json
  const what = answer.isJson ? `JSON, but ${kindOf(answer.json)}` : 'not JSON'
  throw new Ends(failed(`no list: ${answered(answer)}, the body is ${what}`))
}

export const items = async (visit: Visit): Promise<Element[]> => elementsAt('', listOf(await visit.list()))

/** The records. A student without one has nothing, null or an empty object. */
export async function records(visit: Visit): Promise<Element[]> {
  return (await items(visit)).flatMap(({ path, value }) => {
    const { attendanceEntry } = fieldsOf(value)
    return isNone(attendanceEntry) ? [] : [{ path: `${path}/attendanceEntry`, value: attendanceEntry }]
  })
}

export function isNone(attendanceEntry: unknown): boolean {
  if (attendanceEntry === undefined || attendanceEntry === null) return true
  return kindOf(attendanceEntry) === 'an object' && Object.keys(Object(attendanceEntry)).length === 0
}

/** @throws {Ends} not shown */
export async function someItems(visit: Visit): Promise<Element[]> {
  const all = await items(visit)
  if (all.length === 0) throw new Ends(notShown('a group with students'))
  return all
}

/** Of the records. */
export function readableDates(list: readonly unknown[]): Date[] {
  return list
    .map(item => new Date(`${fieldsOf(fieldsOf(item).attendanceEntry).entryDate}`))
    .filter(date => !Number.isNaN(date.getTime()))
}

/** Whether a response holds protected data: a list or an item that is not empty. */
export function holdsList({ json }: Answer): boolean {
  if (Array.isArray(json)) return json.length > 0
  const fields = fieldsOf(json)
  return (
    'attendanceEntry' in fields ||
    'refNo' in fields ||
    (Array.isArray(fields.content) && fields.content.length > 0)
  )
}

/** As in `HTTP 200, 14 students`. */
export function answeredList(answer: Answer): string {
  return Array.isArray(answer.json)
    ? `HTTP ${answer.status}, ${counted(answer.json.length, 'student')}`
    : answered(answer)
}
