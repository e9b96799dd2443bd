import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentHash, ingestEntry } from '../../../sync-agent/sync/received-entries.ts'
import { entry, ingested } from '../support.ts'

describe('one entry', () => {
  // Promise: operate/api-harmless
  it('keeps its HTML safe and its JSON as it came', () => {
    const raw = { ...entry('a', { newsContent: '<p onclick="x()">Hi<script>x()</script></p>' }), extra: 1 }
    const { html, remarks, raw: kept } = ingestEntry({ attachments: [], ...raw }, raw)
    expect(html).toBe('<p>Hi</p>')
    const done = 'left out: only text, pictures and links are shown'
    expect(remarks).toEqual([{ path: '/newsContent', came: '"<script>"', done }])
    expect(JSON.parse(kept)).toEqual(raw)
  })

  // Promise: operate/api-harmless
  it('serves no address that would run as a script', () => {
    const attachment = {
      fileType: 'application/pdf',
      fileSize: 1,
      url: 'https://files.example/a.pdf',
      thumbnailUrl: 'javascript:alert(1)',
      mobileScreenImageUrl: 'https://files.example/a.png',
    } as const
    const { coverUrl, thumbnailUrl, attachments } = ingested('a', {
      mobileScreenImageUrl: ' javascript:alert(1)',
      thumbnailUrl: 'https://files.example/t.png',
      attachments: [attachment, { ...attachment, url: 'data:text/html,x' }],
    })
    expect(coverUrl).toBeUndefined()
    expect(thumbnailUrl).toBe('https://files.example/t.png')
    expect(attachments).toEqual([{ ...attachment, thumbnailUrl: undefined }])
  })

  it('shows a sign for what no database takes, and keeps it in the JSON', () => {
    const odd = { fileType: 'a\u0000/b', url: 'https://files.example/a.pdf' }
    const raw = {
      ...entry('a', { newsTitle: 'half \ud83d', newsContent: '<p>no\u0000thing</p>' }),
      attachments: [odd],
    }
    const { title, html, attachments, raw: kept } = ingestEntry({ ...raw, attachments: [odd] }, raw)
    expect([title, html]).toEqual(['half \ufffd', '<p>no\ufffdthing</p>'])
    expect(attachments).toEqual([{ ...odd, fileType: 'a\ufffd/b' }])
    expect(JSON.parse(kept)).toEqual(raw)
  })

  it('has the same hash in whatever order its fields come', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fields => {
        const reversed = Object.fromEntries(Object.entries(fields).reverse())
        expect(contentHash([reversed])).toBe(contentHash([fields]))
      }),
    )
  })

  it('has the same hash in each version of the agent, whose update would change every entry otherwise', () => {
    const raw = { newsTitle: 'Trip', newsId: 'a', attachments: [{ url: 'u', fileSize: 1 }] }
    const sorted = '{"attachments":[{"fileSize":1,"url":"u"}],"newsId":"a","newsTitle":"Trip"}'
    expect(contentHash(raw)).toBe(hash('sha256', sorted))
  })

  it('has the same hash when a null stands for an absent field', () => {
    expect(contentHash({ ...entry('a'), thumbnailUrl: null })).toBe(contentHash(entry('a')))
  })

  it('has another hash after any change, even of a field that the interface does not know', () => {
    const hashes = [
      entry('a'),
      entry('b'),
      entry('a', { newsTitle: 'Other' }),
      entry('a', { newsDateTime: '20260901083001' }),
      { ...entry('a'), category: 'sports' },
      { ...entry('a'), attachments: [1, 2] },
      { ...entry('a'), attachments: [2, 1] },
      { ...entry('a'), attachments: ['1,2'] },
    ].map(contentHash)
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})
