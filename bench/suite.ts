/**
 * How a suite is run: in a folder of its own, with programs that end with it, in rounds that take turns. Its result is a
 * table, and figures with limits.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type Suite = (place: Place) => Promise<Measured>

export interface Place {
  folder: string
  /** A program of Node.js in its own process. */
  spawn(args: readonly string[], options?: SpawnOptions): ChildProcess
  /** The same. @returns the URL, which the program prints first */
  start(...args: string[]): Promise<string>
}

export interface Measured {
  rows: Record<string, object>
  limits?: Limit[]
}

export interface Limit {
  what: string
  found: number
  /** Largest allowed value. */
  limit: number
}

export async function runSuite(suite: Suite): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'schoolbell-bench-'))
  const programs: ChildProcess[] = []
  const place: Place = {
    folder,
    spawn(args, options = { stdio: ['ignore', 'pipe', 'inherit'] }) {
      const program = spawn(process.execPath, args, options)
      programs.push(program)
      return program
    },
    start: async (...args) => firstLine(place.spawn(args)),
  }
  try {
    return await suite(place)
  } finally {
    for (const program of programs) await end(program)
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the output of the program is not read')
  const [line] = await once(createInterface(stdout), 'line')
  return `${line}`
}

export async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  program.kill()
  await once(program, 'close')
}

/** Prints the tables. @returns a line for each broken limit */
export function print(name: string, { rows, limits = [] }: Measured): string[] {
  console.table(rows)
  if (limits.length > 0) console.table(limits.map(limit => ({ ...limit, kept: !isBroken(limit) })))
  return limits.filter(isBroken).map(({ what, found, limit }) => `${name}: ${what}: ${found}, limit ${limit}`)
}

/** NaN counts as above the limit. */
const isBroken = ({ found, limit }: Limit): boolean => !(found <= limit)

/** Measures each in every round, in changing order, so that a busy moment of the machine affects all. */
export async function inTurn<Name extends string, Found>(
  rounds: number,
  measures: Record<Name, (round: number) => Promise<Found>>,
): Promise<Record<Name, Found[]>> {
  const kinds = Object.entries<(round: number) => Promise<Found>>(measures)
  const found: Record<string, Found[]> = Object.fromEntries(kinds.map(([name]) => [name, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const [name, measure] of round % 2 === 0 ? kinds : kinds.toReversed())
      found[name]?.push(await measure(round))
  return found as Record<Name, Found[]>
}

/** In milliseconds. */
export async function timeOf(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await action()
  return performance.now() - started
}

export const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
export const rounded = (value: number, digits = 2) => Number(value.toFixed(digits))
