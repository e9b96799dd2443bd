/**
 * The look that all elements share: `ConsoleElement` takes it, so no element names it.
 *
 * It stands in a layer, so what an element says itself counts for more, however short its selector.
 */
import { css } from 'lit'
import { base } from './base.ts'
import { controls } from './controls.ts'
import { layout } from './layout.ts'
import { tables } from './tables.ts'

export const look = css`
  @layer look {
    ${base}
    ${layout}
    ${controls}
    ${tables}
  }
`
