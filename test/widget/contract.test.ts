/** The compiler compares: `tsc` fails when the types of the elements and those of the contract differ. */
import { expectTypeOf, it } from 'vitest'
import type * as icon from '../../shared/contract/icon.ts'
import type * as popup from '../../shared/contract/popup.ts'
import type * as site from '../../shared/contract/site.ts'
import type { Confirmation, IconId, Language, PopupMessage } from '../../widget/contract.ts'

it('the types of the elements are those of the contract', () => {
  expectTypeOf<Language>().toEqualTypeOf<site.Language>()
  expectTypeOf<Confirmation>().toEqualTypeOf<popup.Confirmation>()
  expectTypeOf<IconId>().toEqualTypeOf<icon.IconId>()
  expectTypeOf<PopupMessage>().toEqualTypeOf<popup.PopupMessage>()
})
