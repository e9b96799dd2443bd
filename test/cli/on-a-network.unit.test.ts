/** What is printed for a real phone: a code that a camera reads, and a warning. */
import decodeQR from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import { networkLines, phoneHost } from '../../cli/open-extension/on-a-network.ts'
import { OWN_ADDRESS } from '../support/own-address.ts'

const SECRET = 'tDe183TFWk2TmpvBEZ-KfrwAst-czz0bLRcR7x-PDTI'
const link = `http://192.168.100.200:43210/.schoolbell/${SECRET}`
const phone = { link, signsIn: 'signed in as Yuk-lan Sheung' }

/** Each dot of a line is half a character, light where it is drawn; as a camera sees it, four pixels wide and high. */
function pictureOf(lines: readonly string[]) {
  const dots = lines.flatMap(line => [
    [...line].map(character => '█▀'.includes(character)),
    [...line].map(character => '█▄'.includes(character)),
  ])
  const wide = dots.map(row => row.flatMap(isLight => [isLight, isLight, isLight, isLight]))
  const pixels = wide.flatMap(row => [row, row, row, row])
  const data = pixels.flat().flatMap(isLight => (isLight ? [255, 255, 255, 255] : [0, 0, 0, 255]))
  return { width: pixels[0]?.length ?? 0, height: pixels.length, data: Uint8Array.from(data) }
}

const codeIn = (lines: readonly string[]) => lines.filter(line => /[█▀▄]/.test(line))

describe('an address in a network', () => {
  it('is printed as a code that leads there, with a warning of who else can', () => {
    const lines = networkLines(phone, '192.168.100.200', false)
    const code = codeIn(lines)
    expect(new Set(code.map(line => line.length)).size).toBe(1)
    expect(decodeQR(pictureOf(code))).toBe(link)
    const words = lines.filter(line => !code.includes(line)).join('\n')
    expect(words).toContain('Warning: everybody in the network can reach 192.168.100.200:43210, and')
    expect(words).toContain('is signed in as Yuk-lan Sheung and sees')
    expect(words).not.toContain(SECRET)
  })

  it('is white on black on a terminal, whatever its own colours', () => {
    const code = codeIn(networkLines(phone, '192.168.100.200', true))
    for (const line of code) {
      expect(line.startsWith('\u001b[97;40m')).toBe(true)
      expect(line.endsWith('\u001b[0m')).toBe(true)
    }
  })
})

it('one on this machine alone is not', () => {
  for (const host of ['127.0.0.1', 'localhost', '[::1]'])
    expect(networkLines({ ...phone, link: `http://${host}:43210/` }, undefined)).toEqual([])
})

it.each([
  ...['0.0.0.0', '::', '0.0', '00.0.0.0', '0x0', '::ffff:0.0.0.0', ''],
  ...['http://192.0.2.2', '192.0.2.2:4050', '[::1]:4050', 'laptop.local:80', 'fe80::1%lo'],
  ...['203.0.113.9', '2001:db8::1'],
])('"%s" is not one address of this machine, whose addresses are named', host => {
  expect(() => phoneHost(host)).toThrow(
    /^It must be one address of this machine, without http:\/\/ and port, as in \d+\.[\d.]+/,
  )
})

it('takes an address of this machine, and says of a loopback one that phones cannot reach it', () => {
  for (const host of [OWN_ADDRESS, '127.0.0.1', '::1', 'localhost', 'laptop.local'])
    expect(phoneHost(host)).toBe(host)
  expect(networkLines({ ...phone, link: 'http://localhost:43210/' }, 'localhost')).toEqual([
    expect.stringMatching(/^Phones cannot reach localhost: .* --host an address of this machine, as in \d/),
  ])
})
