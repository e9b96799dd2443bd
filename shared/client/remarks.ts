/** Remarks: what was odd in an entry that is published all the same, and what was done about it. */
import { serviceText } from './service-text.ts'

export interface Remark {
  /** JSON pointer into the entry, as in `/attachments/0/fileType`. */
  path: string
  /** What came, as JSON of 100 characters at most; absent if nothing came. */
  came?: string
  /** As in `read as image/jpeg` or `left out: not an http(s) address`. */
  done: string
}

/** @param came undefined: nothing */
export type Note = (path: string, came: unknown, done: string) => void

/** More say nothing new, and a hostile entry could have millions. */
const MOST = 100
const LONGEST = 100

export function collectRemarks(): { remarks: Remark[]; note: Note } {
  const remarks: Remark[] = []
  const note: Note = (path, came, done) => {
    if (remarks.length >= MOST) return
    const text = came === undefined ? undefined : serviceText(JSON.stringify(came), LONGEST)
    remarks.push({ path, ...(text !== undefined && { came: text }), done })
  }
  return { remarks, note }
}
