/** How a page keeps up with an agent that comes and goes, and with files. */
import { describe, expect, it } from 'vitest'
import { keepCurrent, type LiveParts } from '../../../widget/news/live.ts'
import type { NewsPage } from '../../../widget/news/page.ts'
import { pageOf } from './made.ts'

/** Runs until so many pauses were made; returns what happened, in order. */
async function happenings(
  newest: () => Promise<NewsPage>,
  { pauses, ...parts }: Partial<LiveParts> & { pauses: number; follow?: LiveParts['source']['follow'] },
) {
  const happened: string[] = []
  const waits: number[] = []
  const end = new AbortController()
  const { follow } = parts as { follow?: LiveParts['source']['follow'] }
  await keepCurrent(
    {
      source: {
        newest,
        ...(follow && {
          follow: (seq: number, ...rest: [never, AbortSignal]) => {
            happened.push(`follow ${seq}`)
            return follow(seq, ...rest)
          },
        }),
      },
      renew: ({ seq }) => happened.push(`renew ${seq}`),
      hear: () => happened.push('hear'),
      fail: error => happened.push(`fail ${(error as Error).message}`),
      live: true,
      random: () => 0.5,
      pause: async ms => {
        waits.push(ms)
        if (waits.length >= pauses) end.abort()
      },
      ...parts,
    } as LiveParts,
    end.signal,
  )
  return { happened, waits }
}

const answer = async () => pageOf([1], undefined, 7)
const refuse = async () => Promise.reject(new Error('down'))

describe('with an agent', () => {
  it('it follows from the page’s last change, and begins again from a fresh page when the connection ends', async () => {
    const { happened } = await happenings(answer, { pauses: 2, follow: async () => undefined })
    expect(happened).toEqual(['renew 7', 'follow 7', 'renew 7', 'follow 7'])
  })

  it('a connection that breaks at once is made ever more slowly, up to a minute or so', async () => {
    const { waits } = await happenings(answer, { pauses: 8, follow: async () => undefined })
    expect(waits.slice(0, 3)).toEqual([4_800, 9_600, 19_200])
    expect(Math.max(...waits)).toBe(36_000)
  })

  it('an agent that is down is told of each time, and asked ever more slowly', async () => {
    const { happened, waits } = await happenings(refuse, { pauses: 6, follow: async () => undefined })
    expect(happened).toEqual(Array(6).fill('fail down'))
    expect(waits).toEqual([...waits].toSorted((a, b) => a - b))
  })

  it('pages wait differently long, for they have all lost it at once', async () => {
    const [early, late] = await Promise.all(
      [0, 0.99].map(random => happenings(refuse, { pauses: 1, random: () => random })),
    )
    expect((late?.waits[0] ?? 0) / (early?.waits[0] ?? 0)).toBeGreaterThan(5)
  })
})

it('files are looked at every minute or so', async () => {
  const { happened, waits } = await happenings(answer, { pauses: 3 })
  expect(happened).toEqual(['renew 7', 'renew 7', 'renew 7'])
  expect(waits).toEqual([60_000, 60_000, 60_000])
})

it('what is not to be kept current is asked for until it is there, and no longer', async () => {
  const answers = [refuse, refuse, answer]
  const { happened } = await happenings(() => (answers.shift() ?? refuse)(), { pauses: 9, live: false })
  expect(happened).toEqual(['fail down', 'fail down', 'renew 7'])
})

it('once it is ended nothing is told any more', async () => {
  const end = new AbortController()
  const told: string[] = []
  await keepCurrent(
    {
      source: {
        newest: async () => {
          end.abort()
          return pageOf([1])
        },
      },
      renew: () => told.push('renew'),
      hear: () => told.push('hear'),
      fail: () => told.push('fail'),
      live: true,
    },
    end.signal,
  )
  expect(told).toEqual([])
})
