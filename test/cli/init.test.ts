/** `schoolbell init`: every kind of host, by options and by answers, and nothing that is there is replaced. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { RUNS_ON } from '../../cli/init/answers.ts'
import initCommand, { runInit } from '../../cli/init.ts'
import { run } from '../support/command.ts'
import { nobodyListens } from '../support/nobody.ts'
import { scratch } from '../support/scratch.ts'
import { startSmallSchool } from '../support/small-school.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const guide = (path: string) => readFileSync(join(ROOT, 'docs', path), 'utf8')
const SERVICE = 'https://information.school.example/cms'
const ALL = [
  ...['init', '--service-url', SERVICE, '--site', 'academy', '--lang', 'en-US,zh-HK'],
  ...['--site-url', 'https://school.example', '--yes', '--no-check'],
]

/**
 * In this process, with a terminal.
 *
 * @param answers a line each; then the input ends
 */
async function talk(given: readonly string[], answers: readonly string[] = []) {
  const input = new PassThrough()
  const output = new PassThrough()
  const said = text(output)
  const command = initCommand()
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .action((flags, self) => runInit(flags, self, { input, output }))
  input.end(answers.map(line => `${line}\n`).join(''))
  const failure = await command.parseAsync(given, { from: 'user' }).then(
    () => undefined,
    error => error.message,
  )
  output.end()
  return { said: await said, failure }
}
const init = (out: string, ...more: string[]) => talk([...ALL.slice(1), '--out', out, ...more])

/** By their names. */
const writtenIn = (folder: string) =>
  Object.fromEntries(
    existsSync(folder)
      ? readdirSync(folder)
          .toSorted()
          .map(name => [name, readFileSync(join(folder, name), 'utf8')])
      : [],
  )

const UNIT = guide('files/operations/schoolbell-sync.service')
const CACHE = guide('files/nginx/schoolbell-cache.conf')
const NGINX = guide('files/nginx/schoolbell.conf')
const APACHE = guide('files/apache/schoolbell.conf')

describe('each host gets the files of its guide', () => {
  // Promise: operate/init-hosts
  it.each<[string, string[], Record<string, string>]>([
    [
      'nginx',
      [],
      { 'schoolbell-cache.conf': CACHE, 'schoolbell.conf': NGINX, 'schoolbell-sync.service': UNIT },
    ],
    ['apache', [], { 'schoolbell.conf': APACHE, 'schoolbell-sync.service': UNIT }],
    [
      'wordpress',
      ['--web-server', 'apache', '--web-root', '/var/www/html'],
      { 'schoolbell.conf': APACHE, 'schoolbell-sync.service': UNIT },
    ],
    [
      'static',
      ['--web-server', 'nginx', '--web-root', '/srv/site'],
      {
        'schoolbell-sync.service': UNIT,
        'schoolbell-files.conf': guide('files/nginx/static.conf').replaceAll('/srv/www', '/srv/site'),
        'published-folder.conf': guide('files/operations/published-folder.conf').replaceAll(
          '/srv/www',
          '/srv/site',
        ),
      },
    ],
    ['static', ['--web-server', 'apache', '--web-root', '/srv/www'], { 'schoolbell-sync.service': UNIT }],
    ['node', [], { 'site.mjs': guide('files/node/site.mjs') }],
    [
      'container',
      ['--web-server', 'nginx'],
      {
        'compose.yaml': guide('files/container/one-agent.yaml').replaceAll('one-agent.yaml', 'compose.yaml'),
        'schoolbell-cache.conf': CACHE,
        'schoolbell.conf': NGINX,
      },
    ],
  ])('%s %j', async (host, more, expected) => {
    using files = scratch()
    const out = files.path('school')
    const { said: output, failure } = await init(out, '--runs-on', host, ...more)
    expect(failure).toBeUndefined()
    const written = writtenIn(out)
    expect(written).toMatchObject(expected)
    expect(written['sync.env']).toContain(`SCHOOLBELL_SERVICE_URL=${SERVICE}\nSCHOOLBELL_SITE=academy\n`)
    // Visitors reach an agent that publishes files by no address.
    expect(written['sync.env']?.includes('SCHOOLBELL_PUBLIC_URL')).toBe(host !== 'static')
    for (const name of Object.keys(written)) expect(output).toContain(`wrote ${join(out, name)}`)
    // Each is installed, shown or lies where it is used.
    for (const name of Object.keys(written))
      if (host !== 'node' && !(host === 'container' && name === 'sync.env'))
        expect(output).toContain(join(out, name))
    expect(output).toMatch(/schoolbell sync doctor --service-url .* --site-url https:\/\/school\.example\n$/)
  })

  it('there is one here for each', () => {
    expect(RUNS_ON).toEqual(['nginx', 'apache', 'wordpress', 'static', 'node', 'container'])
  })

  it('the tags are those of the guides, for each website and a single language', async () => {
    using files = scratch()
    await init(files.path('all'), '--runs-on', 'nginx')
    const { 'tags.html': tags = '' } = writtenIn(files.path('all'))
    const [popup = ''] = tags.split('\n')
    expect(guide('website/nginx.md')).toContain(popup)
    expect(tags).toContain('<school-news service="/school" site-id="academy"></school-news>')
    await init(files.path('one'), '--runs-on', 'nginx', '--site', 'academy,pre-school', '--lang', 'zh-HK')
    const { 'tags.html': others } = writtenIn(files.path('one'))
    expect(others?.match(/<script async .*/g)).toEqual([
      expect.stringContaining('?site=academy&amp;lang=zh-HK"'),
      expect.stringContaining('?site=pre-school&amp;lang=zh-HK"'),
    ])
    await init(files.path('files'), '--runs-on', 'static', '--web-server', 'apache', '--web-root', '/srv/www')
    const { 'tags.html': ofFiles } = writtenIn(files.path('files'))
    expect(ofFiles).toContain(`data-service="${SERVICE}"`)
    expect(ofFiles).toContain('<school-news files="/news-files" site-id="academy">')
  })

  it('the compose file is one', async () => {
    using files = scratch()
    await init(files.path('school'), '--runs-on', 'container', '--web-server', 'nginx')
    const compose = parse(writtenIn(files.path('school'))['compose.yaml'] ?? '')
    expect(compose.services.agent).toMatchObject({ image: 'schoolbell-sync', env_file: ['sync.env'] })
  })

  it.runIf(spawnSync('systemd-analyze', ['--version']).status === 0)('systemd accepts the unit', async () => {
    using files = scratch()
    await init(files.path('school'), '--runs-on', 'nginx')
    const { status, stderr } = spawnSync('systemd-analyze', [
      'verify',
      files.path('school', 'schoolbell-sync.service'),
    ])
    expect({ status, said: `${stderr}`.match(/.*schoolbell-sync.*/g) }).toEqual({ status: 0, said: null })
  })
})

