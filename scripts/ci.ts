/**
 * All that must be green before a change lands: `.ci/run`. It goes on after a phase that fails, and prints a table of the phases at the end.
 *
 *     node scripts/ci.ts [seconds that npm ci took]
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linesOf, type Report, reasonAgainst, redFiles } from './ci/again.ts'
import { PHASES, type Phase } from './ci/phases.ts'

const ROOT = join(import.meta.dirname, '..')
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
const reports = mkdtempSync(join(tmpdir(), 'schoolbell-ci-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

const rows = [{ name: 'npm ci', seconds: Number(process.argv[2] ?? 0), result: 'green' }]
/** The last lines: whoever sees only the end of the log sees what was red. */
const ending: string[] = []
for (const phase of PHASES) {
  console.log(`\n=== ${phase.name}`)
  const started = performance.now()
  const isGreen = run(phase) || isGreenAgain(phase)
  rows.push({
    name: phase.name,
    seconds: (performance.now() - started) / 1000,
    result: isGreen ? 'green' : `RED. It needs ${phase.needs}`,
  })
}

console.log('\n| phase | seconds | |\n|---|---|---|')
for (const { name, seconds, result } of rows) console.log(`| ${name} | ${seconds.toFixed(0)} | ${result} |`)
const total = rows.reduce((sum, { seconds }) => sum + seconds, 0)
console.log(`| all | ${total.toFixed(0)} | |`)
for (const line of ending) console.log(line)
if (rows.some(({ result }) => result !== 'green')) process.exitCode = 1

function run({ name, npm, vitest }: Phase): boolean {
  const args = vitest ? [...(vitest.files ?? []), ...reportTo(name)] : []
  const more = args.length > 0 ? ['--', ...args] : []
  const env = { ...process.env, ...vitest?.env }
  return spawnSync('npm', [...npm, ...more], { cwd: ROOT, env, stdio: 'inherit' }).status === 0
}

/** Runs the red files once more, with one worker. */
function isGreenAgain({ name, vitest }: Phase): boolean {
  const report = vitest && readReport(name)
  if (!report) return false
  const isGreen = areGreenAlone(redFiles(report), vitest)
  ending.push(...linesOf(isGreen ? 'FLAKY' : 'RED', report, ROOT))
  return isGreen
}

function areGreenAlone(files: string[], vitest: NonNullable<Phase['vitest']>): boolean {
  const against = reasonAgainst(files)
  if (against) {
    console.log(`Not run again: ${against}.`)
    return false
  }
  console.log(`Once more, alone: ${files.join(', ')}`)
  const project = vitest.project ? ['--project', vitest.project] : []
  const args = [VITEST, 'run', ...project, ...files, '--maxWorkers', '1']
  const env = { ...process.env, ...vitest.env }
  return spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' }).status === 0
}

/** The default reporter as well, for whoever reads along. */
function reportTo(name: string): string[] {
  return ['--reporter', 'default', '--reporter', 'json', '--outputFile', fileOf(name)]
}

function readReport(name: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(name), 'utf8'))
  } catch {
    return undefined
  }
}

function fileOf(name: string): string {
  return join(reports, `${name.replaceAll(' ', '-')}.json`)
}
