/** How a terminal lets one into the console. */
import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { call } from '../support/call.ts'
import { start } from '../support/command.ts'
import { callConsole, NOBODY } from '../support/console.ts'
import { scratch } from '../support/scratch.ts'

const PASSWORD = 'harbour-lantern-tide'
const TOKEN = 'a-token-for-programs-of-0123456789-characters'
const EMPTY = ['service', '--port', '0', '--ephemeral', '--seed', 'empty', '--log-level', 'silent']

describe('schoolbell service', () => {
  it('prints a link after the addresses, and a fresh one when it was used; knows password and token from files', async () => {
    using place = scratch()
    writeFileSync(place.path('password'), `${PASSWORD}\r\nsecond line\n`)
    writeFileSync(place.path('token'), TOKEN)
    const files = [
      '--admin-password-file',
      place.path('password'),
      '--console-token-file',
      place.path('token'),
    ]
    await using service = start([...EMPTY, ...files])
    const base = await service.nextLine()
    const link = async () => {
      let line = ''
      while (!line.includes('#sign-in=')) line = await service.nextLine()
      return line
    }
    const first = await link()
    expect(first).toMatch(new RegExp(`^ {2}console {15}${base}/console/#sign-in=[\\w-]{43}$`))
    const signIn = (secret: object) => callConsole(base, NOBODY, 'POST', '/sign-in', secret)
    expect((await signIn({ token: first.split('=')[1] })).status).toBe(200)
    const next = await link()
    expect(next).toMatch(/^ {2}for another browser {3}http/)
    expect((await signIn({ token: next.split('=')[1] })).status).toBe(200)
    expect((await signIn({ password: PASSWORD })).status).toBe(200)
    const asked = await fetch(`${base}/console/api/overview`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    expect(asked.status).toBe(200)
    expect(service.errors()).toBe('')
  })

  it('prints the addresses under which others reach it, and where it listens', async () => {
    const publicUrl = 'https://sis.larkwater.example'
    const everywhere = ['--host', '0.0.0.0', '--public-url', publicUrl, '--content-path', '/content']
    await using service = start([...EMPTY, ...everywhere], { env: { SCHOOLBELL_ADMIN_PASSWORD: PASSWORD } })
    const lines: string[] = []
    for (let line = 0; line < 7; line += 1) lines.push((await service.nextLine()).trim())
    expect(lines[1]).toMatch(/^listens on +http:\/\/0\.0\.0\.0:\d+$/)
    expect(lines.toSpliced(1, 1).map(line => line.split(/ {2,}/).at(-1))).toEqual([
      publicUrl,
      `${publicUrl}/content`,
      `${publicUrl}/sync`,
      `${publicUrl}/session/staging`,
      `${publicUrl}/session/production`,
      `${publicUrl}/console/`,
    ])
  })

  it.each<[args: string[], env: Record<string, string>, reason: string]>([
    [
      ['--host', '0.0.0.0', '--public-url', 'https://sis.larkwater.example'],
      {},
      'adminPassword is needed on 0.0.0.0',
    ],
    [[], { SCHOOLBELL_ADMIN_PASSWORD: 'too-short' }, 'adminPassword has fewer than 12 characters'],
    [[], { SCHOOLBELL_CONSOLE_TOKEN: 'too-short' }, 'consoleToken is not 32 to 200'],
    [['--admin-password-file', 'nowhere'], {}, '--admin-password-file: the file cannot be read (ENOENT)'],
  ])('ends with 2 and says what to do: %j %j', async (args, env, reason) => {
    const { code, output, errors } = await call([...EMPTY, ...args], env)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain(reason)
    expect(errors).not.toContain('too-short')
    expect(errors.trim().split('\n')).toHaveLength(1)
  })
})
