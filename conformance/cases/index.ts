/** All cases, part by part, in the order of a run. */
import type { Case } from '../case.ts'
import { attendanceCases } from './attendance/index.ts'
import { newsCases } from './news/index.ts'
import { popupCases } from './popups/index.ts'
import { sessionCases } from './session/index.ts'

export const CASES: readonly Case[] = [...popupCases, ...newsCases, ...attendanceCases, ...sessionCases]
