/** `schoolbell init`: asks what a website is, and writes what its host needs to show the school's messages and news. */
import { resolve } from 'node:path'
import { Command, InvalidArgumentError, Option, type OptionValues } from 'commander'
import { systemClock } from '../shared/clock.ts'
import { LANGUAGES, SITE_IDS } from '../shared/contract/site.ts'
import { DEFAULT_ZONE } from '../shared/contract/wire-time.ts'
import { examineService } from '../sync-agent/index.ts'
import { example } from './help.ts'
import {
  type Answers,
  NEEDS_WEB_ROOT,
  NEEDS_WEB_SERVER,
  RUNS_ON,
  type RunsOn,
  WEB_SERVERS,
} from './init/answers.ts'
import { type Setup, setupOf } from './init/hosts.ts'
import { CANCELLED, openTalk, type Streams, type Talk } from './init/talk.ts'
import { type Plan, planOf, writePlanned } from './init/write.ts'
import { addOptions, endAsMissing, httpUrl, httpUrlAs, languages, siteIds } from './options.ts'
import { asWord } from './print.ts'
import { cancellable } from './signals.ts'
import { findingsTable } from './sync/doctor.ts'
import { streamsOf } from './sync/options.ts'
import { useProxyOfEnvironment } from './sync/proxy.ts'

/** Each is an option, and a question where it is not given. */
const questions = () => ({
  site: new Option('--site <ids>', `the website: ${SITE_IDS.join(', ')} or both`).argParser(siteIds),
  lang: new Option('--lang <tags>', `its languages: ${LANGUAGES.join(', ')} or both`).argParser(languages),
  serviceUrl: new Option(
    '--service-url <url>',
    'the service with its first path segment, as in https://information.school.example/cms',
  ).argParser(plain(httpUrl)),
  siteUrl: new Option(
    '--site-url <url>',
    'the first page of the website, as in https://school.example/',
  ).argParser(plain(httpUrlAs('https://school.example/'))),
  runsOn: new Option('--runs-on <host>', `where the website runs: ${RUNS_ON.join(', ')}`).argParser(
    oneOf(RUNS_ON),
  ),
  webServer: new Option(
    '--web-server <name>',
    `the web server in front: ${WEB_SERVERS.join(', ')}`,
  ).argParser(oneOf(WEB_SERVERS)),
  webRoot: new Option(
    '--web-root <folder>',
    'the folder that the web server serves, as in /srv/www',
  ).argParser(webRoot),
})

export default function initCommand(): Command {
  return addOptions(
    new Command('init').description(
      'Asks what a website is, checks its service, and writes what its host needs: settings, a unit or a compose file, the web server’s lines, the tags. Shows each file first, and replaces none. Without a terminal, each answer must be an option.',
    ),
    ...Object.values(questions()),
  )
    .option('--out <folder>', 'where to write', '.')
    .option('--yes', 'write without asking')
    .option('--no-check', 'do not call the service')
    .addHelpText('after', example(EXAMPLE))
    .action((flags, command) => runInit(flags, command))
}

const EXAMPLE =
  'schoolbell init --service-url http://127.0.0.1:4010/cms --site academy --lang en-US,zh-HK --runs-on nginx --site-url https://school.example/ --out school --yes'

/** @param streams for tests: a terminal */
export async function runInit(flags: OptionValues, command: Command, streams?: Streams): Promise<void> {
  const { stdin, stdout } = process
  const terminal = streams ?? (stdin.isTTY && stdout.isTTY ? { input: stdin, output: stdout } : undefined)
  using talk = terminal && openTalk(terminal)
  const say = talk?.say ?? console.log
  const answers = await answersOf(flags, command, talk, say)
  const setup = setupOf(answers)
  const plans = setup.files.map(file => planOf(file, flags.out))
  const chosen = flags.yes
    ? plans
    : await chosenOf(plans, talk ?? endAsMissing(command, '--yes', '; there is no terminal to ask'))
  const written = writePlanned(chosen, flags.out)
  for (const { why, write } of plans.filter(({ file, write }) => write !== file.name))
    say(write ? `${why}; the new text is in ${write}` : why)
  for (const path of written) say(`wrote ${path}`)
  say(closing(setup, answers, flags.out))
}