it('WordPress: the plugin is copied from where it is, and posts without it are offered', async () => {
  using files = scratch()
  const { said } = await init(
    files.path('school'),
    ...['--runs-on', 'wordpress', '--web-server', 'nginx', '--web-root', '/var/www/html'],
  )
  const [, from = ''] = /cp -r (\S+) \/var\/www\/html\/wp-content\/plugins\/\n/.exec(said) ?? []
  expect(existsSync(join(from, 'schoolbell-news.php'))).toBe(true)
  const [, line = ''] = /schoolbell (sync wordpress add .*)/.exec(said) ?? []
  const { errors } = await run(line.replace('https://school.example', '--help').split(' '))
  expect({ line, errors }).toEqual({ line: expect.stringContaining('--password-file'), errors: '' })
})

describe('what is there', () => {
  // Promise: operate/init-replaces
  it('stays: the new text goes beside it, once', async () => {
    using files = scratch()
    const out = files.path('school')
    await init(out, '--runs-on', 'apache')
    const before = writtenIn(out)
    expect((await init(out, '--runs-on', 'apache')).said).toContain(
      'sync.env: is there already, with this text',
    )
    expect(writtenIn(out)).toEqual(before)

    writeFileSync(join(out, 'sync.env'), 'SCHOOLBELL_PORT=4030\n')
    const second = await init(out, '--runs-on', 'apache')
    expect(second.said).toContain(
      'sync.env: is there and differs, and stays; the new text is in sync.env.new',
    )
    expect(writtenIn(out)).toEqual({
      ...before,
      'sync.env': 'SCHOOLBELL_PORT=4030\n',
      'sync.env.new': before['sync.env'],
    })

    writeFileSync(join(out, 'sync.env.new'), 'SCHOOLBELL_PORT=4031\n')
    const third = await init(out, '--runs-on', 'apache')
    expect(third.said).toContain('sync.env.new differs, too: compare them, and remove one')
    expect(writtenIn(out)['sync.env.new']).toBe('SCHOOLBELL_PORT=4031\n')
  })

  it('a file in the place of the folder is named', async () => {
    const { failure } = await init(join(ROOT, 'package.json'), '--runs-on', 'node')
    expect(failure).toContain(`${join(ROOT, 'package.json', 'sync.env')}: `)
  })
})

