/** The code of an error, as Node, SQLite and our own errors have it; empty where there is none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether an error, or what caused it, says that the disk is full: the file system, a quota, or SQLite. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, cause } = error as Error & { code?: unknown }
  return /^(ENOSPC|EDQUOT|SQLITE_FULL)/.test(String(code)) || isDiskFull(cause)
}
