/** Which picture an icon id shows. */
import type { IconId } from './contract.ts'

/** File names in `icons/`, without their ending. */
export const ICON_FILES: Record<IconId, string> = {
  '2': 'black-rain',
  '3': 'typhoon-3',
  '4': 'typhoon-8-ne',
  '5': 'typhoon-8-se',
  '6': 'typhoon-8-sw',
  '7': 'typhoon-8-nw',
  '8': 'typhoon-9',
  '9': 'typhoon-10',
  '10': 'event',
}
