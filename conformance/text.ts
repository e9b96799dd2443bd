/** The report for people: for each part what has failed, or all; each finding has a mark, a word and, on a terminal, a colour. */
import type { Language } from '../shared/contract/site.ts'
import { plainLine, widthOf, wrap } from '../shared/text/table.ts'
import { type Finding, PARTS, type Part, TOO_MANY_CALLS, UNANSWERED } from './case.ts'
import type { CaseValue } from './options.ts'
import { type CaseResult, type ConformanceReport, isRequiredNotShown } from './report.ts'
import { STRINGS } from './strings.ts'

export interface Look {
  lang: Language
  /** Columns of the terminal. */
  columns: number
  coloured: boolean
  /** Also the required cases that have passed or could not be seen; default only failures. */
  verbose?: boolean
  /** Also the cases where the interface is silent. */
  openPoints?: boolean
}

const MARKS: Record<Finding['result'], string> = { passed: '✓', failed: '✗', observed: '›', 'not shown': '–' }
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
  const strings = STRINGS[look.lang]
  const paint = painter(look)
  const addresses = Object.values(report.addresses).map(plainLine).join('  ')
  const parts = PARTS.map(part => ({ part, cases: report.cases.filter(one => one.part === part) })).filter(
    ({ cases }) => cases.length > 0,
  )
  const rows = report.cases.filter(one => isRow(one, look))
  const idWidth = Math.max(0, ...rows.map(({ id }) => id.length))
  const wordWidth = Math.max(0, ...rows.map(({ result }) => widthOf(strings.results[result])))
  const lines = parts.flatMap(({ part, cases }, index) => {
    const own = rows.filter(one => one.part === part)
    const isApart = index === 0 || own.length > 0 || rows.some(one => one.part === parts[index - 1]?.part)
    return [
      ...(isApart ? [''] : []),
      `${paint('bold', strings.parts[part])}  ${counts(cases, look)}`,
      ...own.map((one, index) => line(one, !saysTheSame(one, own[index + 1]), { idWidth, wordWidth }, look)),
    ]
  })
  return [`${paint('bold', strings.title)}  ${addresses}`, ...lines, '', ...endOf(report, look)].join('\n')
}

/** Then what clients do stands below the next one. */
const saysTheSame = ({ clients }: CaseResult, next: CaseResult | undefined) =>
  next?.result === 'observed' && next.clients === clients

function isRow(one: CaseResult, { verbose, openPoints }: Look): boolean {
  const { level, result } = one
  if (result === 'failed') return true
  if (isSkipped(one)) return false
  return level === 'required' ? verbose === true : openPoints === true
}

/** The first case of the part says why. */
const isSkipped = ({ detail }: CaseResult) => detail === UNANSWERED.detail

const isLimited = ({ detail }: CaseResult) => detail.endsWith(TOO_MANY_CALLS.detail)

/** Lists all cases with their rules, without a service. */
export function caseList(cases: readonly CaseValue[], { lang, columns, coloured }: Look): string {
  const strings = STRINGS[lang]
  const paint = painter({ coloured })
  const lines = (part: Part) =>
    cases
      .filter(one => one.part === part)
      .flatMap(({ id, level, rule }) => [
        `${paint('bold', id)}  ${paint('faint', strings.levels[level])}`,
        `    ${wrap(`${rule.place}: “${rule.says}”`, columns - 4, '    ')}`,
      ])
  return [
    ...PARTS.filter(part => cases.some(one => one.part === part)).flatMap(part => [
      paint('bold', strings.parts[part]),
      ...lines(part),
      '',
    ]),
    strings.count(cases.length),
  ].join('\n')
}

/** @param saysClients false when the next case has the same text */
function line(
  one: CaseResult,
  saysClients: boolean,
  widths: { idWidth: number; wordWidth: number },
  look: Look,
): string {
  const strings = STRINGS[look.lang]
  const paint = painter(look)
  const word = strings.results[one.result]
  const before = 2 + widths.wordWidth + 2 + widths.idWidth + 2
  const room = Math.max(NARROWEST, look.columns - before)
  const below = ' '.repeat(before)
  const wrapped = (text: string) => wrap(text, room).split('\n')
  const mark = paint(
    one.result,
    `${MARKS[one.result]} ${word}${' '.repeat(widths.wordWidth - widthOf(word))}`,
  )
  const rule = `${strings.rule}${one.rule.place}: “${one.rule.says}”`
  const more = one.result === 'failed' ? wrapped(rule) : []
  const clients = one.result === 'observed' && saysClients ? wrapped(`${strings.clients}${one.clients}`) : []
  const [first = '', ...rest] = wrapped(one.detail)
  return [
    `${mark}  ${one.id.padEnd(widths.idWidth)}  ${first}`,
    ...[...rest, ...more, ...clients.map(text => paint('faint', text))].map(text => `${below}${text}`),
  ].join('\n')
}

function counts(cases: readonly CaseResult[], look: Look): string {
  const { results } = STRINGS[look.lang]
  const paint = painter(look)
  const counted = cases.filter(({ level }) => level === 'required' || look.openPoints)
  return (['passed', 'failed', 'not shown', 'observed'] as const)
    .map(result => ({ result, count: counted.filter(one => one.result === result).length }))
    .filter(({ count }) => count > 0)
    .map(({ result, count }) => paint(result, `${count} ${results[result]}`))
    .join(', ')
}

/** All failures by name, and on the last line the sum of the required cases. */
function endOf({ notAsked, leftOut, complete, cases }: ConformanceReport, look: Look): string[] {
  const strings = STRINGS[look.lang]
  const paint = painter(look)
  const end = []
  if (notAsked.length > 0) end.push(strings.notAsked(notAsked.map(part => strings.parts[part]).join(', ')))
  if (leftOut > 0) end.push(strings.leftOut(leftOut))
  const silent = cases.filter(one => one.level === 'silent' && !isSkipped(one)).length
  if (silent > 0 && !look.openPoints) end.push(strings.openPoints(silent))
  if (!complete) end.push(paint('failed', strings.stopped))
  const failures = cases.filter(({ result }) => result === 'failed').map(({ id }) => id)
  if (failures.length > 0) {
    const named = wrap(strings.failures(failures.length, failures.join(', ')), look.columns)
    end.push(...named.split('\n').map(text => paint('failed', text)))
  }
  const unseen = cases.filter(isRequiredNotShown)
  const limited = cases.filter(isLimited).length
  if (limited > 0) end.push(wrap(strings.limited(limited), look.columns))
  const withoutData = unseen.filter(one => !isSkipped(one) && !isLimited(one)).length
  if (withoutData > 0) end.push(wrap(strings.notShown(withoutData), look.columns))
  const required = cases.filter(({ level }) => level === 'required')
  const passed = required.filter(({ result }) => result === 'passed').length
  const sum = strings.sum(required.length, passed, failures.length, unseen.length)
  const colour = failures.length > 0 ? 'failed' : complete ? 'passed' : 'bold'
  return [...end, paint(colour, sum)]
}

const painter =
  ({ coloured }: Pick<Look, 'coloured'>) =>
  (colour: keyof typeof COLOURS, text: string) =>
    coloured ? `\x1b[${COLOURS[colour]}m${text}\x1b[0m` : text