async function answersOf(
  flags: OptionValues,
  command: Command,
  talk: Talk | undefined,
  say: (text: string) => void,
): Promise<Answers> {
  const options = questions()
  const answer = async <Name extends keyof Answers>(
    name: Name,
    suggestion?: string,
  ): Promise<NonNullable<Answers[Name]>> =>
    flags[name] ??
    (talk ? await talk.ask(options[name], suggestion) : endAsMissing(command, options[name].flags))
  const site = await answer('site', 'academy')
  const lang = await answer('lang', LANGUAGES.join())
  const serviceUrl = await answer('serviceUrl')
  if (flags.check) await checkService({ serviceUrl, site, lang }, talk, say)
  const siteUrl = await answer('siteUrl')
  const runsOn = await answer('runsOn')
  const refuseFor = (hosts: readonly RunsOn[], name: 'webServer' | 'webRoot') => {
    if (flags[name] !== undefined && !hosts.includes(runsOn))
      command.error(`error: ${options[name].long} is for --runs-on ${hosts.join(', ')}; leave it out`)
  }
  refuseFor(NEEDS_WEB_SERVER, 'webServer')
  refuseFor(NEEDS_WEB_ROOT, 'webRoot')
  return {
    ...{ site, lang, serviceUrl, siteUrl, runsOn },
    ...(NEEDS_WEB_SERVER.includes(runsOn) && { webServer: await answer('webServer', 'nginx') }),
    ...(NEEDS_WEB_ROOT.includes(runsOn) && {
      webRoot: await answer('webRoot', runsOn === 'static' ? '/srv/www' : '/var/www/html'),
    }),
  }
}

/** As `sync doctor` does. */
async function checkService(
  { serviceUrl, ...streams }: Pick<Answers, 'serviceUrl' | 'site' | 'lang'>,
  talk: Talk | undefined,
  say: (text: string) => void,
): Promise<void> {
  useProxyOfEnvironment()
  const service = { serviceUrl, zone: DEFAULT_ZONE, streams: streamsOf(streams), clock: systemClock }
  const given = talk?.givenUp ?? new AbortController().signal
  const findings = await cancellable(
    signal => examineService(service, AbortSignal.any([signal, given])),
    CANCELLED,
  ).catch(error => {
    throw given.aborted ? new Error(CANCELLED) : error
  })
  say(`\n${findingsTable(findings)}\n`)
  if (findings.every(({ result }) => result !== 'failed')) return
  if (await talk?.confirm('The service does not work as it should. Go on all the same?')) return
  throw new Error(
    'the service does not work as it should: correct --service-url, --site or --lang, or add --no-check; nothing was written',
  )
}

async function chosenOf(plans: readonly Plan[], talk: Talk): Promise<Plan[]> {
  const chosen: Plan[] = []
  for (const plan of plans) {
    const { file, write, why } = plan
    talk.say(`\n--- ${why}`)
    if (write === undefined) continue
    talk.say(file.text)
    if (await talk.confirm(`Write ${write}?`)) chosen.push(plan)
  }
  return chosen
}

function closing({ steps }: Setup, { serviceUrl, siteUrl, runsOn }: Answers, out: string): string {
  const publicUrl = runsOn === 'static' ? '' : ` --public-url ${new URL(siteUrl).origin}/school/`
  const proof = {
    title: 'Then prove that it works',
    lines: [
      `schoolbell sync doctor --service-url ${asWord(serviceUrl)}${publicUrl} --site-url ${asWord(siteUrl)}`,
    ],
  }
  return [...steps(resolve(out)), proof]
    .map(({ title, lines }) => `\n${title}:\n${lines.map(line => `  ${line}`).join('\n')}`)
    .join('\n')
}

/** An address that stands in files of several kinds and in commands, where other characters have a meaning. */
function plain(parse: (text: string) => string) {
  return (text: string) => {
    const url = parse(text)
    if (/^[\w.~:/%[\]-]+$/.test(url)) return url
    throw new InvalidArgumentError('It may hold letters, digits and . ~ : / % - only; write others as %XX.')
  }
}

function webRoot(text: string): string {
  if (/^(\/[\w.-]+)+$/.test(text)) return text
  throw new InvalidArgumentError(
    'It must be a whole path of letters, digits, dots and hyphens, as in /srv/www.',
  )
}

const oneOf =
  <Item extends string>(known: readonly Item[]) =>
  (text: string): Item => {
    const item = known.find(one => one === text)
    if (item !== undefined) return item
    throw new InvalidArgumentError(`It must be one of ${known.join(', ')}.`)
  }
