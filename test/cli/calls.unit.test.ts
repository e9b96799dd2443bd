/** Calls of the command that are wrong, or that print help, in this process: nothing is started. */
import { existsSync, writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { runToExitCode } from '../../cli/program.ts'
import serviceCommand from '../../cli/service.ts'
import { COMMANDS, call } from '../support/call.ts'
import { scratch } from '../support/scratch.ts'

describe('a wrong call ends with 2, says what is wrong, and where the help is', () => {
  const service = ['--service-url', 'http://127.0.0.1:9/cms']
  const sync = ['sync', ...service, '--db', 'unused.db']
  const session = ['session', 'resolve', '--session-url', 'http://127.0.0.1:9', '--app-id', 'school']
  const attendance = [
    ...['attendance', '--sync-url', 'http://127.0.0.1:9/sync', '--app-id', 'school'],
    ...['--unit', '1', '--year', '2026', '--group', '1A'],
  ]
  it.each<[args: string[], reason: string]>([
    [['service', '--prot', '1'], "unknown option '--prot'"],
    [['service', '--port', '70000'], 'a port from 0'],
    [['service', '--answer-within', '0'], 'a number of seconds from 1'],
    [['service', '--ephemeral', '--zone', 'Asia/Atlantis'], 'It must be a time zone'],
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
    [[...sync, '--schedule', 'sometimes'], '--schedule: "sometimes"'],
    [[...sync, '--zone', 'Moon'], 'It must be a time zone'],
    [[...sync, '--stylesheet', 'x.css'], '--stylesheet is for published files; add --publish-to'],
    [[...sync, '--base-url', 'http://127.0.0.1:9/'], '--base-url is for published files; add --publish-to'],
    [[...sync, '--media-dir', 'unused'], '--media-dir: needs --public-url, where'],
    [['sync', 'stauts'], "unknown command 'stauts'\n(Did you mean status?)\n(See schoolbell sync --help)\n"],
    [['sync', 'stauts', '--check'], '(Did you mean status?)'],
    [['sync', 'status', '--media-dir', 'unused'], "unknown option '--media-dir'"],
    [['sync', '--media-dir', 'unused', 'status'], "unknown option '--media-dir'"],
    [['sync', 'status', '--db-shema', 'x'], 'Did you mean --db-schema?'],
    [['sync', 'followers', 'retyr', 'webhook-1'], '(Did you mean retry?)'],
    [['sync', 'bell'], "unknown command 'bell'\n(Did you mean help?)\n(See schoolbell sync --help)\n"],
    [['service', 'exprot', 'x.zip'], '(Did you mean export?)'],
    [['service', 'export', 'x', '--port', '1'], "unknown option '--port'"],
    [['session', 'reslove'], '(Did you mean resolve?)\n(See schoolbell session --help)\n'],
    [
      ['conformance', '--service-url', 'http://127.0.0.1:9', '--junit', '/nowhere/x.xml'],
      '--junit: there is no folder /nowhere; make it first',
    ],
    [['service', 'export', '/nowhere/x.zip'], '<file>: there is no folder /nowhere; make it first'],
    [['service', 'export', '.'], '<file>: . is a folder; give the name of a file'],
    [['sync', 'backup', '/nowhere/x.db'], '<file>: there is no folder /nowhere; make it first'],
    [['demo', 'x'], 'Expected 0 arguments but got 1.\n(See schoolbell demo --help)\n'],
    [['open-extension', 'http://127.0.0.1:4030/'], 'too many arguments'],
    [
      ['open-extension', '--print', '--forget-cookies'],
      "'--forget-cookies' cannot be used with option '--print'",
    ],
    [
      ['demo', '--host', '203.0.113.9'],
      'It must be one address of this machine, without http:// and port, as in ',
    ],
    [['news', ...service, '--sicne', '3d'], '(Did you mean --since?)\n(See schoolbell news --help)\n'],
    [['news', '--site'], "option '--site <id>' argument missing\n(See schoolbell news --help)\n"],
  ])('%j', async (args, reason) => {
    const { code, output, errors } = await call(args)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain(reason)
    expect(errors).not.toMatch(/\n\s+at /)
    expect(
      errors
        .replace(/\n\(Did you mean .*\?\)/, '')
        .trim()
        .split('\n').length,
    ).toBeLessThanOrEqual(2)
    expect(existsSync('unused.db')).toBe(false)
  })

  it.each([
    [[...attendance, '--access-key=sesame'], "unknown option '--access-key'", '--help'],
    [[...attendance, '--key', 'sesame'], "unknown option '--key'", '--help'],
    [[...attendance, '--acess-key-fil=sesame'], "unknown option '--acess-key-fil'", ''],
    [[...attendance, '-ksesame'], "unknown option '-k'", ''],
    [[...attendance, "--acces=it's\n'sesame'"], "unknown option '--acces'", ''],
    [[...attendance, 'sesame'], 'too many arguments', '--help'],
    [[...attendance, '--access-key-file=sesame'], '--access-key-file: the file cannot be read', 'of a file'],
    [[...session, '--session-token=sesame'], "unknown option '--session-token'", '--help'],
    [['open-extension', '--token=sesame'], "unknown option '--token'", '--help'],
    [['open-extension', '--token-file=sesame'], '--token-file: the file cannot be read', 'of a file'],
    [['conformance', '--expired-token=sesame'], "unknown option '--expired-token'", '--help'],
    [['service', '--admin-password=sesame'], "unknown option '--admin-password'", '--help'],
    [['service', '--console-token-file=sesame'], '--console-token-file: the file cannot', 'of a file'],
    [['session', 'open-sesame-open-sesame'], "unknown command 'open…'", ''],
    [['attendance', '--sync-url', 'http://me:sesame@127.0.0.1/sync'], 'argument is invalid', 'password'],
    [['session', 'resolve', '--session-url', 'http://h/s?token=sesame'], 'argument is invalid', 'query'],
    [[...session, 'sesame'], 'too many arguments', '--help'],
    [['wait', 'http://me:sesame@127.0.0.1'], "value is invalid for argument 'url'", 'password'],
    [
      ['attendance', '--sync-url', "http://u:it's/sesame@h/x"],
      "--sync-url <url>' argument is invalid",
      'as in',
    ],
    [['attendance', '--sync-url', 'https:u:sesame@h'], 'argument is invalid', 'password'],
    [['attendance', '--sync-url', 'sesame'], "--sync-url <url>' argument is invalid", 'as in'],
    [['popups', ...service, '--secret=sesame'], "unknown option '--secret'", ''],
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
})

describe('what is missing is named', () => {
  it.each<[args: string[], option: string]>([
    ...[['sync'], ['sync', 'once'], ['sync', 'reconcile'], ['sync', 'quarantine', 'retry']].map(
      (args): [string[], string] => [args, '--service-url <url>'],
    ),
    [['sync', 'media', 'fetch', '--media-dir', 'unused'], '--service-url <url>'],
    [['sync', 'media', 'fetch'], '--media-dir <folder>'],
    [['sync', 'media', 'check'], '--media-dir <folder>'],
    [['sync', 'doctor'], '--service-url <url>'],
    [['sync', 'move'], '--service-url <url>'],
    [['popups'], '--service-url <url>'],
    [['news'], '--service-url <url>'],
    [['conformance'], '--service-url <url>'],
    [['attendance'], '--sync-url <url>'],
    [['session', 'resolve'], '--session-url <url>'],
  ])('an option: %j', async (args, option) => {
    const env: Record<string, string> = args[0] === 'sync' ? { SCHOOLBELL_DB: 'unused.db' } : {}
    const { code, output, errors } = await call(args, env)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain(`schoolbell: required option '${option}' not specified`)
    expect(errors).toContain(
      `(See schoolbell ${args.filter(word => /^[a-z]+$/.test(word) && word !== 'unused').join(' ')} --help)\n`,
    )
  })

  it('a secret, with its file and its variable', async () => {
    const needed = ['--session-url', 'http://127.0.0.1:9', '--app-id', 'sample-school']
    const { code, errors } = await call(['session', 'resolve', ...needed])
    expect(code).toBe(2)
    expect(errors).toContain("'--token-file <file>' not specified; or set SCHOOLBELL_SESSION_TOKEN\n")
  })

  it.each([
    [['wait'], 'url'],
    [['service', 'import'], 'file'],
    [['sync', 'backup'], 'file'],
    [['sync', 'restore'], 'file'],
    [['sync', 'quarantine', 'show'], 'id'],
    [['sync', 'webhooks', 'add'], 'url'],
  ])('an argument: %j', async (args, name) => {
    expect(await call(args)).toEqual({
      code: 2,
      output: '',
      errors: `schoolbell: missing required argument '${name}'\n(See schoolbell ${args.join(' ')} --help)\n`,
    })
  })
})

describe('a wrong call of sync publish ends with 2', () => {
  it.each([
    [['--publish-to'], /option '--publish-to <folder>' argument missing/],
    [[], /required option '--publish-to <folder>' not specified/],
    [['--publish-to', 'x', '--format', 'pdf'], /"pdf" must be one of json, html/],
    [['--publish-to', 'x', '--format', 'feeds'], /--format: feeds need --base-url/],
    [['--publish-to', 'x', '--base-url', 'school.example'], /must be a URL/],
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
      errors:
        'schoolbell: environment variable SCHOOLBELL_EPHEMERAL must be true or false, not "maybe"\n(See schoolbell --help)\n',
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
      'While the demo runs',
    ])
    expect(output).toContain('While the demo runs:\n  npm run -s schoolbell -- sync --service-url http')
  })

  it.each(Object.keys(COMMANDS))('of %s, or of its sub-command, has an example', async name => {
    const [sub] = COMMANDS[name]?.().commands ?? []
    const own = await call([name, '--help'])
    const isGroup = ['session', 'widget'].includes(name)
    const { output } = isGroup ? await call([name, `${sub?.name()}`, '--help']) : own
    expect(output).toMatch(/\n(Example|While the demo runs):\n {2}.*npm run -s schoolbell -- /)
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

  it('of a sub-command lists the options that it has', async () => {
    const { output } = await call(['sync', 'quarantine', 'list', '--help'])
    expect(output.match(/--[a-z-]+(?= [<|])/g)).toEqual(['--db', '--db-schema', '--db-password-file'])
    const doctor = await call(['sync', 'doctor', '--help'])
    expect(doctor.output).toContain('--public-url')
    expect(doctor.output).not.toContain('--media-dir')
  })

  it.each([
    [['popups'], 'npm run -s schoolbell -- popups --service-url http'],
    [['attendance'], 'SCHOOLBELL_ACCESS_KEY=sample-access-key npm run -s schoolbell -- attendance \\\n'],
  ])('of %j has an example for the demo', async (words, example) => {
    const { output } = await call([...words, '--help'])
    expect(output).toContain(`While the demo runs:\n  ${example}`)
    expect(output).toContain(`Usage: schoolbell ${words.join(' ')} [options]`)
  })
})

describe('a store is named before a sub-command or after it', () => {
  it.each([
    [['--db', 'named.db', 'status']],
    [['status', '--db', 'named.db']],
    [['--db', 'named.db', 'webhooks', 'list']],
    [['--db', 'other.db', 'followers', '--db', 'named.db']],
    [['followers', '--db', 'named.db', 'aside', 'folder']],
  ])('%j, and a variable says less than the line', async args => {
    expect(await call(['sync', ...args], { SCHOOLBELL_DB: 'variable.db' })).toEqual({
      code: 1,
      output: '',
      errors: 'schoolbell: named.db does not exist; name the agent’s store with --db\n',
    })
  })

  it.each([
    [['--db-schema', 'web', 'status', '--db', 'file.db']],
    [['--db', 'file.db', 'status', '--db-schema', 'web']],
  ])('a schema is refused for a file: %j', async args => {
    const { code, errors } = await call(['sync', ...args])
    expect(code).toBe(2)
    expect(errors).toContain('are for a store in PostgreSQL')
  })
})
