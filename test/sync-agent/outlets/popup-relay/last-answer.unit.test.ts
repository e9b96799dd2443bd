/** What the relay writes into the store, and when; the store is a test's own. */
import { setImmediate } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { LastAnswer } from '../../../../sync-agent/outlets/popup-relay/last-answer.ts'
import type { PopupHeard, PopupRecord } from '../../../../sync-agent/store/types.ts'
import { ACADEMY } from '../../support.ts'

const START = Temporal.Instant.from('2026-09-01T00:00:00Z')
const at = (second: number) => START.add({ seconds: second })

function scene(stored?: PopupRecord) {
  const written: PopupHeard[] = []
  const lines: string[] = []
  let isBroken = false
  let held: Promise<void> | undefined
  const lastAnswer = new LastAnswer({
    async read() {
      if (isBroken) throw new Error('disk full')
      return stored
    },
    async write(heard) {
      await held
      if (isBroken) throw new Error('disk full')
      written.push(heard)
    },
    logger: { debug: (_: unknown, line?: string) => void lines.push(`${line}`) },
  })
  return {
    ...{ lastAnswer, lines },
    async hear(second: number, content: string) {
      lastAnswer.keep({ answer: answer(second, content), failure: undefined })
      await setImmediate()
    },
    async fail(second: number, code: string, stands?: PopupHeard['answer']) {
      lastAnswer.keep({ answer: stands, failure: failure(second, code) })
      await setImmediate()
    },
    /** @returns what was written since it was last called */
    since: () => written.splice(0),
    setBroken(is: boolean) {
      isBroken = is
    },
    /** Writes take their time. @returns lets them end */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
  }
}

const answer = (second: number, content: string) => ({
  ...{ content, txID: 'tx-1', changedAt: START },
  checkedAt: at(second),
})
const failure = (second: number, code: string) => ({ at: at(second), code, message: code })

it('other messages are written at once, and that the same ones stand, once a minute', async () => {
  const { hear, since } = scene()
  for (const second of [0, 15, 30, 45, 60, 75]) await hear(second, '["a"]')
  expect(since().map(({ answer }) => `${answer?.checkedAt}`)).toEqual([`${at(0)}`, `${at(60)}`])
  await hear(90, '["b"]')
  expect(since()).toMatchObject([{ answer: { content: '["b"]' } }])
})

it('after the clock was set back, the new time is written', async () => {
  const { hear, since } = scene()
  await hear(3600, '["a"]')
  await hear(15, '["a"]')
  expect(since()).toHaveLength(2)
})

it('the begin and the end of a failure are written at once, and without the answer that the store has', async () => {
  const { hear, fail, since } = scene()
  await hear(0, '["a"]')
  since()
  for (const second of [15, 30]) await fail(second, 'TIMEOUT', answer(0, '["a"]'))
  await fail(45, 'STATUS', answer(0, '["a"]'))
  expect(since()).toEqual([
    { answer: undefined, failure: failure(15, 'TIMEOUT') },
    { answer: undefined, failure: failure(45, 'STATUS') },
  ])
  await fail(105, 'STATUS', answer(0, '["a"]'))
  expect(since()).toMatchObject([{ failure: { at: at(105) } }])
  await hear(120, '["a"]')
  expect(since()).toEqual([{ answer: answer(120, '["a"]'), failure: undefined }])
})

it('what the process before has written is not written again at once', async () => {
  const { lastAnswer, hear, since } = scene({ ...ACADEMY, answer: answer(0, '["a"]'), failure: undefined })
  expect(await lastAnswer.read()).toEqual(answer(0, '["a"]'))
  await hear(15, '["a"]')
  expect(since()).toEqual([])
  await hear(30, '["b"]')
  expect(since()).toHaveLength(1)
})

it('a write that fails is a debug line, and the next answer is written', async () => {
  const { lastAnswer, hear, setBroken, lines, since } = scene()
  setBroken(true)
  await hear(0, '["a"]')
  expect(await lastAnswer.read()).toBeUndefined()
  expect(lines).toEqual(['cannot write the last popup messages', 'cannot read the last popup messages'])
  setBroken(false)
  await hear(15, '["a"]')
  expect(since()).toMatchObject([{ answer: { checkedAt: at(15) } }])
})

it('a slow store gets one write at a time, and the latest messages after it', async () => {
  const { hear, fail, hold, since } = scene()
  const letGo = hold()
  await hear(0, '["a"]')
  await hear(15, '["b"]')
  await hear(30, '["c"]')
  await fail(45, 'TIMEOUT', answer(30, '["c"]'))
  expect(since()).toEqual([])
  letGo()
  await setImmediate()
  expect(since()).toMatchObject([
    { answer: { content: '["a"]' } },
    { answer: { content: '["c"]' }, failure: { code: 'TIMEOUT' } },
  ])
})
