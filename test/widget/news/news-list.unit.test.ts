/** What changes do to a list that somebody reads. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changed,
  extended,
  newsListOf,
  reconciled,
  revealed,
  tidied,
} from '../../../widget/news/news-list.ts'
import { idsOf, made, pageOf } from './made.ts'

const upsert = (day: number, more = {}) => ({ kind: 'upsert', entry: made(day, more) }) as const
const deletion = (day: number) => ({ kind: 'deletion', newsId: `N-${day}` }) as const

describe('a change', () => {
  const list = newsListOf(pageOf([9, 8, 7], 'next'))

  it('of an entry in the list stands in its row, even when its date has moved', () => {
    const after = changed(list, upsert(8, { title: 'New title', time: Date.UTC(2026, 8, 20) }))
    expect(after.entries.map(({ title }) => title)).toEqual(['Title of 9', 'New title', 'Title of 7'])
    expect(idsOf(tidied(after).entries)).toEqual(['N-9', 'N-8', 'N-7'])
  })

  it('that publishes an entry lets it wait until it is asked for', () => {
    const after = changed(changed(list, upsert(10)), upsert(11))
    expect(idsOf(after.entries)).toEqual(['N-9', 'N-8', 'N-7'])
    expect(idsOf(after.waiting)).toEqual(['N-11', 'N-10'])
    expect(idsOf(revealed(after).entries)).toEqual(['N-11', 'N-10', 'N-9', 'N-8', 'N-7'])
    expect(revealed(after).waiting).toEqual([])
  })

  it('of an entry that comes with a later page is left to that page; without one it waits', () => {
    expect(changed(list, upsert(3)).waiting).toEqual([])
    expect(idsOf(changed(newsListOf(pageOf([9, 8, 7])), upsert(3)).waiting)).toEqual(['N-3'])
  })

  it('that deletes leaves an empty row, until the list is seen anew', () => {
    const after = changed(list, deletion(8))
    expect(idsOf(after.entries)).toEqual(['N-9', 'N-8', 'N-7'])
    expect([...after.withdrawn]).toEqual(['N-8'])
    expect(idsOf(tidied(after).entries)).toEqual(['N-9', 'N-7'])
    expect(idsOf(revealed(after).entries)).toEqual(['N-9', 'N-7'])
  })

  it('that deletes what waits, or what was never seen, leaves no trace', () => {
    const after = changed(changed(changed(list, upsert(10)), deletion(10)), deletion(77))
    expect(after.waiting).toEqual([])
    expect(after.withdrawn.size).toBe(0)
  })

  it('that publishes a deleted entry again fills its row', () => {
    const after = changed(changed(list, deletion(8)), upsert(8, { title: 'Again' }))
    expect(after.withdrawn.size).toBe(0)
    expect(after.entries[1]?.title).toBe('Again')
  })
})

describe('a page asked for again', () => {
  it('tells of what is new, what was edited, and what has gone', () => {
    const list = newsListOf(pageOf([9, 8, 7, 6], 'next'))
    const page = pageOf([10, 9, 7], 'other')
    const edited = { ...page, entries: [...page.entries.slice(0, 2), made(7, { title: 'Edited', seq: 99 })] }
    const after = reconciled(list, edited)
    expect(idsOf(after.waiting)).toEqual(['N-10'])
    expect([...after.withdrawn]).toEqual(['N-8'])
    expect(after.entries[2]?.title).toBe('Edited')
    // Behind the page it says nothing.
    expect(idsOf(after.entries)).toContain('N-6')
    expect(after.next).toBe('next')
  })

  it('that is the last one tells of all that has gone', () => {
    const after = reconciled(newsListOf(pageOf([9, 8, 7])), pageOf([9]))
    expect([...after.withdrawn].toSorted()).toEqual(['N-7', 'N-8'])
    expect(reconciled(newsListOf(pageOf([9])), pageOf([])).withdrawn.size).toBe(1)
  })

  it('with nothing of the list in it begins the list anew, once that is asked for', () => {
    const list = reconciled(newsListOf(pageOf([3, 2, 1])), pageOf([29, 28], 'far'))
    expect(idsOf(list.entries)).toEqual(['N-3', 'N-2', 'N-1'])
    const after = revealed(changed(list, deletion(29)))
    expect(idsOf(after.entries)).toEqual(['N-28'])
    expect(after.next).toBe('far')
  })

  it('that is the same changes nothing', () => {
    const list = newsListOf(pageOf([9, 8, 7], 'next'))
    expect(reconciled(list, pageOf([9, 8], 'next'))).toEqual(list)
  })
})

it('pages that overlap repeat no entry', () => {
  const list = extended(newsListOf(pageOf([9, 8, 7], 'a')), pageOf([7, 6, 5]))
  expect(idsOf(list.entries)).toEqual(['N-9', 'N-8', 'N-7', 'N-6', 'N-5'])
  expect(list.next).toBeUndefined()
})

it('whatever comes in whatever order, the list shown in the end is the agent’s', () => {
  const day = fc.integer({ min: 1, max: 28 })
  const change = fc.record({ day, isDeletion: fc.boolean(), reveals: fc.boolean() })
  fc.assert(
    fc.property(fc.uniqueArray(day), fc.array(change, { maxLength: 40 }), (first, changes) => {
      const descending = (days: Iterable<number>) => [...days].toSorted((a, b) => b - a)
      const truth = new Set(first)
      let list = newsListOf(pageOf(descending(first)))
      for (const { day, isDeletion, reveals } of changes) {
        if (isDeletion) truth.delete(day)
        else truth.add(day)
        list = changed(list, isDeletion ? deletion(day) : upsert(day))
        if (reveals) list = revealed(list)
      }
      expect(idsOf(revealed(list).entries)).toEqual(descending(truth).map(day => `N-${day}`))
      expect(idsOf(revealed(reconciled(list, pageOf(descending(truth)))).entries)).toEqual(
        descending(truth).map(day => `N-${day}`),
      )
    }),
  )
})
