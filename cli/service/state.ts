/** `schoolbell service export` and `import`: everything in a data folder as one file, and back. */
import { existsSync } from 'node:fs'
import { Command } from 'commander'
import type { StateManifest } from '../../console/index.ts'
import { holdsStore } from '../../service/store/store.ts'
import { plainLine } from '../../shared/text/table.ts'
import { createBar, megabytes } from '../progress-line.ts'

interface StateFlags {
  dataDir: string
  force?: boolean
  replace?: boolean
}

export function exportCommand(): Command {
  return new Command('export')
    .description(
      'Writes everything in the data folder into one file, media included; the service may be running.',
    )
    .argument('<file>', 'the .zip file')
    .option('--force', 'in the place of a file by that name')
    .action((file: string, _flags, command: Command) => runExport(file, command.optsWithGlobals()))
}

export function importCommand(): Command {
  return new Command('import')
    .description(
      'Puts such a file into the data folder; a service that runs on it goes on with what it holds.',
    )
    .argument('<file>', 'what `service export` has written')
    .option('--replace', 'in the place of a school that is there; a snapshot of that is kept')
    .action((file: string, _flags, command: Command) => runImport(file, command.optsWithGlobals()))
}

async function runExport(file: string, { dataDir, force = false }: StateFlags): Promise<void> {
  if (!holdsStore(dataDir))
    throw new Error(`there is no service’s data in ${dataDir}; name the folder with --data-dir`)
  if (!force && existsSync(file)) throw new Error(`there is a file ${file}; --force replaces it`)
  await using desk = await openDesk(dataDir)
  const bar = createBar(process.stderr)
  const manifest = await desk.export(file, bar.show).finally(bar.clear)
  console.log(`${dataDir} exported to ${file}\n${heldIn(manifest)}`)
}

async function runImport(file: string, { dataDir, replace = false }: StateFlags): Promise<void> {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`)
  await using desk = await openDesk(dataDir)
  const bar = createBar(process.stderr)
  const manifest = await desk.import(file, { replace, onProgress: bar.show }).finally(bar.clear)
  console.log(`${file} imported into ${dataDir}\n${heldIn(manifest)}`)
}

/** Loaded by these two alone: a service that is started has no need of it. */
async function openDesk(dataDir: string) {
  const { openStateDesk } = await import('../../service/state/desk.ts')
  return openStateDesk(dataDir)
}

function heldIn({ school, exportedAt, tables, media }: StateManifest): string {
  const rows = [
    ['School', `${school['en-US']} ${school['zh-HK']}`.trim()],
    ['Exported at', exportedAt],
    ['Popup messages', `${tables.popup ?? 0} (deleted ones included)`],
    ['News', `${tables.news ?? 0} (drafts and deleted ones included)`],
    ['People', `${tables.person ?? 0}`],
    ['Attendance', `${tables.attendance_entry ?? 0}`],
    ['Media', `${tables.media ?? 0} (${megabytes(media.bytes)})`],
  ] as const
  // A name from a file could hold what moves a terminal's cursor.
  return rows.map(([name, value]) => `  ${name.padEnd(16)}${plainLine(value)}`).join('\n')
}
