/** The report for people: for each part what has failed, or all; each finding has a mark, a word and, on a terminal, a colour. */
import { counted } from '../shared/text/counted.ts'
import { plainLine, wrap } from '../shared/text/table.ts'
import { type CaseValue, type Finding, PARTS, type Part, TOO_MANY_CALLS, UNANSWERED } from './case.ts'
import { type CaseResult, type ConformanceReport, isRequiredNotShown } from './report.ts'

export interface Look {
  /** Columns of the terminal. */
  columns: number
  coloured: boolean
  /** Also the required cases that have passed or could not be seen; default only failures. */
  verbose?: boolean
  /** Also the cases where the interface is silent. */
  openPoints?: boolean
}

const HEADINGS: Record<Part, string> = {
  popups: 'Popup messages',
  news: 'News',
  attendance: 'Attendance lists',
  session: 'Session resolution',
}
const WORDS: Record<Finding['result'], string> = {
  passed: '✓ passed',
  failed: '✗ FAILED',
  observed: '› observed',
  'not shown': '– could not be seen',
}
const COLOURS: Record<Finding['result'] | 'bold' | 'faint', string> = {
  passed: '32',
  failed: '31;1',
  observed: '36',
  'not shown': '33',
  bold: '1',
  faint: '2',
}
const NARROWEST = 28

export function reportText(report: ConformanceReport, look: Look): string {
  const paint = painter(look)
  const rows = report.cases.filter(one => isRow(one, look))
  const widths = {
    word: Math.max(0, ...rows.map(({ result }) => WORDS[result].length)),
    id: Math.max(0, ...rows.map(({ id }) => id.length)),
  }
  const parts = byPart(report.cases).flatMap(({ part, cases }) => [
    `${paint('bold', HEADINGS[part])}  ${counts(cases, look)}`,
    ...cases.filter(one => rows.includes(one)).map(one => row(one, widths, look)),
  ])
  const addresses = Object.values(report.addresses).map(plainLine).join('  ')
  return [`${paint('bold', 'Conformance')}  ${addresses}`, '', ...parts, '', ...endOf(report, look)].join(
    '\n',
  )
}

/** Lists all cases with their rules, without a service. */
export function caseList(cases: readonly CaseValue[], look: Look): string {
  const paint = painter(look)
  const lines = byPart(cases).flatMap(({ part, cases }) => [
    paint('bold', HEADINGS[part]),
    ...cases.flatMap(({ id, level, rule }) => [
      `${paint('bold', id)}  ${paint('faint', level === 'required' ? level : 'the interface is silent')}`,
      `    ${wrap(`${rule.place}: “${rule.says}”`, look.columns - 4, '    ')}`,
    ]),
    '',
  ])
  return [...lines, counted(cases.length, 'case')].join('\n')
}

function byPart<One extends { part: Part }>(cases: readonly One[]): { part: Part; cases: One[] }[] {
  return PARTS.map(part => ({ part, cases: cases.filter(one => one.part === part) })).filter(
    ({ cases }) => cases.length > 0,
  )
}

function isRow(one: CaseResult, { verbose, openPoints }: Look): boolean {
  if (one.result === 'failed') return true
  if (isSkipped(one)) return false
  return one.level === 'required' ? verbose === true : openPoints === true
}

/** The first case of the part says why. */
const isSkipped = ({ detail }: CaseResult) => detail === UNANSWERED.detail

const isLimited = ({ detail }: CaseResult) => detail.endsWith(TOO_MANY_CALLS.detail)

function row(one: CaseResult, widths: { word: number; id: number }, look: Look): string {
  const paint = painter(look)
  const before = widths.word + 2 + widths.id + 2
  const wrapped = (text: string) => wrap(text, Math.max(NARROWEST, look.columns - before)).split('\n')
  const [first = '', ...rest] = wrapped(one.detail)
  const more = {
    failed: wrapped(`Rule: ${one.rule.place}: “${one.rule.says}”`),
    observed: wrapped(`Clients: ${one.clients}`).map(text => paint('faint', text)),
    passed: [],
    'not shown': [],
  }[one.result]
  return [
    `${paint(one.result, WORDS[one.result].padEnd(widths.word))}  ${one.id.padEnd(widths.id)}  ${first}`,
    ...[...rest, ...more].map(text => `${' '.repeat(before)}${text}`),
  ].join('\n')
}

function counts(cases: readonly CaseResult[], look: Look): string {
  const paint = painter(look)
  const seen = cases.filter(({ level }) => level === 'required' || look.openPoints)
  return (['passed', 'failed', 'not shown', 'observed'] as const)
    .map(result => ({ result, count: seen.filter(one => one.result === result).length }))
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => paint(result, `${count} ${WORDS[result].slice(2)}`))
    .join(', ')
}

/** All failures by name, and on the last line the sum of the required cases. */
function endOf({ notAsked, leftOut, complete, cases }: ConformanceReport, look: Look): string[] {
  const paint = painter(look)
  const required = cases.filter(({ level }) => level === 'required')
  const passed = required.filter(({ result }) => result === 'passed').length
  const failures = cases.flatMap(({ id, result }) => (result === 'failed' ? [id] : []))
  const unseen = cases.filter(isRequiredNotShown)
  const silent = cases.filter(one => one.level === 'silent' && !isSkipped(one)).length
  const limited = cases.filter(isLimited).length
  const withoutData = unseen.filter(one => !isSkipped(one) && !isLimited(one)).length
  const end: string[] = []
  const say = (text: string) => end.push(...wrap(text, look.columns).split('\n'))
  if (notAsked.length > 0)
    say(`Not checked, because the address is missing: ${notAsked.map(part => HEADINGS[part]).join(', ')}.`)
  if (leftOut > 0)
    say(`${counted(leftOut, 'heavier case was', 'heavier cases were')} skipped; --thorough runs them too.`)
  if (silent > 0 && !look.openPoints)
    say(`${counted(silent, 'finding')} where the interface is silent: see --open-points.`)
  if (!complete) end.push(paint('failed', 'Stopped before the end.'))
  if (failures.length > 0) {
    const named = `${counted(failures.length, 'required case has', 'required cases have')} failed: ${failures.join(', ')}`
    end.push(
      ...wrap(named, look.columns)
        .split('\n')
        .map(text => paint('failed', text)),
    )
  }
  if (limited > 0)
    say(
      `${counted(limited, 'case')} got HTTP 429, too many calls: run again with a longer --pause, as --pause 500.`,
    )
  if (withoutData > 0)
    say(
      `${counted(withoutData, 'required case')} could not be seen: --verbose says which data would show more; with --strict this fails.`,
    )
  const sum = `${counted(required.length, 'required case')}: ${passed} passed, ${failures.length} failed, ${unseen.length} could not be seen`
  return [...end, paint(failures.length > 0 ? 'failed' : complete ? 'passed' : 'bold', sum)]
}

const painter =
  ({ coloured }: Pick<Look, 'coloured'>) =>
  (colour: keyof typeof COLOURS, text: string) =>
    coloured ? `\x1b[${COLOURS[colour]}m${text}\x1b[0m` : text
