/** Hands for spoiling: each takes hold of one kind of thing in the answers that pass, and of nothing else. */
import type { Asked, Passing, Spoiling } from './spoiling-proxy.ts'

export type Spoil = NonNullable<Spoiling['answer']>

export type Fields = Record<string, unknown>

/** An answer of the content API; its content object or array is changed in place. */
export const envelope = (change: (envelope: Fields, asked: Asked) => unknown): Spoil =>
  jsonOf<Fields>(/\/check$/, value => 'txID' in value, change)

const success = (change: (envelope: Fields, asked: Asked) => unknown) =>
  envelope((value, asked) => (value.code === 'D00000' ? change(value, asked) : value))

/** One that refuses. */
export const refusal = (change: (envelope: Fields) => unknown) =>
  envelope(value => (value.code === 'D00000' ? value : change(value)))

/** The content of a news call. */
export const news = (change: (content: Fields & { newsList: Fields[]; delNewsIds: string[] }) => void) =>
  success(value => {
    if (!Array.isArray(value.content)) change(value.content as Parameters<typeof change>[0])
  })

export const entry = (change: (entry: Fields) => void) => news(({ newsList }) => newsList.forEach(change))

export const attachment = (change: (attachment: Fields) => void) =>
  entry(({ attachments }) => (attachments as Fields[]).forEach(change))

/** The content of a popup call. */
export const messages = (change: (messages: Fields[]) => unknown) =>
  success(value => {
    if (Array.isArray(value.content)) value.content = change(value.content) ?? value.content
  })

export const message = (change: (message: Fields) => void) => messages(all => all.forEach(change))

/** An attendance list. */
export const students = (change: (students: Fields[]) => unknown): Spoil =>
  jsonOf<Fields[]>(/attendance-lists/, Array.isArray, change)

/** A student in an attendance list. */
export const student = (change: (student: Fields) => void) => students(all => all.forEach(change))

export const record = (change: (record: Fields) => void) =>
  student(({ attendanceEntry }) => {
    if (attendanceEntry) change(attendanceEntry as Fields)
  })

export const user = (change: (user: Fields) => unknown): Spoil =>
  jsonOf<Fields>(/external-session$/, value => 'userId' in value, change)

/** The body of a content call as bytes. */
export const body =
  (change: (body: Buffer) => Buffer): Spoil =>
  (passing, { url }) => {
    if (/\/check$/.test(url.pathname)) passing.body = change(passing.body)
  }

/** The body of a successful call as text. */
export const textBody =
  (path: RegExp, change: (text: string) => string): Spoil =>
  (passing, { url }) => {
    if (path.test(url.pathname) && passing.status === 200)
      passing.body = Buffer.from(change(`${passing.body}`))
  }

function jsonOf<Value>(
  path: RegExp,
  isIt: (value: Value) => boolean,
  change: (value: Value, asked: Asked) => unknown,
): Spoil {
  return (passing: Passing, asked) => {
    const isJson = `${passing.headers['content-type']}`.startsWith('application/json')
    if (!path.test(asked.url.pathname) || !isJson || passing.body.length === 0) return
    const value: Value = JSON.parse(`${passing.body}`)
    if (isIt(value)) passing.body = Buffer.from(JSON.stringify(change(value, asked) ?? value))
  }
}
