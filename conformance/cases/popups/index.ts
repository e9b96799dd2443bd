/** Popup messages (interface, Endpoint 1). */
import type { Case } from '../../case.ts'
import { POPUPS } from '../content/call.ts'
import { envelopeCases } from '../content/envelope.ts'
import { languageCases } from '../content/language.ts'
import { txidInParallel } from '../content/limits.ts'
import { refusalCases } from '../content/refusals.ts'
import { popupFieldCases } from './fields.ts'
import { siteCases } from './sites.ts'

export const popupCases: Case[] = [
  ...envelopeCases(POPUPS),
  ...popupFieldCases,
  ...siteCases,
  ...languageCases(POPUPS),
  ...refusalCases(POPUPS),
  txidInParallel(POPUPS),
]
