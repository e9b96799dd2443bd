/** Calls of the command that are wrong, or that print help, in this process: nothing is started. */
import { existsSync, writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { calledAs } from '../../cli/called-as.ts'
import { runToExitCode } from '../../cli/program.ts'
import { serviceCommand } from '../../cli/service.ts'
import { COMMANDS, call } from '../support/call.ts'
import { scratch } from '../support/scratch.ts'

describe('a wrong call ends with 2 and one line that says what is wrong', () => {
  const sync = ['sync', '--service-url', 'http://127.0.0.1:9/cms', '--db', 'unused.db']
  it.each<[args: string[], reason: string]>([
    [['service', '--prot', '1'], "unknown option '--prot'"],
    [['service', '--port', '70000'], 'a port from 0'],
    [['service', '--answer-within', '0'], 'a number of seconds from 1'],
    [['service', '--ephemeral', '--zone', 'Asia/Atlantis'], 'Asia/Atlantis'],
    [['service', '--ephemeral', '--log-level', 'loud'], 'Allowed choices'],
    [
      ['service', '--ephemeral', '--host', '0.0.0.0'],
      '--public-url is needed on 0.0.0.0: the addresses of pictures in news and messages begin with it',
    ],
    [['service', '--ephemeral', '--public-url', 'http://127.0.0.1:4010/cms'], 'no path'],
    [['sync', '--service-url', 'localhost:4010'], 'must be a URL'],
    [['sync', '--service-url', 'http://me:secret@127.0.0.1/cms'], 'must not hold a user name'],
    [[...sync, '--site', 'college'], '"college" must be one of academy, pre-school'],
    [[...sync, '--lang', 'fr'], '"fr" must be one of en-US, zh-HK'],
    [[...sync, '--schedule', 'sometimes'], 'sometimes'],
    [[...sync, '--zone', 'Moon'], 'It must be a time zone'],
    [[...sync, '--max-followers', '5'], '--max-followers is gone: 1,000 fit every school\n'],
    [[...sync, '--no-popup-relay'], '--no-popup-relay is gone: '],
    [['sync', 'status', '--lease=600'], '--lease is gone: '],
    [['sync', 'media', 'fetch', '--media-grace'], '--media-grace is gone: '],
    [[...sync, '--media-dir', 'unused'], '--media-dir: needs --public-url'],
    [['sync', 'stauts'], 'Did you mean status?'],
    [['sync', 'bell'], `unknown command 'bell'\n(See ${calledAs('schoolbell')} sync --help)\n`],
    [['service', 'exprot'], `(Did you mean export? See ${calledAs('schoolbell')} service --help)\n`],
    [['service', 'seed', 'nofile'], '(Did you mean --seed? See '],
    [['session', 'reslove'], 'session --help)\n'],
    [
      ['conformance', '--service-url', 'http://127.0.0.1:9', '--junit', '/nowhere/x.xml'],
      '--junit: there is no folder /nowhere; make it first',
    ],
    [['service', 'export', '/nowhere/x.zip'], '<file>: there is no folder /nowhere; make it first'],
    [['service', 'export', '.'], '<file>: . is a folder; give the name of a file'],
    [['sync', 'backup', '/nowhere/x.db'], '<file>: there is no folder /nowhere; make it first'],
    [['demo', 'x'], `Expected 0 arguments but got 1.\n(See ${calledAs('schoolbell')} demo --help)\n`],
    [['open-extension', 'http://127.0.0.1:4030/'], '(Use --entrance-url for the address. See '],
    [['open-extension', '--print', '--forget-cookies'], '--forget-cookies has no effect with --print'],
    [['demo', '--host', '203.0.113.9'], 'It is no address of this machine; choose its own, as in '],
    [['news', '--sicne', '3d'], '(Did you mean --since? See '],
    [['news', '--site'], `option '--site <id>' needs a value\n(See ${calledAs('schoolbell')} news --help)\n`],
  ])('%j', async (args, reason) => {
    const { code, output, errors } = await call(args)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain(reason)
    expect(errors).not.toMatch(/\n\s+at /)
    expect(errors.trim().split('\n').length).toBeLessThanOrEqual(2)
    expect(existsSync('unused.db')).toBe(false)
  })

  it.each([
    [['attendance', '--access-key=sesame'], "unknown option '--access-key'", '--access-key-file'],
    [['attendance', '--key', 'sesame'], "unknown option '--key'", '--access-key-file'],
    [['attendance', '--acess-key-fil=sesame'], "unknown option '--acess-key-fil'", ''],
    [['attendance', '-ksesame'], "unknown option '-k'", ''],
    [['attendance', "--acces=it's\n'sesame'"], "unknown option '--acces'", ''],
    [['attendance', 'sesame'], 'too many arguments', ''],
    [['attendance', '--access-key-file=sesame'], '--access-key-file: the file cannot be read', 'of a file'],
    [['session', 'resolve', '--session-token=sesame'], "unknown option '--session-token'", '--token-file'],
    [['open-extension', '--token=sesame'], "unknown option '--token'", '--token-file'],
    [['open-extension', '--token-file=sesame'], '--token-file: the file cannot be read', 'of a file'],
    [['conformance', '--expired-token=sesame'], "unknown option '--expired-token'", '--expired-token-file'],
    [['service', '--admin-password=sesame'], "unknown option '--admin-password'", '--admin-password-file'],
    [['service', '--console-token-file=sesame'], '--console-token-file: the file cannot', 'of a file'],
    [['session', 'open-sesame-open-sesame'], "unknown command 'open…'", ''],
    [['attendance', '--sync-url', 'http://me:sesame@127.0.0.1/sync'], '//…@127.0.0.1/sync', 'password'],
    [['session', 'resolve', '--session-url', 'http://h/s?token=sesame'], "http://h/s?…'", 'query'],
    [
      ['attendance', '--sync-url', "http://u:it's/sesame@h/x"],
      "--sync-url <url>' argument is invalid",
      'as in',
    ],
    [['attendance', '--sync-url', 'https:u:sesame@h'], "'https://…@h/'", 'password'],
    [['attendance', '--sync-url', 'sesame'], "--sync-url <url>' argument is invalid", 'as in'],
    [['popups', '--secret=sesame'], "unknown option '--secret'", ''],
  ])('a secret in the wrong place is not repeated: %j', async (args, reason, remedy) => {
    const { code, output, errors } = await call(args)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain(reason)
    expect(errors).toContain(remedy)
    expect(errors).not.toContain('sesame')
  })

  it('a value from the environment is judged like one from the line, and named', async () => {
    const { code, errors } = await call(['service'], { SCHOOLBELL_SERVICE_PORT: 'many' })
    expect(code).toBe(2)
    expect(errors).toContain('SCHOOLBELL_SERVICE_PORT')
    const address = await call(['popups'], { SCHOOLBELL_SERVICE_URL: "http://u:it's/sesame@h/x" })
    expect(address.code).toBe(2)
    expect(address.errors).toContain("value from env 'SCHOOLBELL_SERVICE_URL' is invalid. It must ")
    expect(address.errors).not.toContain('sesame')
  })

  it('the variable of an option that is gone is named, unless another command reads it', async () => {
    const gone = await call(['sync', 'status'], { SCHOOLBELL_STALE_AFTER: '30' })
    expect(gone.code).toBe(2)
    expect(gone.errors).toMatch(/^schoolbell: SCHOOLBELL_STALE_AFTER is gone: .* after 15 minutes/)
    const read = await call(['sync', '--help'], { SCHOOLBELL_TIMEOUT: '5000', SCHOOLBELL_LEASE: '' })
    expect(read.code).toBe(0)
    expect(read.output).not.toMatch(/--timeout|--lease/)
  })
})

describe('what is missing is named in one form, with its variable and an example', () => {
  it.each([
    [['sync']],
    [['sync', 'once']],
    [['sync', 'reconcile']],
    [['sync', 'quarantine', 'retry']],
    [['sync', 'media', 'fetch', '--media-dir', 'unused']],
    [['sync', 'doctor']],
    [['sync', 'move']],
    [['popups']],
    [['news']],
    [['conformance']],
  ])('--service-url: %j', async args => {
    const { code, output, errors } = await call([
      ...args,
      ...(args[0] === 'sync' ? ['--db', 'unused.db'] : []),
    ])
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toMatch(
      /^schoolbell: missing: --service-url \(or SCHOOLBELL_SERVICE_URL\), as in --service-url http:\/\/127\.0\.0\.1:4010\/cms\b/,
    )
  })

  it.each([
    [['wait'], '<url>', 'wait http://127.0.0.1:4010'],
    [['service', 'import'], '<file>', 'service import school.zip'],
    [['sync', 'backup'], '<file>', 'sync backup copy-of-news.db'],
    [['sync', 'restore'], '<file>', 'sync restore copy-of-news.db'],
    [['sync', 'quarantine', 'show'], '<id>', 'sync quarantine show 1'],
    [['sync', 'webhooks', 'add'], '<url>', 'sync webhooks add https://school.example/webhook'],
  ])('an argument: %j', async (args, name, example) => {
    expect(await call(args)).toEqual({
      code: 2,
      output: '',
      errors: `schoolbell: missing: ${name}, as in ${calledAs('schoolbell')} ${example}\n`,
    })
  })
})

describe('a wrong call of sync publish ends with 2', () => {
  it.each([
    [['--to'], /option '--to <folder>' needs a value/],
    [[], /missing: --to \(or SCHOOLBELL_PUBLISH_TO\), as in --to /],
    [['--to', 'x', '--format', 'pdf'], /"pdf" must be one of json, html/],
    [['--to', 'x', '--format', 'feeds'], /feeds need --base-url/],
    [['--to', 'x', '--base-url', 'school.example'], /must be a URL/],
  ])('%j', async (args, reason) => {
    using place = scratch()
    writeFileSync(place.path('news.db'), '')
    const { code, output, errors } = await call(['sync', 'publish', ...args], {
      SCHOOLBELL_DB: place.path('news.db'),
    })
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toMatch(reason)
  })
})

describe('a flag in the environment', () => {
  const isEphemeral = async (value: string) => {
    vi.stubEnv('SCHOOLBELL_EPHEMERAL', value)
    onTestFinished(() => void vi.unstubAllEnvs())
    const kept: { ephemeral?: boolean }[] = []
    const service = serviceCommand().action(flags => void kept.push(flags))
    await runToExitCode(new Command('schoolbell').addCommand(service), ['node', 'schoolbell', 'service'])
    return kept.map(({ ephemeral = false }) => ephemeral)
  }

  it.each(['false', '0', 'no', 'OFF', ''])('"%s" means no', async value => {
    expect(await isEphemeral(value)).toEqual([false])
  })

  it.each(['true', '1', 'yes', 'On'])('"%s" means yes', async value => {
    expect(await isEphemeral(value)).toEqual([true])
  })

  it('anything else is named', async () => {
    expect(await call(['service'], { SCHOOLBELL_EPHEMERAL: 'maybe' })).toEqual({
      code: 2,
      output: '',
      errors: 'schoolbell: environment variable SCHOOLBELL_EPHEMERAL must be true or false, not "maybe"\n',
    })
  })
})

describe('help', () => {
  const wordsOf = (command: Command, before: string[]): string[][] => [
    [...before, command.name()],
    ...command.commands.flatMap(each => wordsOf(each, [...before, command.name()])),
  ]
  it.each(
    Object.values(COMMANDS)
      .flatMap(make => wordsOf(make(), []))
      .map(words => [words.join(' ')]),
  )('explains the command, in one form: %s', async words => {
    const { code, output, errors } = await call([...words.split(' '), '--help'])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toMatch(/^Usage: .*schoolbell/)
    expect(output).toMatch(/^ {2}-h, --help +print this help$/m)
    expect(output).not.toContain('display help')
    expect(output).not.toMatch(/\) +\(env:/)
    expect(output).not.toMatch(/ends? with [012]|status [012]\b/i)
  })

  it('of sync begins with what is required, in groups, and has an example', async () => {
    const { output } = await call(['sync', '--help'])
    expect(output).toMatch(
      /Options:\n {2}--service-url <url> .*\n +\(required, env: SCHOOLBELL_SERVICE_URL\)\n/,
    )
    const headings = [...output.matchAll(/^(\w.*):$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual([
      'Options',
      'Feeds',
      'Published files',
      'Copies of media files',
      'Commands',
      'Example',
    ])
    expect(output).toContain(`Example:\n  ${calledAs('schoolbell')} sync --service-url http`)
  })

  it('of a sub-command says what an option means there, and its default', async () => {
    const doctor = await call(['sync', 'doctor', '--help'])
    expect(doctor.output.replaceAll(/\s+/g, ' ')).toContain(
      'checks this address as well (default: it is not checked, env: SCHOOLBELL_PUBLIC_URL)',
    )
    expect(doctor.output.replaceAll(/\s+/g, ' ')).toContain(
      '(default: the one in the store, env: SCHOOLBELL_SERVICE_URL)',
    )
    const rotate = await call(['sync', 'webhooks', 'rotate', '--help'])
    expect(rotate.output).toContain('(default: 24)')
  })

  it.each([
    [['popups'], ['--service-url']],
    [['news'], ['--service-url']],
    [['attendance'], ['--sync-url', '--app-id', '--access-key-file', '--unit', '--year', '--group']],
    [
      ['session', 'resolve'],
      ['--session-url', '--app-id', '--token-file'],
    ],
  ])('of %j names what is required first', async (words, flags) => {
    const { output } = await call([...words, '--help'])
    const options = output.replaceAll(/\n {10,}/g, ' ').match(/^ {2}--.*$/gm) ?? []
    expect(options.filter(line => line.includes('(required')).length).toBe(flags.length)
    for (const [at, flag] of flags.entries())
      expect(options[at]).toMatch(new RegExp(`^ {2}${flag} .*\\(required`))
  })

  it('of a sub-command of sync lists the options that count for it, and says where all are', async () => {
    const { output } = await call(['sync', 'quarantine', 'list', '--help'])
    expect(output.match(/--[a-z-]+(?= [<|])/g)).toEqual(['--db'])
    expect(output).toContain(`${calledAs('schoolbell')} sync --help`)
    const doctor = await call(['sync', 'doctor', '--help'])
    expect(doctor.output).toContain('--public-url')
    expect(doctor.output).not.toContain('--media-dir')
  })
})
