/** Popup messages for support staff: everything that a visitor sees, and why a message is not shown. */
import { fault } from '../../shared/client/accept.ts'
import { checkOf } from '../../shared/client/check.ts'
import { ICONS, isIconId } from '../../shared/contract/icon.ts'
import { PopupMessage } from '../../shared/contract/popup.ts'
import { sanitise } from '../../shared/html/sanitise.ts'
import { paragraphsIn } from '../../shared/html/text-of.ts'
import { plainLine, wrap } from '../../shared/text/table.ts'
import { wireTimeText } from '../zone.ts'

interface Query {
  siteId: string
  lang: string
  txID: string
}

export interface PopupsText {
  text: string
  /** What does not follow the interface, with its path. */
  faults: { path: string; reason: string }[]
}

const COLUMNS = 100
const popupCheck = checkOf(PopupMessage)

/** @param content as received, without nulls */
export function popupsText(content: unknown, { siteId, lang, txID }: Query): PopupsText {
  const elements = Array.isArray(content) ? content : []
  const faults: PopupsText['faults'] = Array.isArray(content)
    ? []
    : [{ path: '/content', reason: 'must be array' }]
  const texts = elements.map((element, index) => {
    if (popupCheck.Check(element)) return messageText(element)
    const { path, reason } = fault(PopupMessage, element)
    const found = { path: `/content/${index}${path}`, reason }
    faults.push(found)
    return plainLine(`Not shown by a website: ${found.path} ${reason}`)
  })
  const head = texts.length === 0 ? [`No popup messages for ${siteId} in ${lang}.`] : texts
  const others = faults
    .filter(({ path }) => path === '/content')
    .map(({ path, reason }) => `${path} ${reason}`)
  return { text: [...head, ...others, `txID  ${plainLine(txID)}`].join('\n\n'), faults }
}

function messageText({ msgTitle, msgBody, displayDate, iconId, needConfirm }: PopupMessage): string {
  const facts = [
    ['Date', wireTimeText(displayDate)],
    ['Icon', iconText(iconId)],
    ['Button', needConfirm ?? 'none'],
  ] as const
  const body = paragraphsIn(sanitise(msgBody)).map(text => `  ${wrap(text, COLUMNS, '  ')}`)
  return [
    plainLine(msgTitle) || '(no title)',
    ...facts.map(([name, value]) => `  ${name.padEnd(8)}${plainLine(value)}`),
    ...(body.length > 0 ? ['', ...body] : []),
  ].join('\n')
}

function iconText(iconId: string | undefined): string {
  if (iconId === undefined) return 'none'
  return isIconId(iconId)
    ? `${iconId}: ${ICONS[iconId]}`
    : `${iconId}: not in the interface, no icon is shown`
}
