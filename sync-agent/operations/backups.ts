/** Backups of a store in a folder, each with the time in its name, of which the newest stay; and the webhooks' key beside each. */
import { chmodSync, copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Temporal } from 'temporal-polyfill'
import { BackupError } from '../store/backup-error.ts'

/** As the agent keeps it beside its store. */
export const keyBeside = (file: string): string => `${file}.webhook-key`

/** As in `/srv/backups/news.db-20260901T083000Z`. @throws {BackupError} */
export function backupName(db: string, folder: string, now: Temporal.Instant): string {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found) throw new BackupError(`the folder ${folder} does not exist; correct the path, or make it first`)
  if (!found.isDirectory()) throw new BackupError(`${folder} is no folder; --keep needs one for the backups`)
  return join(folder, `${basename(db)}-${now.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}`)
}

/** For the owner alone. @returns the copy; undefined: the store has no key beside it */
export function backUpKey(db: string, file: string): string | undefined {
  if (!existsSync(keyBeside(db))) return undefined
  copyFileSync(keyBeside(db), keyBeside(file))
  chmodSync(keyBeside(file), 0o600)
  return keyBeside(file)
}

/** Only files that are named as backups of this store. @returns what was removed, oldest first */
export function removeOldest(db: string, folder: string, keep: number): string[] {
  const isBackup = (name: string) =>
    name.startsWith(`${basename(db)}-`) && /^\d{8}T\d{6}Z$/.test(name.slice(basename(db).length + 1))
  const old = readdirSync(folder).filter(isBackup).sort().slice(0, -keep)
  const removed = old.map(name => join(folder, name))
  for (const file of removed) for (const one of [file, keyBeside(file)]) rmSync(one, { force: true })
  return removed
}
