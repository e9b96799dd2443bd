/** The copy failed; no file was made or changed. */
export class BackupError extends Error {
  override name = 'BackupError'
  readonly code = 'BACKUP_FAILED'
}
