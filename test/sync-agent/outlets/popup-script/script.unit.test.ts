/** What the agent's script puts on its tag before the loader reads it. */
import { createContext, runInContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SiteId } from '../../../../shared/contract/site.ts'
import { type Envelopes, popupScript } from '../../../../sync-agent/outlets/popup-script/script.ts'
import { HOSTILE_BODIES } from '../../../support/corpus/hostile/index.ts'

/** In place of the loader: says that it ran. */
const LOADER = 'ran = true;'

interface Page {
  dataset: Record<string, string>
  answers: Record<string, unknown>
  ran: boolean
}

interface Visit {
  siteId?: SiteId
  navigation?: string
  tag?: object | null
}

function visit(envelopes: Envelopes, { siteId = 'academy', navigation = 'navigate', tag }: Visit = {}): Page {
  const currentScript = tag === undefined ? { dataset: {} } : tag
  const page = createContext({
    ran: false,
    document: { currentScript },
    performance: { getEntriesByType: () => [{ type: navigation }] },
  })
  runInContext(popupScript(LOADER, siteId, envelopes), page)
  // From the page's own world: its objects have other prototypes.
  const { dataset = {}, ...answers } = JSON.parse(JSON.stringify(currentScript ?? {}))
  return { dataset, answers, ran: page.ran }
}

const message = (msgBody: string) => ({ msgTitle: 'Typhoon', msgBody, displayDate: '20260901070000' })
const envelope = (content: unknown, txID = 'tx-1') =>
  JSON.stringify({ txID, code: 'D00000', message: 'successful return', content })
const answer = (content: unknown) => ({ code: 'D00000', content })

describe('the tag of a sync agent’s script', () => {
  it('has the site, and the answer in each language as the loader would fetch it', () => {
    const [english, chinese] = [[message('Stay.')], [message('留校。')]]
    const page = visit({ 'en-US': envelope(english), 'zh-HK': envelope(chinese) }, { siteId: 'pre-school' })
    expect(page).toEqual({
      dataset: { siteId: 'pre-school' },
      answers: { 'en-US': answer(english), 'zh-HK': answer(chinese) },
      ran: true,
    })
  })

  // Promise: operate/script-empty
  it('says that there are none only where the service has said so', () => {
    expect(visit({ 'zh-HK': envelope([]) }).answers).toEqual({ 'zh-HK': answer([]) })
    expect(visit({}).answers).toEqual({})
  })

  it('leaves a language out whose messages are long, which readers of the other would load, too', () => {
    const long = envelope([message('x'.repeat(40_000))])
    expect(visit({ 'en-US': long, 'zh-HK': envelope([]) }).answers).toEqual({ 'zh-HK': answer([]) })
  })

  it('has no answers on a page from the history, whose files may be of yesterday', () => {
    const page = visit({ 'en-US': envelope([]) }, { navigation: 'back_forward' })
    expect(page).toEqual({ dataset: { siteId: 'academy' }, answers: {}, ran: true })
  })

  it('is missing in a module: the loader runs, and does what it does there', () => {
    expect(visit({ 'en-US': envelope([]) }, { tag: null })).toEqual({ dataset: {}, answers: {}, ran: true })
  })
})

describe('a message in a script', () => {
  it('arrives as it was sent, whatever it holds', () => {
    const isSame = (texts: readonly string[]) => {
      const content = texts.map(message)
      expect(visit({ 'en-US': envelope(content) }).answers['en-US']).toEqual(answer(content))
    }
    const bodies = Object.values(HOSTILE_BODIES)
      .flat()
      .filter(body => body.length < 1_000)
    for (let at = 0; at < bodies.length; at += 25) isSame(bodies.slice(at, at + 25))
    isSame([`\u2028\u2029'"\\\`\${1}</script><!--`])
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 20 })
    fc.assert(fc.property(texts, isSame), { numRuns: 25 })
  })

  it('ends no script of a page that has it between its tags', () => {
    const content = [message('</script><!--<script>')]
    expect(popupScript('', 'academy', { 'en-US': envelope(content) })).not.toContain('<')
  })

  it('keeps a field that would have a meaning of its own in JavaScript', () => {
    const content = '[{"msgTitle":"A","msgBody":"B","__proto__":{"msgBody":"C"}}]'
    const script = popupScript(LOADER, 'academy', { 'en-US': `{"content":${content}}` })
    const tag = { dataset: {} }
    const page = createContext({
      document: { currentScript: tag },
      performance: { getEntriesByType: () => [] },
    })
    runInContext(script, page)
    const [received] = (tag as unknown as { 'en-US': { content: object[] } })['en-US'].content
    expect(received && Object.keys(received)).toEqual(['msgTitle', 'msgBody', '__proto__'])
  })

  it('gives the same bytes on every machine: nothing of one response is in them', () => {
    const of = (txID: string) =>
      popupScript(LOADER, 'academy', { 'en-US': envelope([message('Stay.')], txID) })
    expect(of('tx-1')).toBe(of('tx-2'))
  })
})
