/** Entries that the school has taken back; whoever copied them has to be told. */
import type { NewsDraft } from './news-draft.ts'

export const DELETED: readonly NewsDraft[] = [
  {
    when: { daysAgo: 2, at: '08:05' },
    deleted: { minutesAgo: 35 },
    en: [
      'Parents’ evening this Thursday',
      `<p>The parents’ evening for 1A to 3B takes place this Thursday at 18:30 in the hall.</p>`,
    ],
    zh: ['本星期四家長晚會', `<p>1A至3B班家長晚會將於本星期四下午六時三十分在禮堂舉行。</p>`],
  },
  {
    when: { daysAgo: 11, at: '09:40' },
    deleted: { daysAgo: 11, at: '10:15' },
    cover: 'classroom.png',
    en: [
      'Mathematics Olympiad: results',
      `<p>Two students have won medals in the junior mathematics olympiad.</p>`,
    ],
    zh: ['數學奧林匹克成績', `<p>本校兩位同學於初級數學奧林匹克比賽中奪得獎牌。</p>`],
  },
  {
    when: { daysAgo: 25, at: '16:40' },
    deleted: { daysAgo: 14, at: '08:30' },
    sites: ['academy', 'pre-school'],
    en: [
      'Water supply interrupted on Saturday',
      `<p>The water supply of both sites is interrupted on {saturday 1} from 08:00 to 14:00.</p>`,
    ],
    zh: ['星期六暫停供水', `<p>書院及幼稚園將於{saturday 1}上午八時至下午二時暫停供水。</p>`],
  },
  {
    when: { daysAgo: 64, at: '12:20' },
    deleted: { daysAgo: 51, at: '17:45' },
    sites: ['pre-school'],
    attachments: ['pre-school-play.jpg'],
    en: [
      'Playground closed for building works',
      `<p>The playground is closed while the new slide is being put up. Children play in the covered yard.</p>`,
    ],
    zh: ['遊樂場暫停開放', `<p>遊樂場正安裝新滑梯，暫停開放，小朋友將於有蓋庭院活動。</p>`],
  },
  {
    when: { daysAgo: 120, at: '10:00' },
    deleted: { daysAgo: 92, at: '09:00' },
    en: [
      'Vacancy: laboratory technician',
      `<p>The Academy looks for a laboratory technician, part time. Apply to <a href="mailto:office@ternbay.example">the office</a>.</p>`,
    ],
    zh: [
      '招聘：實驗室技術員（兼職）',
      `<p>書院現招聘兼職實驗室技術員，有意者請電郵至<a href="mailto:office@ternbay.example">校務處</a>。</p>`,
    ],
  },
]
