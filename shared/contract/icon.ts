/** The popup icons: Hong Kong weather signals and one for events (interface, Icon IDs). */
import { ICON_IDS, type IconId, isSevere } from '../shown-popup.ts'

export { ICON_IDS, type IconId, isSevere }

/** Meaning of each icon id. The interface's example also has "1", which is not in its table: no icon is shown. */
export const ICONS = {
  '2': 'Black rain signal',
  '3': 'Typhoon-3',
  '4': 'Typhoon-8-ne',
  '5': 'Typhoon-8-se',
  '6': 'Typhoon-8-sw',
  '7': 'Typhoon-8-nw',
  '8': 'Typhoon-9',
  '9': 'Typhoon-10',
  '10': 'Event Related',
} as const satisfies Record<IconId, string>

/** Whether an `iconId` as received names an icon. */
export const isIconId = (value: unknown): value is IconId =>
  typeof value === 'string' && Object.hasOwn(ICONS, value)
