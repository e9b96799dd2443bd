/** The reference service's own media, all that its sample school has. */
import { expect, test } from 'vitest'
import { createService } from '../../../../console/index.ts'
import { picturesIn } from '../../../../shared/html/pictures.ts'
import type { NewsItem } from '../../../../sync-agent/index.ts'
import { scratch } from '../../../support/scratch.ts'
import { ACADEMY, ACADEMY_ZH, getJson, PRE_SCHOOL } from '../../support.ts'
import { mirrorBefore, PUBLIC_URL } from './support.ts'

test('everything the sample school shows is mirrored, but for a counting pixel of another host, and stands when the service does not', async () => {
  using files = scratch()
  const service = await createService({ port: 0 })
  const { serviceUrl } = await service.listen()
  await using agent = await mirrorBefore({ url: '' }, files, {
    serviceUrl,
    streams: [ACADEMY, ACADEMY_ZH, PRE_SCHOOL],
  })
  await agent.syncOnce()
  const done = await agent.mirrorMedia()
  expect(done.failed).toBe(1)
  expect(done.copied).toBeGreaterThan(20)
  await service.close()

  const address = await agent.listen()
  const { items } = (await getJson(`${address}/v1/news?limit=100`)) as { items: NewsItem[] }
  const shown = items.flatMap(({ coverUrl, thumbnailUrl, attachments, html }) => [
    ...picturesIn(html),
    ...[coverUrl, thumbnailUrl].filter(each => each !== undefined),
    ...attachments.flatMap(file => [file.url, file.thumbnailUrl ?? '', file.mobileScreenImageUrl ?? '']),
  ])
  expect(shown.filter(each => !each.startsWith(`${PUBLIC_URL}media/`))).toEqual([
    expect.stringMatching(/^https:\/\/mail\.[a-z]+\.example\/open\.gif$/),
  ])
  for (const { fileType, fileSize, url: at } of items.flatMap(({ attachments }) => attachments)) {
    const response = await fetch(address + at.slice(PUBLIC_URL.length - 1))
    expect((await response.arrayBuffer()).byteLength).toBe(fileSize)
    expect(response.headers.get('content-type')).toBe(fileType.replace('audio/mp3', 'audio/mpeg'))
  }
})
