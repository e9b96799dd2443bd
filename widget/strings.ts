/** All words of the widget, English and Traditional Chinese side by side. */
import type { Confirmation, IconId, Language } from './contract.ts'

export type Strings = Record<Confirmation | 'close' | 'next' | 'severe', string> & {
  /** Which message of how many. */
  place: (position: number, total: number) => string
  /** Text alternative of each icon. */
  icons: Record<IconId, string>
}

export const STRINGS: Record<Language, Strings> = {
  'en-US': {
    confirm: 'Confirm',
    Accept: 'Accept',
    close: 'Close',
    next: 'Next message',
    severe: 'Severe weather',
    place: (position, total) => `${position} of ${total}`,
    icons: {
      '2': 'Black Rainstorm Signal',
      '3': 'Strong Wind Signal No. 3',
      '4': 'No. 8 Northeast Gale or Storm Signal',
      '5': 'No. 8 Southeast Gale or Storm Signal',
      '6': 'No. 8 Southwest Gale or Storm Signal',
      '7': 'No. 8 Northwest Gale or Storm Signal',
      '8': 'Increasing Gale or Storm Signal No. 9',
      '9': 'Hurricane Signal No. 10',
      '10': 'Event',
    },
  },
  'zh-HK': {
    confirm: '確認',
    Accept: '接受',
    close: '關閉',
    next: '下一則訊息',
    severe: '惡劣天氣',
    place: (position, total) => `第 ${position} 則，共 ${total} 則`,
    icons: {
      '2': '黑色暴雨警告信號',
      '3': '三號強風信號',
      '4': '八號東北烈風或暴風信號',
      '5': '八號東南烈風或暴風信號',
      '6': '八號西南烈風或暴風信號',
      '7': '八號西北烈風或暴風信號',
      '8': '九號烈風或暴風風力增強信號',
      '9': '十號颶風信號',
      '10': '活動',
    },
  },
}
