/** The attendance statuses as people name them, on pages and in files. */
import type { AttendanceStatus } from '../shared/contract/attendance.ts'
import type { Language } from '../shared/contract/site.ts'

export const STATUS_NAMES: Record<AttendanceStatus, Record<Language, string>> = {
  Present: { 'en-US': 'Present', 'zh-HK': '出席' },
  Unexcused: { 'en-US': 'Unexcused', 'zh-HK': '無故缺席' },
  Excused: { 'en-US': 'Excused', 'zh-HK': '請假' },
  Late: { 'en-US': 'Late', 'zh-HK': '遲到' },
  EarlyLeave: { 'en-US': 'Early leave', 'zh-HK': '早退' },
}