it('a folder that cannot be made is named, with its option', async () => {
  const { failure } = await init('/proc/school', '--runs-on', 'node')
  expect(failure).toBe('--out: /proc/school cannot be made: no folder can be made in /proc')
})

describe('without a terminal', () => {
  it.each([
    ['nginx', '--web-server', 'apache', 'wordpress, static, container'],
    ['container', '--web-root', '/srv/www', 'wordpress, static'],
  ])('on %s, %s would be for nothing', async (host, name, value, hosts) => {
    using files = scratch()
    const { failure } = await init(files.path('school'), '--runs-on', host, name, value)
    expect(failure).toContain(`${name} is for --runs-on ${hosts}; leave it out`)
    expect(existsSync(files.path('school'))).toBe(false)
  })

  it.each([
    [['--runs-on', 'static', '--web-server', 'nginx'], '--web-root <folder>'],
    [[], '--runs-on <host>'],
  ])('%j names the option that is missing', async (more, flags) => {
    using files = scratch()
    const { code, errors } = await run([...ALL, ...more, '--out', files.path('school')])
    expect({ code, errors }).toEqual({
      code: 2,
      errors: expect.stringContaining(`required option '${flags}'`),
    })
    expect(existsSync(files.path('school'))).toBe(false)
  })

  it('asks for --yes', async () => {
    using files = scratch()
    const args = ALL.filter(word => word !== '--yes')
    const { code, errors } = await run([...args, '--runs-on', 'nginx', '--out', files.path('school')])
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining("'--yes'") })
  })

  it.each([
    ['--runs-on', 'iis', 'It must be one of nginx'],
    ['--site-url', "https://school.example/a'b", 'write others as %XX'],
    ['--service-url', 'https://school.example/$HOME', 'write others as %XX'],
    ['--web-root', 'www', 'It must be a whole path'],
  ])('refuses %s %s', async (flag, value, words) => {
    expect((await talk([flag, value])).failure).toContain(words)
  })

  // Promise: operate/init-checks
  it('checks the service at once, and writes nothing when it does not work', async () => {
    using files = scratch()
    using nobody = await nobodyListens()
    await using school = await startSmallSchool()
    const args = ALL.filter(word => word !== '--no-check')
    const at = (serviceUrl: string) =>
      run([...args, '--runs-on', 'nginx', '--service-url', serviceUrl, '--out', files.path('school')])
    const refused = await at(`${nobody.origin}/cms`)
    expect(refused).toMatchObject({
      code: 1,
      errors: expect.stringContaining('or add --no-check; nothing was written'),
    })
    expect(existsSync(files.path('school'))).toBe(false)
    const well = await at(school.addresses.serviceUrl)
    expect(well).toMatchObject({ code: 0, output: expect.stringMatching(/^reaches the service +ok/m) })
    expect(existsSync(files.path('school', 'sync.env'))).toBe(true)
  })
})

describe('on a terminal', () => {
  const ANSWERS = [
    '',
    'zh-HK',
    `${SERVICE}/`,
    'school.example',
    'https://school.example',
    'lighttpd',
    'apache',
  ]

  it('asks what is not given, again where an answer is no good, and for each file', async () => {
    using files = scratch()
    const out = files.path('school')
    const { said, failure } = await talk(
      ['--no-check', '--out', out],
      [...ANSWERS, 'y', 'n', 'what?', 'yes', 'y'],
    )
    expect(failure).toBeUndefined()
    expect(said).toContain('It must be a URL with http:// or https://')
    expect(said).toContain('It must be one of nginx, apache')
    expect(said).toContain(APACHE)
    expect(Object.keys(writtenIn(out))).toEqual(['schoolbell.conf', 'sync.env', 'tags.html'])
    expect(writtenIn(out)['sync.env']).toContain('SCHOOLBELL_LANG=zh-HK\n')
  })

  // Promise: operate/init-checks
  it.each([3, 7, 9])('writes nothing when it is given up after %i answers', async count => {
    using files = scratch()
    const out = files.path('school')
    const { said, failure } = await talk(['--no-check', '--out', out], [...ANSWERS, 'y', 'y'].slice(0, count))
    expect(failure).toBe('cancelled; nothing was written')
    expect(said).toMatch(/\n$/)
    expect(existsSync(files.path('school'))).toBe(false)
  })

  it('goes on with a service that does not work only when told', async () => {
    using files = scratch()
    using nobody = await nobodyListens()
    const service = ['--service-url', `${nobody.origin}/cms`, '--site', 'academy', '--lang', 'en-US']
    const { said, failure } = await talk([...service, '--out', files.path('school')], ['n'])
    expect(said).toContain('Go on all the same?')
    expect(failure).toContain('nothing was written')
  })
})
