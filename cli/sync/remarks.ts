/** `schoolbell sync remarks`: lists what was odd in published entries, and what the agent did about it. */
import { Command, type OptionValues } from 'commander'
import { print, streamName, tableOf } from '../print.ts'
import { openStore, storeCommand } from './store.ts'

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

async function list(flags: OptionValues): Promise<void> {
  await using store = await openStore(flags)
  const remarks = await store.remarks()
  const table = tableOf(
    remarks,
    {
      stream: streamName,
      newsId: ({ newsId }) => newsId,
      field: ({ path }) => path,
      came: ({ came = 'nothing' }) => came,
      done: ({ done }) => done,
    },
    'There are no remarks.',
  )
  print(flags, remarks, table)
}
