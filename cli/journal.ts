/** systemd's journal at the other end of standard error: each line says how serious it is (sd-daemon(3)). */
import { fstatSync } from 'node:fs'

/**
 * Whether what is written to a file arrives in the journal. A program that a service starts may inherit the variable and write
 * elsewhere, so the file must be the one that the variable names (systemd.exec(5), `$JOURNAL_STREAM`).
 */
export function isJournal(variable: string | undefined, fd: number): boolean {
  if (variable === undefined) return false
  try {
    const { dev, ino } = fstatSync(fd, { bigint: true })
    return variable === `${dev}:${ino}`
  } catch {
    return false
  }
}

/** Each line begins with its priority as in syslog(3); the journal removes it. */
export function withPriority(text: string, level: number): string {
  return text.replaceAll(/^(?!$)/gm, `<${priorityOf(level)}>`)
}

function priorityOf(level: number): number {
  if (level >= 60) return 2
  if (level >= 50) return 3
  if (level >= 40) return 4
  return level >= 30 ? 6 : 7
}
