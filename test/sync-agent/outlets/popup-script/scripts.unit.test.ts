/** The script of a site over the relay's answers: when it is the same, and how long it may be kept. */
import { expect, it } from 'vitest'
import type { Language } from '../../../../shared/contract/site.ts'
import { failureAnswer, successAnswer } from '../../../../sync-agent/outlets/popup-relay/envelope.ts'
import type { RelayedAnswer } from '../../../../sync-agent/outlets/popup-relay/relayed.ts'
import { siteScripts } from '../../../../sync-agent/outlets/popup-script/scripts.ts'

const FRESH = { 'cache-control': 'public, max-age=15, stale-while-revalidate=60, stale-if-error=21600' }
const SHORT = 'public, max-age=15, stale-while-revalidate=60'

const fresh = (content = '[]', txID = 'tx'): RelayedAnswer => ({
  kind: 'fresh',
  answer: successAnswer(txID, content),
  headers: FRESH,
})
const stale = (age: string): RelayedAnswer => ({
  ...fresh(),
  kind: 'stale',
  headers: { 'cache-control': SHORT, age, 'cache-status': `schoolbell; hit; ttl=-${age}` },
})
const failed = (): RelayedAnswer => ({
  kind: 'failed',
  answer: failureAnswer({ txID: 'tx', code: 'D20000', message: 'the service cannot be reached' }),
  headers: { 'cache-control': 'no-store' },
})

/** Of a relay that answers what stands in `says`. */
function scene(english: RelayedAnswer, chinese: RelayedAnswer) {
  const says: Record<Language, RelayedAnswer | Promise<RelayedAnswer>> = {
    'en-US': english,
    'zh-HK': chinese,
  }
  const asked: string[] = []
  const relay = {
    answer({ siteId, lang }: { siteId: string; lang: Language }) {
      asked.push(`${siteId}/${lang}`)
      return says[lang]
    },
  }
  return { says, asked, scripts: siteScripts('/* loader */', relay) }
}

const bytes = (script: Awaited<ReturnType<ReturnType<typeof siteScripts>>>) => script.answer.body.toString()

it('is there at once, and the same object for as long as both answers are', async () => {
  const { says, asked, scripts } = scene(fresh(), fresh())
  const first = scripts('pre-school')
  expect(first).not.toBeInstanceOf(Promise)
  expect(asked).toEqual(['pre-school/en-US', 'pre-school/zh-HK'])
  expect((await scripts('pre-school')).answer).toBe((await first).answer)
  says['zh-HK'] = fresh('["new"]')
  const second = await scripts('pre-school')
  expect(bytes(second)).toContain('new')
  expect(second.answer.entityTags).not.toEqual((await first).answer.entityTags)
})

it('waits for the first answer after a pause', async () => {
  const { says, scripts } = scene(fresh(), fresh())
  says['en-US'] = Promise.resolve(fresh('["late"]'))
  expect(bytes(await scripts('academy'))).toContain('late')
})

it('has the same bytes and tag on two machines, each with a txID of its own', async () => {
  const [one, other] = await Promise.all(
    ['tx-1', 'tx-2'].map(txID => scene(fresh('["same"]', txID), fresh('[]', txID)).scripts('academy')),
  )
  expect(one?.answer.body.equals(other?.answer.body as Buffer)).toBe(true)
  expect(one?.answer.entityTags).toEqual(other?.answer.entityTags)
})

it.each([
  ['both fresh', [fresh(), fresh()], FRESH],
  ['one stale', [fresh(), stale('30')], stale('30').headers],
  ['both stale: of the older', [stale('1800'), stale('900')], stale('1800').headers],
  ['one failed', [failed(), fresh()], { 'cache-control': SHORT }],
  ['both failed', [failed(), failed()], { 'cache-control': SHORT }],
  ['one failed, one stale', [failed(), stale('30')], stale('30').headers],
] as const)('is kept for as long as the shorter-lived answer: %s', async (_, [english, chinese], headers) => {
  expect((await scene(english, chinese).scripts('academy')).headers).toEqual(headers)
})

it('says nothing about a language that failed', async () => {
  const script = bytes(await scene(failed(), fresh()).scripts('academy'))
  expect(script).toContain('"zh-HK"')
  expect(script).not.toContain('"en-US"')
})

it('without a relay, has the site only', async () => {
  const script = await siteScripts('/* loader */', undefined)('pre-school')
  expect(bytes(script)).toContain('siteId="pre-school"')
  expect(bytes(script)).not.toContain('en-US')
})
