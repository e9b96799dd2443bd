/** The name of an uploaded file is harmless in an address, in a body, and on every file system. */
import { expect, it } from 'vitest'
import { mediaName } from '../../../service/media/names.ts'

it.each<[given: string, kept: string]>([
  ['../../../etc/passwd.pdf', 'passwd.pdf'],
  ['..\\..\\windows\\system.pdf', 'system.pdf'],
  ['%2e%2e%2fup.pdf', '2e-2e-2fup.pdf'],
  ['a"onload=alert(1)<b>.pdf', 'a-onload-alert-1-b.pdf'],
  ['....pdf', 'file.pdf'],
  ['.pdf', 'pdf.pdf'],
  ['con.pdf', 'con-.pdf'],
  ['evil\u202efdp.exe\0.pdf', 'evilfdp.exe.pdf'],
  ['運動會 2026（第一日）.PDF', '運動會-2026（第一日）.pdf'],
  ['Mr. Wong', 'Mr.-Wong.pdf'],
  [`${'長'.repeat(200)}.pdf`, `${'長'.repeat(40)}.pdf`],
])('%j becomes harmless', (given, kept) => {
  expect(mediaName(given, 'application/pdf')).toBe(kept)
})
