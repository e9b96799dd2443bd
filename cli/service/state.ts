/** `schoolbell service export` and `import`: writes a data folder to one file, and reads it or a running service back. */
import { existsSync } from 'node:fs'
import { Command, Option, type OptionValues } from 'commander'
import type { StateManifest } from '../../console/index.ts'
import { codeOf } from '../../shared/error-code.ts'
import { faultOfDataFolder } from '../data-folder.ts'
import { hosts, httpUrl, option, refuseNowhere } from '../options.ts'
import { nameLines } from '../print.ts'
import { createBar, megabytes } from '../progress-line.ts'
import { zoneOption } from '../zone.ts'

export const dataDirOption = (description: string): Option =>
  option('--data-dir <folder>', description).default('.schoolbell/service')

export function exportCommand(): Command {
  return new Command('export')
    .description(
      'Writes everything in the data folder to one file, media included; the service may be running.',
    )
    .argument('<file>', 'the .zip file')
    .addOption(dataDirOption('data folder of the service'))
    .option('--force', 'replace an existing file')
    .action(runExport)
}

export function importCommand(): Command {
  return new Command('import')
    .description(
      'Reads such a file into the data folder, or with --from the messages and news of a running service; a service that runs on the folder continues with the new data. An access key is read from a file or from SCHOOLBELL_ACCESS_KEY, never from the command line. Exit code 1 when something of a service is not taken.',
    )
    .argument('[file]', 'a file written by the sub-command export')
    .addOption(dataDirOption('data folder of the service'))
    .option('--force', 'replace the school in the folder; a snapshot of it is kept')
    .addOption(
      new Option('--from <url>', 'take popup messages and news of a service, with its first path segment')
        .argParser(httpUrl)
        .conflicts('force'),
    )
    .option(
      '--media-host <hosts>',
      'with --from: take files from these hosts too, as in media.school.example; can be repeated',
      hosts,
    )
    .option('--app-id <id>', 'with --from: identifier of the school, if the service asks for it')
    .option(
      '--access-key-file <file>',
      'with --from: holds the access key, - is standard input; or set SCHOOLBELL_ACCESS_KEY',
    )
    .addOption(zoneOption('with --from: the school’s time zone'))
    .action(async (file: string | undefined, flags: OptionValues, command: Command) => {
      const { from } = flags
      if (from !== undefined && file !== undefined)
        return command.error('error: give either a file or --from with the address of a service')
      if (from !== undefined) return await (await import('./import-from.ts')).importFrom(flags, command)
      if (file === undefined) return command.error("error: missing required argument 'file'")
      await runImport(file, flags, command)
    })
}

async function runExport(file: string, { dataDir, force }: OptionValues, command: Command): Promise<void> {
  refuseNowhere(command, '<file>', file)
  const fault = faultOfDataFolder(dataDir)
  if (fault) throw new Error(fault)
  if (!force && existsSync(file)) throw new Error(`${file} already exists; --force replaces it`)
  await using data = await openData(dataDir)
  const bar = createBar(process.stderr)
  const manifest = await data.export(file, bar.show).finally(bar.clear)
  console.log(`${dataDir} exported to ${file}\n${heldIn(manifest)}`)
}

async function runImport(file: string, flags: OptionValues, command: Command): Promise<void> {
  const { dataDir, force: replace = false } = flags
  const exported = 'expected is a file that schoolbell service export has written'
  if (!existsSync(file)) command.error(`error: ${file} does not exist; ${exported}`)
  await using data = await openData(dataDir)
  const bar = createBar(process.stderr)
  const manifest = await data
    .import(file, { replace, onProgress: bar.show })
    .catch(error => {
      throw codeOf(error) === 'STATE_INVALID' ? new Error(`${error.message}; ${exported}`) : error
    })
    .finally(bar.clear)
  console.log(`${file} imported into ${dataDir}\n${heldIn(manifest)}`)
}

/** Imported on use: a running service does not need it. */
async function openData(dataDir: string) {
  const { openDataFolder } = await import('../../service/state/data-folder.ts')
  return openDataFolder(dataDir)
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
  return nameLines(rows, '  ')
}
