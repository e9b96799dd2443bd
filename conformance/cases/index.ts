/** All cases in the order of a run. Wrong keys and tokens come last: a service may refuse to answer after too many. */
import type { Case } from '../case.ts'
import { attendanceCases } from './attendance/index.ts'
import { keyCases } from './attendance/keys.ts'
import { newsCases } from './news/index.ts'
import { openPoints } from './open-points.ts'
import { popupCases } from './popups.ts'
import { sessionFieldCases } from './session/fields.ts'
import { tokenCases } from './session/tokens.ts'

export const CASES: readonly Case[] = [
  ...[...popupCases, ...newsCases, ...attendanceCases, ...sessionFieldCases],
  ...[...openPoints, ...keyCases, ...tokenCases],
]
