/** What a mirrored file is called. */
import { expect, it } from 'vitest'
import { mediaName } from '../../../../sync-agent/outlets/media/file-name.ts'

it('its whole name stands in an address: nothing in it ends the path', () => {
  const name = mediaName('https://files.example/Form%20%231%3F.pdf', 'application/pdf')
  expect(name).toBe('Form -1-.pdf')
  const { pathname, search, hash } = new URL(`https://school.example/media/${'0'.repeat(64)}/${name}`)
  expect(decodeURIComponent(pathname).endsWith(`/${name}`)).toBe(true)
  expect(search + hash).toBe('')
})
