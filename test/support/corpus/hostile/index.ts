/**
 * Message bodies that mean harm, by the way in which they try it. `pwned()` stands for what they would run;
 * `leak.example` for who must never be asked, `pictures.example` for a host whose pictures are fine.
 */
import { ADDRESSES } from './addresses.ts'
import { ASSORTED } from './assorted.ts'
import { CLOBBERING } from './clobbering.ts'
import { CONTROLS } from './controls.ts'
import { DOCUMENTS } from './documents.ts'
import { ENCODINGS } from './encodings.ts'
import { FOREIGN } from './foreign.ts'
import { HANDLERS } from './handlers.ts'
import { MUTATION } from './mutation.ts'
import { NESTING } from './nesting.ts'
import { SCHEMES } from './schemes.ts'
import { SHADOW } from './shadow.ts'
import { STYLES } from './styles.ts'
import { TEMPLATES } from './templates.ts'

export const HOSTILE_BODIES: Record<string, readonly string[]> = {
  'bodies of all kinds': ASSORTED,
  'event handlers': HANDLERS,
  'addresses that run or carry something': SCHEMES,
  'markup that changes when it is read again': MUTATION,
  'names that take the place of others': CLOBBERING,
  'depth and size beyond reason': NESTING,
  'other people’s template syntax': TEMPLATES,
  'style that loads, tells or covers': STYLES,
  'SVG and MathML': FOREIGN,
  'encodings and strange characters': ENCODINGS,
  'forms, controls and the focus': CONTROLS,
  'heads, frames, comments and instructions': DOCUMENTS,
  'attributes and media that ask somebody': ADDRESSES,
  'shadow roots, slots and custom elements': SHADOW,
}
