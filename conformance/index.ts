/** `@schoolbell/service/conformance`: the interface as runnable cases, against any address. */
export type { CaseValue, Level, Part, Rule } from './case.ts'
export { junitXml } from './junit.ts'
export { ConformanceOptionError, type ConformanceOptions, caseValues, missingOptions } from './options.ts'
export type { CaseResult, ConformanceReport } from './report.ts'
export { runConformance } from './run.ts'
export { caseList, type Look, reportText } from './text.ts'
