/** The styles of visitors' pages against what the oldest browsers of docs/website/browsers.md know. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import doiuse from 'doiuse'
import postcss, { type AtRule, type ChildNode } from 'postcss'
import { describe, expect, it } from 'vitest'
import { STYLES as TRIP } from '../../demo/trip/styles.ts'
import { STYLE as REFUSAL } from '../../extension/refusal-page.style.ts'
import { STYLE as PUBLISHED } from '../../sync-agent/outlets/files/pages/style.ts'
import { styles as NEWS } from '../../widget/school-news.styles.ts'
import { styles as POPUP } from '../../widget/school-popup.styles.ts'
import { BEYOND_THE_FLOOR, FLOOR } from '../support/visitor/oldest.ts'

const asset = (file: string) =>
  readFileSync(join(import.meta.dirname, '..', '..', 'demo', 'site', 'assets', file), 'utf8')

const SHEETS: Record<string, string> = {
  'the popup': POPUP.cssText,
  '<school-news>': NEWS.map(({ cssText }) => cssText).join(''),
  'published pages': PUBLISHED,
  'the refusal page': REFUSAL,
  'the landing page': asset('school.css') + asset('site.css'),
  'the trip sign-up': TRIP,
}

describe.each(Object.entries(SHEETS))('%s', (_, css) => {
  // Promise: website/oldest
  it('uses nothing beyond them that docs and scenes do not know of', async () => {
    const found = new Map<string, string>()
    const judge = doiuse({
      browsers: FLOOR,
      // What one of them knows in part is tried in the scenes.
      onFeatureUsage: ({ feature, featureData, message }) => {
        if (featureData.missing) found.set(feature, message)
      },
    })
    await postcss([judge]).process(css, { from: undefined })
    for (const known of Object.keys(BEYOND_THE_FLOOR)) found.delete(known)
    expect([...found.values()]).toEqual([])
  })

  it('puts no variable beside what one of them does not know: such a rule would set nothing at all', () => {
    const unknown = Object.values(BEYOND_THE_FLOOR).map(({ without }) => new RegExp(without.source))
    const lost: string[] = []
    postcss.parse(css).walkDecls(declaration => {
      const { prop, value, parent } = declaration
      if (prop.startsWith('--') || !value.includes('var(')) return
      if (unknown.some(pattern => pattern.test(value)) && !isAskedFor(parent as ChildNode | undefined))
        lost.push(`${prop}: ${value}`)
    })
    expect(lost).toEqual([])
  })
})

/** Whether it stands in `@supports`. */
const isAskedFor = (node: ChildNode | undefined): boolean =>
  node !== undefined &&
  ((node as AtRule).name === 'supports' || isAskedFor(node.parent as ChildNode | undefined))
