/** Popup messages (interface, Endpoint 1). */
import type { Case } from '../../case.ts'
import { POPUPS } from '../content/call.ts'
import { envelopeCases } from '../content/envelope.ts'
import { httpCases } from '../content/http.ts'
import { languageCases } from '../content/language.ts'
import { limitCases } from '../content/limits.ts'
import { parameterCases } from '../content/parameters.ts'
import { refusalCases } from '../content/refusals.ts'
import { popupFieldCases } from './fields.ts'
import { popupOpenPoints } from './open-points.ts'
import { siteCases } from './sites.ts'

export const popupCases: Case[] = [
  ...envelopeCases(POPUPS),
  ...popupFieldCases,
  ...siteCases,
  ...languageCases(POPUPS),
  ...refusalCases(POPUPS),
  ...popupOpenPoints,
  ...parameterCases(POPUPS),
  ...httpCases(POPUPS),
  ...limitCases(POPUPS),
]
