/** `schoolbell sync remarks`: lists what was odd in published entries, and what the agent did about it. */
import { Command } from 'commander'
import { formatTable, plainLine } from '../../shared/text/table.ts'
import type { EntryRemark } from '../../sync-agent/index.ts'
import { print } from '../print.ts'
import { type StoreFlags, storeCommand } from './database.ts'
import { openStore } from './open-store.ts'

export function remarksCommand(): Command {
  return new Command('remarks')
    .description('What was odd in published entries, and was mended or left out.')
    .addCommand(
      storeCommand(
        'list',
        'All remarks, of the entries that changed last first; the agent may be running.',
      ).action(list),
    )
}

async function list(flags: StoreFlags): Promise<void> {
  await using store = await openStore(flags)
  const remarks = await store.remarks()
  print(flags, remarks, remarks.length > 0 ? tableOf(remarks) : 'There are no remarks.')
}

function tableOf(remarks: readonly EntryRemark[]): string {
  const rows = remarks.map(({ siteId, lang, newsId, path, came = 'nothing', done }) =>
    [`${siteId}/${lang}`, newsId, path, came, done].map(plainLine),
  )
  return formatTable(['stream', 'newsId', 'field', 'came', 'done'], rows)
}
