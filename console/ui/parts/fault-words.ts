/** What a fault is called: as somebody named it, by its preset where it is one, else by its kind and how it was made. */
import type { Fault, FaultKind } from '../../../service/lab/faults/fault.ts'
import { type Language, language, type Text } from '../language.ts'
import { PRESETS, type Preset } from './fault-presets.ts'

export const KIND_NAMES: Record<FaultKind, Text> = {
  delay: { 'en-US': 'The answer comes late', 'zh-HK': '延遲回應' },
  status: { 'en-US': 'An HTTP status', 'zh-HK': 'HTTP 狀態' },
  code: { 'en-US': 'A return code', 'zh-HK': '回傳代碼' },
  html: { 'en-US': 'A web page in place of data', 'zh-HK': '以網頁代替資料' },
  reset: { 'en-US': 'The connection is reset', 'zh-HK': '重設連線' },
  empty: { 'en-US': 'Hangs up without a word', 'zh-HK': '未有回應便關閉連線' },
  truncated: { 'en-US': 'The answer stops half way', 'zh-HK': '回應中途停止' },
  'broken-chunk': { 'en-US': 'A chunk is garbled', 'zh-HK': '分塊損壞' },
  'content-type': { 'en-US': 'A wrong content type', 'zh-HK': '內容類型錯誤' },
  drip: { 'en-US': 'The answer trickles in', 'zh-HK': '回應逐少傳送' },
}

export function faultText({ label, fault }: { label?: string | undefined; fault: Fault }): string {
  if (label !== undefined) return label
  const lang = language()
  const preset = presetOf(fault)
  if (preset) return preset.title[lang]
  const made = madeOf(fault).join(lang === 'zh-HK' ? '，' : ', ')
  return made === '' ? KIND_NAMES[fault.kind][lang] : `${KIND_NAMES[fault.kind][lang]}${COLON[lang]}${made}`
}

/** What a call in the log was most likely hit by: its rule may be gone. */
export function hitText(kind: string, status: number | null, code: string | undefined): string {
  const lang = language()
  const preset = PRESETS.find(({ fault }) => {
    if (fault.kind !== kind) return false
    if (fault.kind === 'status') return fault.status === status
    if (fault.kind === 'code') return fault.code === code
    return fault.kind !== 'delay' || fault.delayMs > LONG_MS === (status === null || status === 504)
  })
  return preset
    ? preset.title[lang]
    : Object.hasOwn(KIND_NAMES, kind)
      ? KIND_NAMES[kind as FaultKind][lang]
      : kind
}

/** A client has left before. */
const LONG_MS = 60_000

const COLON: Record<Language, string> = { 'en-US': ': ', 'zh-HK': '：' }

const presetOf = (fault: Fault): Preset | undefined =>
  PRESETS.find(preset => JSON.stringify(sorted(preset.fault)) === JSON.stringify(sorted(fault)))

const sorted = (fault: Fault) => Object.entries(fault).toSorted(([a], [b]) => a.localeCompare(b))

function madeOf(fault: Fault): string[] {
  const { delayMs } = fault
  return [
    ...('status' in fault && fault.status !== undefined ? [`HTTP ${fault.status}`] : []),
    ...('retryAfter' in fault && fault.retryAfter !== undefined ? [`Retry-After: ${fault.retryAfter}`] : []),
    ...('code' in fault ? [fault.code] : []),
    ...('type' in fault ? [fault.type] : []),
    ...('bytesPerSecond' in fault ? [`${fault.bytesPerSecond} B/s`] : []),
    ...(delayMs ? [`${delayMs / 1000} s`] : []),
  ]
}
