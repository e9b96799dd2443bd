/** What counts as a problem, and its words. */
import { describe, expect, it } from 'vitest'
import type { FollowerStatus, Status, StreamStatus } from '../../../../sync-agent/index.ts'
import { noticeOf } from '../../../../sync-agent/operations/alerts/notice.ts'
import { problemsOf } from '../../../../sync-agent/operations/alerts/problems.ts'
import { requestOf } from '../../../../sync-agent/operations/alerts/request.ts'
import { checkAlerts } from '../../../../sync-agent/options/alerts.ts'
import { ACADEMY } from '../../support.ts'

const NOW = Date.parse('2026-09-01T00:30:30Z')
const WELL: StreamStatus = {
  ...ACADEMY,
  ...{ stale: false, failuresInARow: 0, entries: 3, deleted: 0, remarked: 0, quarantined: 0 },
  ...{ lastSuccess: '2026-09-01T00:30:00Z', ageMs: 30_000, breaker: { state: 'closed', failures: 0 } },
}
const FOLLOWER: FollowerStatus = {
  ...{ name: 'webhook-1', state: 'active', seq: 9, behind: 0, aside: 0, failuresInARow: 0 },
}
const statusWith = (stream: Partial<StreamStatus>, follower: Partial<FollowerStatus> = {}): Status => ({
  ...{ source: 'https://school.example/cms', lease: { token: 1, ours: true } },
  streams: [{ ...WELL, ...stream }],
  followers: [{ ...FOLLOWER, ...follower }],
})

it.each<[what: string, status: Status, texts: string[]]>([
  ['all is well', statusWith({ remarked: 2 }), []],
  [
    'a stream without a success for too long',
    statusWith({ stale: true, ageMs: 20 * 60_000 }),
    ['stale: academy/en-US copied 20 min ago; run schoolbell sync doctor'],
  ],
  [
    'entries in quarantine',
    statusWith({ quarantined: 2 }),
    ['academy/en-US: 2 entries cannot be published: see schoolbell sync quarantine list'],
  ],
  [
    'a follower with something put aside',
    statusWith({}, { aside: 3 }),
    [
      'webhook-1: 3 put aside; schoolbell sync followers aside webhook-1, then retry or skip (see schoolbell sync followers)',
    ],
  ],
  [
    'a follower that an operator has paused',
    statusWith({}, { state: 'paused', behind: 2 }),
    ['webhook-1: paused, 2 waiting; schoolbell sync webhooks resume 1 (see schoolbell sync followers)'],
  ],
  [
    'a follower at rest after failures',
    statusWith({}, { failuresInARow: 5, lastFailure: { at: '', message: 'HTTP 500' } }),
    ['webhook-1: 5 failures in a row: HTTP 500 (see schoolbell sync followers)'],
  ],
  [
    'a published folder, which the store knows nothing of',
    statusWith(
      {},
      {
        name: 'folder',
        to: '/srv/www/news',
        failuresInARow: 5,
        lastFailure: { at: '', message: 'no space' },
      },
    ),
    ['folder: 5 failures in a row: no space (see schoolbell sync followers --publish-to /srv/www/news)'],
  ],
  [
    'a destination whose target is gone',
    statusWith({}, { state: 'gone' }),
    [
      'webhook-1: answered 410, so it gets nothing; schoolbell sync webhooks resume 1, or remove it (see schoolbell sync followers)',
    ],
  ],
  [
    'a table that an operator has paused',
    statusWith({}, { name: 'sql-2', state: 'paused' }),
    ['sql-2: paused, 0 waiting; schoolbell sync sql resume 2 (see schoolbell sync followers)'],
  ],
  [
    'a store that is not the file of its name any more',
    { ...statusWith({}), replaced: 'news.db was replaced; restart the agent' },
    ['news.db was replaced; restart the agent'],
  ],
])('%s', (_, status, texts) => {
  expect(problemsOf(status, NOW).map(({ text }) => text)).toEqual(texts)
})

// Promise: operate/alert-first-copy
it('a first copy may take a quarter of an hour, unless it fails', () => {
  const { lastSuccess, ageMs, ...never } = WELL
  const status = (failuresInARow: number) => ({
    ...statusWith({}),
    streams: [{ ...never, stale: true, failuresInARow }],
  })
  const told = (failures: number, minutes: number) => {
    const problems = problemsOf(status(failures), NOW)
    const known = noticeOf([], problems, 0).after
    return noticeOf(known, problems, minutes * 60_000).begun.length
  }
  expect([told(0, 14), told(0, 15), told(1, 1), told(1, 2)]).toEqual([0, 1, 0, 1])
})

