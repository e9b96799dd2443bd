/**
 * The report as JUnit XML for build servers: one suite for each part, one test for each case.
 *
 * Not junit-xml or junit-report-builder: they write no reason why a case was skipped.
 */
import { escaped } from '../shared/html/entities.ts'
import { PARTS } from './case.ts'
import type { CaseResult, ConformanceReport } from './report.ts'

export function junitXml({ startedAt, summary, cases }: ConformanceReport): string {
  const suites = PARTS.map(part => ({ part, cases: cases.filter(one => one.part === part) }))
    .filter(suite => suite.cases.length > 0)
    .map(suite => suiteXml(suite.part, suite.cases, startedAt))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="schoolbell conformance" tests="${cases.length}" failures="${summary.failed}" skipped="${summary.notShown}" time="${seconds(cases)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

function suiteXml(part: string, cases: readonly CaseResult[], startedAt: string): string {
  const count = (result: CaseResult['result']) => cases.filter(one => one.result === result).length
  const head = `name="${part}" tests="${cases.length}" failures="${count('failed')}" errors="0" skipped="${count('not shown')}"`
  return [
    `  <testsuite ${head} time="${seconds(cases)}" timestamp="${startedAt.replace(/Z$/, '')}">`,
    ...cases.map(caseXml),
    '  </testsuite>',
  ].join('\n')
}

function caseXml(one: CaseResult): string {
  const detail = inXml(one.detail)
  const rule = inXml(`${one.rule.place}: ${one.rule.says}`)
  const inner = {
    passed: `<system-out>${rule}\n${detail}</system-out>`,
    observed: `<system-out>${rule}\n${detail}\n${inXml(one.clients ?? '')}</system-out>`,
    failed: `<failure message="${detail}" type="${inXml(one.rule.place)}">${rule}\n${detail}</failure>`,
    'not shown': `<skipped message="${detail}"/>`,
  }[one.result]
  return `    <testcase classname="${one.part}" name="${one.id}" time="${seconds([one])}">${inner}</testcase>`
}

const seconds = (cases: readonly CaseResult[]) =>
  (cases.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(3)

/** XML has no way at all to write most control characters, halves of characters and two others. */
const inXml = (text: string) =>
  escaped(text.toWellFormed().replaceAll(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '\ufffd'))
