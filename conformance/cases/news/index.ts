/** News (interface, Endpoint 2). */
import type { Case } from '../../case.ts'
import { NEWS } from '../content/call.ts'
import { envelopeCases } from '../content/envelope.ts'
import { languageCases } from '../content/language.ts'
import { refusalCases } from '../content/refusals.ts'
import { deletedCases } from './deleted.ts'
import { newsFieldCases } from './fields.ts'
import { mediaCases } from './media.ts'
import { newsIdsCases } from './news-ids.ts'
import { sinceCases } from './since.ts'

export const newsCases: Case[] = [
  ...envelopeCases(NEWS),
  ...newsFieldCases,
  ...mediaCases,
  ...sinceCases,
  ...newsIdsCases,
  ...deletedCases,
  ...languageCases(NEWS),
  ...refusalCases(NEWS),
]
