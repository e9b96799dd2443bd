/** Whom a receiver can trust and whom the agent will call: signatures, secrets that rotate, addresses that lead inside. */
import { existsSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../../shared/clock.ts'
import { openWebhookAdmin } from '../../../../sync-agent/index.ts'
import type { Lookup } from '../../../../sync-agent/outlets/guarded-fetch.ts'
import { signedHeaders } from '../../../../sync-agent/outlets/webhooks/signature.ts'
import { allTables, entry, logLines, news, WARN } from '../../support.ts'
import { boxFor, ingested, type Received, setBox, setStage, startReceiver, verified } from './support.ts'

it('the specification’s own example has the signature that it gives', () => {
  const body = '{"test": 2432232314}'
  const message = { messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', atMs: 1_614_265_330_999, body }
  expect(signedHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

/** What one agent tells of an entry, to a receiver whose secret is rotated in ways that the test chooses. */
async function oneMessage(rotations: readonly { oldForMs: number }[]) {
  await using receiver = await startReceiver()
  await using stage = await setStage(receiver)
  await using agent = await stage.agent()
  await agent.syncOnce()
  const secrets = [(await stage.admin.add({ url: receiver.url })).secret]
  for (const { oldForMs } of rotations) secrets.push((await stage.admin.rotate(1, oldForMs)).secret)
  agent.start()
  stage.upstream.answer(news([entry('a', { newsTitle: '颱風 🌀' })]))
  await agent.syncOnce()
  await receiver.until(1)
  return { secrets, received: receiver.received[0] as Received }
}

describe('a receiver', () => {
  // Promise: operate/webhook-signed
  it('refuses a message of which a byte, the id or the time is another, and one that is signed by somebody else', async () => {
    const { secrets, received } = await oneMessage([])
    const [secret = ''] = secrets
    expect(verified(secret, received)).toMatchObject({ type: 'news.published', data: { title: '颱風 🌀' } })
    const { headers, body } = received
    const later = `${Number(headers['webhook-timestamp']) + 1}`
    for (const forged of [
      { body: body.replace('颱風', '晴天') },
      { headers: { ...headers, 'webhook-id': 'msg_other' } },
      { headers: { ...headers, 'webhook-timestamp': later } },
    ])
      expect(() => verified(secret, { ...received, ...forged })).toThrow('No matching signature')
    const foreign = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
    expect(() => verified(foreign, received)).toThrow('No matching signature')
  })

  // Promise: operate/webhook-rotate
  it('is content with the old secret or the new one while both are valid, and then with the new one alone', async () => {
    const during = await oneMessage([{ oldForMs: 3_600_000 }])
    for (const secret of during.secrets) expect(verified(secret, during.received)).toBeDefined()
    expect(during.received.headers['webhook-signature']?.split(' ')).toHaveLength(2)

    const after = await oneMessage([{ oldForMs: 0 }])
    const [old = '', recent = ''] = after.secrets
    expect(() => verified(old, after.received)).toThrow('No matching signature')
    expect(verified(recent, after.received)).toBeDefined()
  })
})

it('an old secret ends when its time is over, though nobody does anything then', async () => {
  await using box = await boxFor()
  await box.admin.rotate(1, 24 * 3_600_000)
  await box.admin.rotate(1, 3_600_000)
  const signatures = async (newsId: string) => {
    await box.apply([ingested(newsId)])
    await box.work()
    return box.receiver.received.at(-1)?.headers['webhook-signature']?.split(' ').length
  }
  expect(await signatures('a')).toBe(3)
  box.after(2)
  expect(await signatures('b')).toBe(2)
  box.after(23)
  expect(await signatures('c')).toBe(1)
})

describe('the key that secrets are made with', () => {
  // Promise: operate/webhook-secrets
  it('lies beside the store for its owner alone; the store and its copies hold no secret', async () => {
    await using box = await setBox([])
    const { secret } = await box.admin.add({ url: 'https://receiver.invalid/' })
    const key = `${box.db}.webhook-key`
    expect(statSync(key).mode & 0o777).toBe(0o600)
    const raw = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const text = JSON.stringify(allTables(box.db))
    for (const hidden of [secret.slice(6), raw.toString('hex'), readFileSync(key, 'utf8').trim()]) {
      expect(text).not.toContain(hidden)
    }
  })

  it('when it is missing or another, nothing is sent unsigned; put back, everything is', async () => {
    await using box = await boxFor()
    const key = `${box.db}.webhook-key`
    renameSync(key, `${key}.away`)
    await box.apply([ingested('a')])
    await box.work()
    expect((await box.admin.show(1)).follower).toMatchObject({
      ...{ behind: 1, aside: 0 },
      lastFailure: { message: expect.stringMatching(/webhook-key is missing; restore it/) },
    })
    expect(box.receiver.received).toEqual([])
    renameSync(`${key}.away`, key)
    await box.live(1)
    expect(box.receiver.told()).toEqual(['news.published a'])
  })

  it('is the same one when the store is reached by another name', async () => {
    await using receiver = await startReceiver()
    await using box = await setBox([receiver])
    const link = box.files.path('link.db')
    symlinkSync(box.db, link)
    await using admin = await openWebhookAdmin(link, { clock: systemClock, allowedHosts: [receiver.host] })
    const { secret } = await admin.add({ url: receiver.url })
    expect(existsSync(`${link}.webhook-key`)).toBe(false)
    await box.apply([ingested('a')])
    await box.work()
    expect(receiver.told()).toEqual(['news.published a'])
    const { headers, body } = receiver.received[0] as Received
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body))
  })

  it('when the newest secret was made with another one, nothing is signed with the old one alone', async () => {
    await using box = await boxFor()
    const key = `${box.db}.webhook-key`
    renameSync(key, `${key}.first`)
    const { secret } = await box.admin.rotate(1, 3_600_000)
    renameSync(key, `${key}.second`)
    renameSync(`${key}.first`, key)
    await box.apply([ingested('a')])
    await box.work()
    expect(box.receiver.received).toEqual([])
    const { lastFailure } = (await box.admin.show(1)).follower
    expect(lastFailure?.message).toMatch(/webhook-key is another key/)
    renameSync(`${key}.second`, key)
    await box.live(1)
    expect(box.receiver.told()).toEqual(['news.published a'])
    expect(secret).toMatch(/^whsec_/)
  })

  it('when it is not where it should be, another webhook makes no second one', async () => {
    await using box = await boxFor()
    const key = `${box.db}.webhook-key`
    renameSync(key, `${key}.away`)
    const other = { url: box.receiver.url, langs: ['en-US' as const] }
    await expect(box.admin.add(other)).rejects.toThrow(
      /webhook-key is missing, which makes the other webhooks’ secrets; restore it, or name the right file/,
    )
    expect(existsSync(key)).toBe(false)
    writeFileSync(key, `${'ab'.repeat(32)}\n`)
    await expect(box.admin.add(other)).rejects.toThrow(
      /webhook-key is not the key of the other webhooks’ secrets; restore it, or name the right file/,
    )
    expect(await box.admin.list()).toHaveLength(1)
    renameSync(`${key}.away`, key)
    await box.admin.add(other)
    expect(await box.admin.list()).toHaveLength(2)
  })

  it('when it is lost, a new secret makes a new one', async () => {
    await using box = await boxFor()
    renameSync(`${box.db}.webhook-key`, `${box.db}.lost`)
    const { secret, oldUntil, keyFile } = await box.admin.rotate(1, 3_600_000)
    expect({ oldUntil, keyFile }).toEqual({ oldUntil: undefined, keyFile: `${box.db}.webhook-key` })
    expect((await box.admin.rotate(1, 3_600_000)).oldUntil).toMatch(/^20/)
    expect((await box.admin.test(1)).delivered).toBe(true)
    const [ping] = box.receiver.received
    expect(ping?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  })
})

it('an agent that waits for the lease says at its start that it lacks the key', async () => {
  await using receiver = await startReceiver()
  await using stage = await setStage(receiver)
  await using leader = await stage.agent()
  await leader.syncOnce()
  await stage.admin.add({ url: receiver.url })
  const log = logLines()
  await using waiting = await stage.agent({ webhookKey: stage.files.path('no.key'), logger: log.logger })
  waiting.start()
  await expect
    .poll(() => log.at(WARN).map(({ msg }) => msg))
    .toContainEqual(expect.stringMatching(/cannot sign messages for all webhooks: .*no\.key is missing/))
})

describe('a target is refused', () => {
  it('with the address and the settings of another one', async () => {
    await using box = await boxFor()
    await expect(box.admin.add({ url: box.receiver.url })).rejects.toThrow(
      'webhook 1 has this address and these settings already; for another secret, rotate 1',
    )
    await box.admin.add({ url: box.receiver.url, events: ['news.deleted'] })
    expect(await box.admin.list()).toHaveLength(2)
  })

  it('when it is no public https address, or a name that leads inside', async () => {
    const lookup: Lookup = (_name, _options, callback) => callback(null, [{ address: '10.0.0.9', family: 4 }])
    await using box = await setBox([], { lookup })
    for (const [url, reason] of [
      ['http://receiver.example/hook', 'to allow it: --webhook-allow-host receiver.example'],
      ['ftp://receiver.example/hook', 'not an https address'],
      ['receiver.example', 'not an https address'],
      ['https://user:word@receiver.example/', 'user name or password'],
      ['https://receiver.example/#part', 'fragment'],
      ['https://127.0.0.1/hook', 'not a public address; to allow it: --webhook-allow-host 127.0.0.1'],
      ['https://10.1.2.3:8443/hook', '--webhook-allow-host 10.1.2.3:8443'],
      ['https://[::1]/hook', '::1 is not a public address'],
      ['https://inside.example/', '10.0.0.9 is not a public address'],
    ] as [string, string][])
      await expect(box.admin.add({ url }), url).rejects.toThrow(reason)
    expect(await box.admin.list()).toEqual([])
  })

  it('when there are sixteen', async () => {
    await using box = await setBox([])
    for (let count = 0; count < 16; count += 1) await box.admin.add({ url: `https://r${count}.invalid/` })
    await expect(box.admin.add({ url: 'https://one-more.invalid/' })).rejects.toThrow('16 webhooks')
  })
})

describe('no call goes', () => {
  // Promise: operate/no-inside
  it('inside, when a name that led outside leads inside later', async () => {
    await using receiver = await startReceiver()
    let address = '93.184.216.34'
    const lookup: Lookup = (_name, _options, callback) => callback(null, [{ address, family: 4 }])
    const port = new URL(receiver.url).port
    await using box = await setBox([], { lookup, allowedHosts: [] })
    await box.admin.add({ url: `https://rebound.example:${port}/hook` })
    address = '127.0.0.1'
    await box.apply([ingested('a')])
    await box.runner.dispatch()
    await box.runner.settled()
    expect((await box.admin.show(1)).follower).toMatchObject({
      aside: 1,
      lastFailure: {
        message: expect.stringMatching(/^ADDRESS_PRIVATE: 127\.0\.0\.1 is not a public address/),
      },
    })
    expect(receiver.received).toEqual([])
  })

  it('to a host that is allowed no longer', async () => {
    await using receiver = await startReceiver()
    await using stage = await setStage(receiver)
    await stage.admin.add({ url: receiver.url })
    await using agent = await stage.agent({ webhookAllowHosts: [] })
    await agent.syncOnce()
    stage.upstream.answer(news([entry('a')]))
    await agent.syncOnce()
    agent.start()
    const failure = async () => (await stage.admin.show(1)).follower.lastFailure?.message
    await expect.poll(failure).toContain('not an https address; to allow it')
    expect(receiver.received).toEqual([])
  })
})