it.each<[what: string, lastDone: string | undefined, more: Partial<FollowerStatus>, minutes: number]>([
  ['that takes old changes one after the other may take an hour', '2026-09-01T00:30:00Z', {}, 60],
  ['that has taken none for an hour may not', '2026-08-31T23:30:00Z', {}, 2],
  ['that has never taken one may not', undefined, {}, 2],
  ['that has put something aside may not', '2026-09-01T00:30:00Z', { aside: 1 }, 2],
  ['that fails may not', '2026-09-01T00:30:00Z', { failuresInARow: 3 }, 2],
])('a follower %s', (_, lastDone, more, minutes) => {
  const waits = { behind: 900, oldestMs: 90 * 86_400_000, ...(lastDone && { lastDone }), ...more }
  expect(problemsOf(statusWith({}, waits), NOW)).toMatchObject([{ afterMs: minutes * 60_000 }])
})

describe('a message', () => {
  const bodyOf = (address: string, text: string) => {
    const [target] = checkAlerts([address], Error)
    if (!target) throw new Error('no target')
    const begun = Array.from({ length: 20 }, (_, index) => ({ subject: `s${index}`, afterMs: 0, text }))
    const sender = { source: 'https://school.example/cms', agent: 'bay', nowMs: 0 }
    return requestOf(target, { begun, over: [], open: 20 }, sender)?.body ?? ''
  }
  const slackLines = (text: string): string[] =>
    JSON.parse(bodyOf('slack+https://hooks.example/x', text)).text.split('\n')

  it('has no more lines than receivers take', () => {
    const lines = slackLines('academy/en-US failing')
    expect(lines).toHaveLength(15)
    expect(lines.at(-2)).toBe('and 8 more: run schoolbell sync status')
  })

  it('has no markup, mentions or control characters of a service', () => {
    const line = slackLines(`<!channel> @everyone a\u001b[2K&\u202eb ${'x'.repeat(900)}`)[1]
    expect(line).toMatch(/^&lt;!channel&gt; @\u200beveryone a \[2K&amp;b x+…$/)
  })

  it.each(['x', '<', '中'])('is short enough for Discord and ntfy with long lines of %s', character => {
    const text = character.repeat(900)
    const lines = slackLines(text)
    expect(lines.join('\n').length).toBeLessThanOrEqual(2_000)
    expect(Buffer.byteLength(bodyOf('ntfy+https://ntfy.sh/x', text))).toBeLessThanOrEqual(4_096)
    const said = lines.filter(line => line.endsWith('…')).length
    expect(said).toBeGreaterThan(0)
    expect(lines.at(-2)).toBe(`and ${20 - said} more: run schoolbell sync status`)
  })
})

it('the remedy stands after a long reason, too', () => {
  const message = 'x'.repeat(300)
  const at = ''
  const status = statusWith(
    { failuresInARow: 3, lastError: { at, code: 'D20000', message } },
    { failuresInARow: 3, lastFailure: { at, message } },
  )
  const texts = problemsOf(status, NOW).map(({ text }) => text)
  expect(texts[0]).toMatch(/x…; run schoolbell sync doctor$/)
  expect(texts[1]).toMatch(/x… \(see schoolbell sync followers\)$/)
  for (const text of texts) expect(text).toHaveLength(300)
})

it('receivers have names without secrets, and a second one of a host has a number', () => {
  const all = ['https://a.example/x?k=1', 'slack+https://b.example:8443/y', 'https://a.example/z']
  expect(checkAlerts(all, Error).map(({ name }) => name)).toEqual([
    'json a.example',
    'slack b.example:8443',
    'json a.example 2',
  ])
})

it.each([
  ['hooks.example/secret', /^address 2 of 2 must begin with https:\/\//],
  ['discord+https://hooks.example/secret', /must begin with/],
  ['https://a.example/secret https://b.example/secret', /have no spaces/],
  ['https://a.example/secret\rhttps://b.example/secret', /have no spaces/],
  ['https://me:secret@hooks.example/', /must not hold a user name or password/],
  ['https://hooks.example/#secret', /has a fragment/],
  ['ntfy+https://ntfy.sh', /names no topic, as in ntfy\+https:\/\/ntfy\.sh\/…/],
  ['ping+https://hc-ping.com/?secret', /names no check/],
  ['slack+https://hooks.example', /names no webhook/],
])('%s is refused, and not repeated', (address, reason) => {
  const refused = () => checkAlerts(['https://a.example', address], text => new RangeError(text))
  expect(refused).toThrow(reason)
  expect(refused).not.toThrow(/secret/)
})
