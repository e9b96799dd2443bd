/** Where an operator of the agent reads on: the guide that says by symptom what to do. */
import { join } from 'node:path'
import { codeOf } from '../shared/error-code.ts'
import { PACKAGE_ROOT } from '../shared/package-root.ts'

export const READ_ON = `What to do: ${join(PACKAGE_ROOT, 'docs', 'operate', 'fix.md')}`

/** Of the store and of calls to the service; a mistake in the command itself is said in its message. */
const IN_GUIDE = /^(STORE_(?!ADDRESS)\w+|UNREACHABLE|TIMEOUT|STATUS|REDIRECT|CONTRACT|TOO_LARGE)$/

export const isInGuide = (error: unknown): boolean => IN_GUIDE.test(codeOf(error))
