/** What can be wrong in a student list, and the remedy of each. Pages say it in their own language by the code. */

export interface ImportFault {
  /** As an editor counts them; 0 for the whole file. */
  line: number
  /** As the file names it; empty for the whole line. */
  column: string
  code: ImportFaultCode
  /** The content of the cell, or the possible choices. */
  value: string
  /** What is wrong and what to do, in English. */
  reason: string
}

const REASONS = {
  'too-big': () => 'the file is larger than 5 MB; split it',
  workbook: () => 'this is an Excel workbook; save it as “CSV UTF-8” and choose that file',
  'not-text': () => 'this is no text in UTF-8, UTF-16 or Big5; save it as “CSV UTF-8”',
  empty: () => 'there is no line below the column names',
  quotes: () => 'a quotation mark is opened and not closed, or stands inside a cell; write it twice',
  'too-long': () => 'the line is longer than 20,000 characters; look for a quotation mark that is not closed',
  'too-many-lines': () => 'there are more than 20,000 lines; split the file',
  'no-ref-no-column': () => 'there is no column “Reference no.” or “學生編號”, by which students are known',
  'repeated-column': value => `the column “${value}” stands there twice; delete one`,
  'no-ref-no': () => 'the reference number is missing',
  'no-name': () => 'a new student needs a name',
  'cell-too-long': () =>
    'is too long: a reference number may have 100 characters, an e-mail address 320, anything else 200',
  'bad-email': value => `“${value}” is no e-mail address (as in name@school.example)`,
  'not-a-student': value => `“${value}” is the reference number of somebody who is no student`,
  'ambiguous-ref-no': value => `more than one student has the reference number “${value}”; change one first`,
  'no-unit': value => `say the unit of the group: ${value}`,
  'no-year': value => `say the year of the group: ${value}`,
  'unknown-unit': value => `names no unit; there are: ${value}`,
  'unknown-year': value => `names no year; there are: ${value}`,
  'group-full': value => `“${value}” would have more than 2,000 students; put this one into another group`,
  'ambiguous-group': value => `fits more than one group; write the whole name: ${value}`,
  'bad-group': value => `“${value}” cannot be the name of a group`,
  contradicts: value => `says something else of this student than line ${value}`,
  repeated: value => `is the same as line ${value}; delete one`,
} satisfies Record<string, (value: string) => string>

export type ImportFaultCode = keyof typeof REASONS
export const IMPORT_FAULT_CODES = Object.keys(REASONS) as ImportFaultCode[]

export function importFault(line: number, column: string, code: ImportFaultCode, value = ''): ImportFault {
  const reasonOf: (value: string) => string = REASONS[code]
  return { line, column, code, value, reason: reasonOf(value) }
}
