/** What the laboratory has changed, in words. */
import type { Overview } from '../../api/overview.ts'
import { type CountedText, countText, language, type Text } from '../language.ts'

export type LabState = Overview['lab']

const FAULTS_ON: CountedText = {
  'en-US': { one: '{count} fault is on', other: '{count} faults are on' },
  'zh-HK': '已啟用 {count} 項故障',
}
const CLOCK_MOVED: Text = { 'en-US': 'Clock moved', 'zh-HK': '時鐘已調整' }

/** As in: 2 faults are on, Clock moved. Empty when all is as it is in real life. */
export const labWords = ({ faults, isClockReal }: LabState): string[] => [
  ...(faults > 0 ? [countText(FAULTS_ON, faults, language())] : []),
  ...(isClockReal ? [] : [CLOCK_MOVED[language()]]),
]
