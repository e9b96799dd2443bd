/** Until when a session holds, and which answers refuse its token. */
import { describe, expect, it } from 'vitest'
import { createSessionClient, ServiceError } from '../../../shared/client/index.ts'
import { readExpiry, refusesToken } from '../../../shared/client/session.ts'

describe('a session', () => {
  it.each([
    ['2026-09-02T00:00:00Z', '2026-09-02T00:00:00Z'],
    ['2026-09-02T08:00:00+08:00', '2026-09-02T00:00:00Z'],
    ['2026-09-02T00:00:00', undefined],
    ['tomorrow', undefined],
    [['2026-09-02T00:00:00Z'], undefined],
    [1_788_307_200_000, undefined],
    [undefined, undefined],
  ])('whose expireAt is %j ends at %s', (expireAt, instant) => {
    expect(readExpiry(expireAt)?.toString()).toBe(instant)
  })

  it.each([
    [200, undefined, false],
    [200, 'D00000', false],
    [200, 'D20003', false],
    [200, 'D20001', true],
    [200, 'E99999', true],
    [401, undefined, true],
    [431, undefined, true],
    [429, undefined, false],
    [500, 'D20001', false],
  ])('answered with HTTP %i and the code %s refuses its token: %s', (status, returnCode, refuses) => {
    expect(refusesToken(status, returnCode)).toBe(refuses)
  })

  it('answered with a return code in place of a user is that error', async () => {
    const fetch = async () => Response.json({ txID: 't', code: 'D20001', message: 'no such token' })
    const client = createSessionClient({ sessionUrl: 'https://school.example/session', appId: 'app', fetch })
    const call = client.resolve('secret-token')
    await expect(call).rejects.toBeInstanceOf(ServiceError)
    await expect(call).rejects.toMatchObject({ returnCode: 'D20001', txID: 't' })
  })
})
