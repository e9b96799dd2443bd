/** `schoolbell popups`: prints the current messages of a website, with one call. */
import { Command } from 'commander'
import { formatJson } from '../shared/text/json.ts'
import { addContentOptions, type ContentFlags, contentClient } from './content-options.ts'
import { whileDemoRuns } from './help.ts'
import { popupsText } from './popups/text.ts'
import { cancellable } from './sync/cancel.ts'

export function popupsCommand(): Command {
  const command = new Command('popups')
    .description(
      'Prints the popup messages of a website, with one call. Exit code 1 when the call fails or a message does not follow the interface.',
    )
    .addHelpText('after', whileDemoRuns('schoolbell popups --service-url http://127.0.0.1:4010/cms'))
    .action(runPopups)
  return addContentOptions(command)
}

async function runPopups(flags: ContentFlags): Promise<void> {
  const content = contentClient(flags)
  const { site: siteId, lang } = flags
  const { txID, content: raw } = await cancellable(signal => content.rawPopups({ siteId, lang }, signal))
  const { text, faults } = popupsText(raw, { siteId, lang, txID })
  console.log(flags.json ? formatJson({ txID, content: raw, ...(faults.length > 0 && { faults }) }) : text)
  if (faults.length > 0) process.exitCode = 1
}
