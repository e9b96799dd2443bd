/** `schoolbell popups`: the current messages of a website, with one call: all that a visitor sees, and why a message is not shown. */
import type { Command, OptionValues } from 'commander'
import type { Fault } from '../shared/client/accept.ts'
import { faultsOfMessages, faultsOfNumber } from '../shared/client/popup-messages.ts'
import { serviceText } from '../shared/client/service-text.ts'
import { ICONS } from '../shared/contract/icon.ts'
import { sanitise } from '../shared/html/sanitise.ts'
import { paragraphsIn } from '../shared/html/text-of.ts'
import { type ShownPopup, shownMessages, shownPopup } from '../shared/shown-popup.ts'
import { plainLine, wrap } from '../shared/text/table.ts'
import { COLUMNS, contentClient, contentCommand } from './content-options.ts'
import { whileDemoRuns } from './help.ts'
import { nameLines, print } from './print.ts'
import { cancellable } from './signals.ts'
import { wireTimeText } from './zone.ts'

export default function popupsCommand(): Command {
  return contentCommand(
    'popups',
    'Prints the popup messages of a website, with one call. Exit code 1 when the call fails or a message does not follow the interface.',
  )
    .addHelpText('after', whileDemoRuns('schoolbell popups --service-url http://127.0.0.1:4010/cms'))
    .action(runPopups)
}

async function runPopups(flags: OptionValues): Promise<void> {
  const content = contentClient(flags)
  const { site: siteId, lang } = flags
  const { txID, content: raw } = await cancellable(signal => content.rawPopups({ siteId, lang }, signal))
  const { text, faults } = popupsText(raw, { siteId, lang, txID })
  print(flags, { txID, content: raw, ...(faults.length > 0 && { faults }) }, text)
  if (faults.length > 0) process.exitCode = 1
}

/**
 * @param content as received, without nulls
 * @returns `faults` are what does not follow the interface, with its path
 */
export function popupsText(
  content: unknown,
  { siteId, lang, txID }: { siteId: string; lang: string; txID: string },
): { text: string; faults: Fault[] } {
  const elements = Array.isArray(content) ? content : []
  const faults: Fault[] = Array.isArray(content)
    ? faultsOfNumber(elements)
    : [{ path: '/content', reason: 'must be an array' }]
  const faultsOf = faultsOfMessages(elements)
  faults.push(...[...faultsOf.values()].flat())
  const shown = new Map<unknown, string>(shownMessages(elements).map(element => [element, '']))
  const notShown: string[] = []
  for (const [index, element] of elements.entries()) {
    const found = faultsOf.get(index)
    const remarks = (found ?? []).map(({ path, reason }) => plainLine(`${path} ${reason}`))
    const message = shownPopup(element)
    if (!message) {
      if (found) notShown.push(`Not shown by a website: ${remarks.join('; ')}`)
    } else if (shown.has(element)) shown.set(element, messageText(message, element.iconId, remarks))
  }
  const texts = [...shown.values(), ...notShown]
  const head = texts.length === 0 ? [`No popup messages for ${siteId} in ${lang}.`] : texts
  const others = faults
    .filter(({ path }) => path === '/content')
    .map(({ path, reason }) => `${path} ${reason}`)
  return { text: [...head, ...others, `txID  ${plainLine(txID)}`].join('\n\n'), faults }
}

/** @param sentIcon the `iconId` as received */
function messageText(shown: ShownPopup, sentIcon: unknown, remarks: readonly string[]): string {
  const { msgTitle, msgBody, displayDate, iconId, needConfirm } = shown
  const losses: string[] = []
  const body = paragraphsIn(
    sanitise(msgBody, (came, done) => losses.push(`${serviceText(came, 100)} is ${done}`)),
  )
  const facts: [name: string, value: string][] = [
    ['Date', displayDate ? wireTimeText(displayDate) : 'none'],
    ['Icon', iconId ? `${iconId}: ${ICONS[iconId]}` : unknownIcon(sentIcon)],
    ['Button', needConfirm ?? 'none'],
    ...[...remarks, ...losses.slice(0, 20)].map((remark): [string, string] => ['Remark', remark]),
  ]
  return [
    plainLine(msgTitle) || '(no title)',
    nameLines(facts, '  '),
    ...(body.length > 0 ? ['', ...body.map(text => `  ${wrap(text, COLUMNS, '  ')}`)] : []),
  ].join('\n')
}

const unknownIcon = (sent: unknown): string =>
  typeof sent === 'string' || typeof sent === 'number'
    ? `${sent}: not in the interface, no icon is shown`
    : 'none'
