/** What of a response is collected, in memory and, when there is much, in the store. */
import { beforeEach, describe, expect, it } from 'vitest'
import { ReceivedEntries, usableId } from '../../../sync-agent/sync/received-entries.ts'
import type { Difference } from '../../../sync-agent/sync/reports.ts'
import { ACADEMY, entry } from '../support.ts'
import { bad, copied, never, type RunScene, runScene } from './run-scene.ts'

let scene: RunScene
beforeEach(async () => {
  scene = await runScene()
})

const receive = (
  options: { token?: undefined; differences?: Map<string, Difference>; signal?: AbortSignal } = {},
) => new ReceivedEntries({ ...scene.context, stream: ACADEMY, token: scene.token, signal: never, ...options })
const many = (count: number, differing = {}) =>
  Array.from({ length: count }, (_, index) => entry(`n${`${index}`.padStart(4, '0')}`, differing))
/** The identifiers of what is staged. */
const rows = async (table: 'staged' | 'staged_misfit') => {
  const { reading } = scene.context.store
  const list = await reading.selectFrom(table).select('news_id').orderBy('position').execute()
  return list.map(({ news_id }) => news_id)
}
const ids = (list: readonly { newsId?: string | undefined }[]) => list.map(({ newsId }) => newsId)

describe('what a response lists', () => {
  it('is new, changed, the same, back from its tombstone, or invalid', async () => {
    await copied(scene, [entry('same'), entry('edited'), entry('gone')], ['gone'])
    await copied(scene, [], ['gone'])
    const differences = new Map<string, Difference>()
    const received = receive({ differences })
    await received.take([
      entry('same'),
      entry('edited', { newsTitle: 'Edited' }),
      entry('gone'),
      entry('new'),
      bad('bad'),
    ])
    expect([...received.listed]).toEqual(['same', 'edited', 'gone', 'new', 'bad'])
    expect([...received.tombstoned]).toEqual(['gone'])
    expect([...received.invalid]).toEqual([['bad', expect.stringMatching(/^\/newsTitle \S/)]])
    expect(received.rows).toBe(5)
    expect([...differences.values()]).toEqual([
      { newsId: 'edited', kind: 'changed', title: 'Edited' },
      { newsId: 'gone', kind: 'missing', title: 'Title of gone' },
      { newsId: 'new', kind: 'missing', title: 'Title of new' },
    ])
    const batch = received.batch(['x'])
    expect(ids(batch.listed)).toEqual(['edited', 'gone', 'new'])
    expect(batch).toMatchObject({
      ...{ deleted: ['x'], valid: [], unchanged: 1, staged: undefined },
      invalid: [{ newsId: 'bad', key: 'id:bad', path: '/newsTitle', raw: JSON.stringify(bad('bad')) }],
    })
  })

  it('counts as it came last', async () => {
    await copied(scene, [entry('a'), entry('b')])
    const differences = new Map<string, Difference>()
    const received = receive({ differences })
    await received.take([entry('a', { newsTitle: 'For a moment' }), bad('b'), bad('c'), entry('d')])
    await received.take([entry('a'), entry('b', { newsTitle: 'Edited' }), entry('c'), bad('d')])
    const batch = received.batch([])
    expect(batch.listed.map(({ title }) => title)).toEqual(['Title of d', 'Edited', 'Title of c'])
    expect(ids(batch.invalid ?? [])).toEqual(['d'])
    expect(batch.valid).toEqual(['b', 'c'])
    expect([...received.invalid.keys()]).toEqual(['d'])
    expect([...differences.keys()]).toEqual(['d', 'b', 'c'])
  })

  it('ends the quarantine of an entry that is valid at last, and not of one that is invalid again', async () => {
    await copied(scene, [bad('a'), bad('b'), entry('c')])
    const received = receive()
    await received.take([entry('a'), entry('b'), entry('c'), bad('b')])
    expect(received.batch([]).valid).toEqual(['a'])
  })

  it('is named by a hash of its text where it has no identifier', async () => {
    const received = receive()
    await received.take([null, 'text', { newsTitle: 'no id' }, null])
    const { invalid = [] } = received.batch([])
    expect(ids(invalid)).toEqual([undefined, undefined, undefined])
    expect(new Set(invalid.map(({ key }) => key)).size).toBe(3)
    for (const { key } of invalid) expect(key).toMatch(/^raw:[0-9a-f]{64}$/)
    expect([...received.listed]).toEqual([])
    expect([...received.invalid]).toEqual([])
    expect(received.rows).toBe(4)
  })

  it('is told with its reason alone where no one field is to blame', async () => {
    const deep = JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`)
    const received = receive()
    await received.take([{ ...entry('a'), deep }])
    expect([...received.invalid]).toEqual([['a', expect.stringMatching(/^is nested /)]])
  })

  it('is gone without a trace when it is withdrawn', async () => {
    const differences = new Map<string, Difference>()
    const received = receive({ differences })
    await received.take([entry('a'), bad('b'), entry('c')])
    for (const newsId of ['a', 'b', 'unknown']) received.withdraw(newsId)
    expect(ids(received.batch([]).listed)).toEqual(['c'])
    expect(received.batch([]).invalid).toEqual([])
    expect([[...received.listed], [...received.invalid], [...differences.keys()]]).toEqual([['c'], [], ['c']])
  })

  it('is only compared without the lease', async () => {
    const differences = new Map<string, Difference>()
    const received = receive({ token: undefined, differences })
    await received.take([...many(700), bad('b')])
    expect(differences.size).toBe(700)
    expect(received.batch([])).toMatchObject({ listed: [], invalid: [], staged: undefined })
    expect(await rows('staged')).toEqual([])
  })

  it('is not taken once the run is cancelled', async () => {
    const received = receive({ signal: AbortSignal.abort(new Error('cancelled')) })
    await expect(received.take([entry('a')])).rejects.toThrow('cancelled')
    expect(received.rows).toBe(0)
  })
})

describe('what came lately', () => {
  it('is not read again, and is compared with what the store has by now', async () => {
    await copied(scene, [entry('a')])
    const { recent } = scene.context
    expect(recent.size).toBe(1)
    const [[text, known] = ['', undefined]] = recent
    const received = receive()
    await received.take([entry('a')])
    expect(received.batch([])).toMatchObject({ listed: [], unchanged: 1 })
    expect(recent.get(text)).toBe(known)
    recent.set(text, { newsId: 'a', hash: 'other' })
    await received.take([entry('a')])
    expect(recent.get(text)?.hash).not.toBe('other')
    expect(received.batch([])).toMatchObject({ listed: [], unchanged: 2 })
    await copied(scene, [], ['a'])
    const later = receive()
    await later.take([entry('a')])
    expect([...later.tombstoned]).toEqual(['a'])
  })
})

describe('a large response', () => {
  it('stays in memory up to five hundred entries', async () => {
    const received = receive()
    await received.take([...many(450), ...Array.from({ length: 50 }, (_, index) => bad(`b${index}`))])
    expect(await rows('staged')).toEqual([])
    expect(received.batch([]).staged).toBeUndefined()
    await received.take([entry('one more')])
    expect([(await rows('staged')).length, (await rows('staged_misfit')).length]).toEqual([451, 50])
    expect(received.batch([])).toMatchObject({ listed: [], invalid: [], staged: { except: [] } })
  })

  it('or a million characters of texts and of what cannot be read', async () => {
    const half = 250_000
    const long = (newsId: string) => entry(newsId, { newsContent: `<p>${'x'.repeat(half)}</p>` })
    const received = receive()
    await received.take([long('a')])
    await received.take([{ ...bad('b'), newsContent: 'x'.repeat(half) }])
    expect(await rows('staged')).toEqual([])
    await received.take([long('c')])
    expect([await rows('staged'), await rows('staged_misfit')]).toEqual([['a', 'c'], ['b']])
    // From there on it is counted anew.
    await received.take([long('d')])
    expect(await rows('staged')).toHaveLength(2)
  })

  it('leaves out what came again as it was, or was withdrawn, but not what was staged again', async () => {
    await copied(scene, [entry('same')])
    const received = receive()
    await received.take([
      entry('same', { newsTitle: 'For a moment' }),
      entry('gone'),
      entry('twice'),
      ...many(500),
    ])
    await received.take([entry('same'), entry('twice', { newsTitle: 'Last' })])
    received.withdraw('gone')
    expect(received.batch([])).toMatchObject({
      listed: [{ newsId: 'twice', title: 'Last' }],
      staged: { except: ['same', 'twice', 'gone'] },
    })
    await received.take(many(500).map(({ newsId }) => entry(`m${newsId}`)))
    const { listed, staged } = received.batch([])
    expect([listed, staged]).toEqual([[], { except: ['same', 'gone'] }])
  })
})

it.each([
  [entry('a'), 'a'],
  [{ newsId: 7 }, '7'],
  [{ newsId: '' }, undefined],
  [{ newsId: ['a'] }, undefined],
  [{}, undefined],
  [null, undefined],
  ['text', undefined],
  [undefined, undefined],
])('the identifier of %j is %s', (raw, expected) => {
  expect(usableId(raw)).toBe(expected)
})
