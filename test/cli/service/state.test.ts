/** Everything in a data folder on the command line, and waiting for a service that starts. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilAnswered } from '../../../cli/wait.ts'
import { call } from '../../support/call.ts'
import { run, start } from '../../support/command.ts'
import { freePort } from '../../support/free-port.ts'
import { photograph } from '../../support/media-files.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { failure, hang, json, startUpstream, success } from '../../support/scripted-upstream.ts'
import { writeSeed } from '../../support/small-school.ts'

let place: Scratch
beforeAll(() => {
  place = scratch()
})
afterAll(() => place[Symbol.dispose]())

const newsIds = async (base: string) => {
  const url = `${base}/cms/api/v1/news/check?siteId=academy&lastSyncTime=19700101000000`
  const { content } = await (await fetch(url)).json()
  return content.newsList.map(({ newsId }: { newsId: string }) => newsId)
}
const service = (...more: string[]) => start(['service', '--port', '0', '--log-level', 'silent', ...more])

describe('schoolbell service export and import', () => {
  it('take everything out while a service runs, and put it into another that goes on with it', async () => {
    const [one, two, file] = [place.path('one'), place.path('two'), place.path('school.zip')]
    await using first = service('--data-dir', one, '--seed', writeSeed(place.folder))
    await using second = service('--data-dir', two, '--seed', 'empty')
    const [, base] = await Promise.all([first.nextLine(), second.nextLine()])
    const exported = await run(['service', 'export', '--data-dir', one, file])
    expect(exported).toMatchObject({ code: 0, errors: '' })
    expect(exported.output).toContain('Larkwater School')
    const before = readFileSync(file)
    const refused = await call(['service', 'export', '--data-dir', two, file])
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('--force replaces it')])
    expect(readFileSync(file)).toEqual(before)
    expect((await call(['service', 'export', '--data-dir', one, '--force', file])).code).toBe(0)

    expect(await newsIds(base)).toEqual([])
    expect((await run(['service', 'import', '--data-dir', two, file])).code).toBe(0)
    expect(await newsIds(base)).toEqual(['N-3', 'N-2', 'N-1'])

    const again = await call(['service', 'import', '--data-dir', two, file])
    expect(again.code).toBe(1)
    expect(again.errors).toContain('holds a school already')
    expect((await call(['service', 'import', '--force', '--data-dir', two, file])).code).toBe(0)
    for (const running of [first, second]) expect((await running.stop()).code).toBe(0)

    // The same file is a seed as well.
    await using third = service('--ephemeral', '--seed', file)
    expect(await newsIds(await third.nextLine())).toEqual(['N-3', 'N-2', 'N-1'])
  })

  it('take messages and news of a running service; the key goes to its calls alone and is shown nowhere', async () => {
    const KEY = 'key-from-the-environment-17'
    const picture = await photograph('png')
    await using upstream = await startUpstream((response, request) => {
      const url = new URL(request.url ?? '', upstream.url)
      const pictureUrl = `${upstream.url}/files/gate.png`
      const entry = {
        ...{ newsId: 'N-1', newsTitle: 'Gate', newsContent: '<p>Open.</p>', newsDate: '20261120' },
        ...{ newsDateTime: '20261120080000', mobileScreenImageUrl: pictureUrl, attachments: [] },
      }
      if (url.pathname === '/files/gate.png') response.writeHead(200).end(picture)
      else if (request.headers['x-access-key'] !== KEY)
        failure('D20000', `not ${request.headers['x-access-key']}`)(response, request)
      else if (url.searchParams.get('siteId') === 'pre-school')
        failure('D20004', 'siteID does not exist')(response, request)
      else
        success(url.pathname.includes('popup') ? [] : { newsList: [entry], delNewsIds: [] })(
          response,
          request,
        )
    })
    const data = place.path('taken')
    const args = [
      'service',
      'import',
      '--data-dir',
      data,
      '--from',
      `${upstream.url}/cms`,
      '--app-id',
      'small',
    ]
    const env = { SCHOOLBELL_ACCESS_KEY: KEY }
    const first = await run(args, { env })
    expect(first).toEqual({
      code: 0,
      errors: '',
      output: [
        `${upstream.url}/cms imported into ${data}`,
        '  Popup messages  0 added, 0 changed, 0 unchanged',
        '  News            1 added, 0 changed, 0 unchanged',
        '  Files           1 received, 0 received before',
        '  pre-school: the service has no such website\n',
      ].join('\n'),
    })
    const calls = upstream.requests.filter(({ url }) => url.startsWith('/cms/'))
    expect(new Set(calls.map(({ headers }) => headers['x-app-id']))).toEqual(new Set(['small']))
    expect(upstream.requests.find(({ url }) => url.startsWith('/files/'))?.headers).not.toHaveProperty(
      'x-access-key',
    )

    const other = await call(args, { SCHOOLBELL_ACCESS_KEY: 'wrong-key-0123' })
    expect(other).toMatchObject({ code: 1, output: '', errors: expect.stringContaining('D20000 not …') })
    const both = await call([...args, place.path('school.zip')], env)
    expect(both).toMatchObject({ code: 2, errors: expect.stringContaining('give either a file or --from') })
  })

  it('of a running service ends in order with Ctrl-C, and says that the same command goes on', async () => {
    await using upstream = await startUpstream(hang)
    const data = place.path('stopped')
    await using running = start(['service', 'import', '--data-dir', data, '--from', upstream.url])
    await expect.poll(() => upstream.requests, { message: 'a first call of the import' }).not.toEqual([])
    expect(await running.stop('SIGINT')).toEqual({ code: 1, signal: null })
    expect(running.errors()).toMatch(/^schoolbell: stopped; .* the same command goes on from there\n$/)
  })

  it('say what is missing or none of theirs, and what is expected; they make no folder of it', async () => {
    const [nowhere, notes] = [place.path('nowhere'), place.path('README.md')]
    writeFileSync(notes, '# Notes')
    for (const [args, code, says] of [
      [
        ['export', place.path('x.zip')],
        1,
        `${nowhere} does not exist; give the folder of a service, as in --data-dir`,
      ],
      [['import', place.path('none.zip')], 2, 'none.zip does not exist; expected is a file that '],
    ] as const) {
      const answer = await call(['service', ...args, '--data-dir', nowhere])
      expect(answer).toMatchObject({ code, errors: expect.stringContaining(says) })
      expect(existsSync(nowhere)).toBe(false)
    }
    const imported = await call(['service', 'import', '--data-dir', place.path('none'), notes])
    expect(imported).toMatchObject({ code: 1, output: '' })
    expect(imported.errors).toMatch(
      /^schoolbell: \S+README\.md: the file is no \.zip file, or a damaged one; expected is a file that \S.* export has written\n$/,
    )
  })
})

describe('schoolbell wait', () => {
  it('ends with 0 once the service answers, whichever of its addresses is named', async () => {
    await using running = service('--ephemeral', '--seed', 'empty')
    const base = await running.nextLine()
    expect(await run(['wait', `${base}/cms`])).toEqual({ code: 0, output: '', errors: '' })
  })

  it('ends with 1 and the reason when its time is over', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`
    const { code, output, errors } = await call(['wait', `${nobody}/cms`, '--timeout', '1'])
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors.startsWith(`schoolbell: ${nobody}/healthz has not answered within 1 s: `), errors).toBe(
      true,
    )
    expect(errors).toMatch(/: cannot be reached: nothing listens at .*; check .* \(ECONNREFUSED\)\n$/)
    expect(errors.trim().split('\n')).toHaveLength(1)
  })

  /** A minute passes with each pause: the first call has all the time that it needs, the last has hardly any. */
  const minutes = () => {
    let now = 0
    return {
      now: () => now,
      async sleep() {
        now += 60_000
      },
    }
  }

  it('gives the reason: nothing listens, or something else does', async () => {
    await using other = await startUpstream(json({}, 404))
    await expect(untilAnswered(`${other.url}/cms`, 60_050, minutes())).rejects.toThrow(
      'has not answered within 60.05 s: it answers 404',
    )
    expect(other.requests[0]).toMatchObject({ url: '/healthz' })
    const nobody = `http://127.0.0.1:${await freePort()}`
    await expect(untilAnswered(nobody, 60_050, minutes())).rejects.toThrow('ECONNREFUSED')
  })

  it('gives an earlier call’s reason when the last has no time for one', async () => {
    await using other = await startUpstream((response, request) => {
      other.answer(hang)
      json({}, 404)(response, request)
    })
    const time = minutes()
    await expect(untilAnswered(other.url, 60_050, time)).rejects.toThrow('it answers 404')
    expect(time.now()).toBe(60_000)
  })

  it.each([
    ['localhost', 'http://localhost'],
    ['localhost:4010', 'http://localhost:4010'],
    ['127.0.0.1:4010/cms', 'http://127.0.0.1:4010/cms'],
    ['service.school.example:443', 'http://service.school.example:443'],
    ['ftp://school.example', 'http://127.0.0.1:4010'],
    ['eyJh.eyJz.c2Vj', 'http://127.0.0.1:4010'],
  ])('ends with 2 when the address is none, and shows the right form: %s', async (address, meant) => {
    expect(await call(['wait', address])).toEqual({
      code: 2,
      output: '',
      errors: `schoolbell: command-argument value is invalid for argument 'url'. It must be a URL with http:// or https://, as in ${meant}.\n(See schoolbell wait --help)\n`,
    })
  })
})
