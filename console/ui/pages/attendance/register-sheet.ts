/** A day's register on paper: school, class, day, marks, notes, and a line to sign; on A4. Seen in print alone. */
import { css, html, type TemplateResult } from 'lit'
import type { DayRegister } from '../../../api/attendance.ts'
import { type Language, numberText } from '../../language.ts'
import { nameIn, otherNameIn, STATUS_NAMES, WORDS } from '../../parts/words.ts'
import { dayText } from './days.ts'
import type { Place } from './group-choice.ts'
import { ATTENDANCE_STATUSES, type AttendanceStatus } from './marks.ts'
import { STRINGS } from './strings.ts'

export interface SheetParts {
  lang: Language
  day: DayRegister
  place: Pick<Place, 'units' | 'years'>
  /** What a student has by now, saved or not. */
  markOf(userId: number): { status: AttendanceStatus; note: string } | undefined
}

export interface SheetHeadParts
  extends Pick<SheetParts, 'lang' | 'place'>,
    Pick<DayRegister, 'school' | 'group'> {
  when: string
}

export function registerSheet({ lang, day, place, markOf }: SheetParts): TemplateResult {
  const { school, group, date, students } = day
  const count = (status: AttendanceStatus) =>
    students.filter(({ userId }) => markOf(userId)?.status === status).length
  return html`<section class="sheet print-only">
    ${sheetHead({ lang, school, group, place, when: dayText(date, lang) })}
    <table>
      <thead>
        <tr>
          <th scope="col" class="number">${STRINGS.sheetNumber[lang]}</th>
          <th scope="col" class="ref">${STRINGS.sheetRefNo[lang]}</th>
          <th scope="col" class="who">${STRINGS.student[lang]}</th>
          <th scope="col" class="given">${STRINGS.title[lang]}</th>
          <th scope="col">${STRINGS.note[lang]}</th>
        </tr>
      </thead>
      <tbody>
        ${students.map((student, at) => {
          const marked = markOf(student.userId)
          return html`<tr>
            <td class="number">${at + 1}</td>
            <td class="ref">${student.refNo}</td>
            <td>${nameIn(lang, student)} <span class="other">${otherNameIn(lang, student)}</span></td>
            <td class="given">${marked ? STATUS_NAMES[marked.status][lang] : ''}</td>
            <td>${marked?.note ?? ''}</td>
          </tr>`
        })}
      </tbody>
    </table>
    <footer>
      <p class="sums">
        ${ATTENDANCE_STATUSES.map(
          status =>
            html`<span>${STATUS_NAMES[status][lang]} <strong>${numberText(count(status), lang)}</strong></span>`,
        )}
        <span>${STRINGS.sheetAll[lang]} <strong>${numberText(students.length, lang)}</strong></span>
      </p>
      <p class="sign"><span>${STRINGS.signature[lang]}</span><span>${STRINGS.signedOn[lang]}</span></p>
    </footer>
  </section>`
}

/** Which school, which class and when: above a day and above a month. */
export function sheetHead({ lang, school, group, place, when }: SheetHeadParts): TemplateResult {
  const unit = place.units.find(({ unitId }) => unitId === group.unitId)?.name
  const year = place.years.find(({ yearId }) => yearId === group.yearId)?.name
  return html`<header>
    <p class="school">${school[lang] || school['en-US'] || school['zh-HK']}</p>
    <p class="title">${STRINGS.sheetTitle[lang]}</p>
    <dl>
      <div><dt>${WORDS.group[lang]}</dt><dd>${group.groupName}</dd></div>
      <div><dt>${WORDS.unit[lang]}</dt><dd>${unit ?? group.unitId}</dd></div>
      <div><dt>${WORDS.year[lang]}</dt><dd>${year ?? group.yearId}</dd></div>
      <div><dt>${STRINGS.date[lang]}</dt><dd>${when}</dd></div>
    </dl>
  </header>`
}

/** Black on white, whatever the colours of the screen. A class of 36 with short notes is one page of A4. */
export const sheetStyles = css`
  .sheet {
    font-size: 9.5pt;
    line-height: 1.25;
    color: #000;
    background: #fff;
  }
  .sheet p,
  .sheet dl,
  .sheet dd {
    margin: 0;
  }
  .sheet .school {
    font-size: 15pt;
    font-weight: 700;
  }
  .sheet .title {
    font-size: 12pt;
    margin-block: 0 2.5mm;
  }
  .sheet dl {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 1mm 6mm;
    margin-block-end: 3mm;
  }
  .sheet dl div {
    display: flex;
    gap: 2mm;
  }
  .sheet dt {
    flex: none;
    font-weight: 400;
    color: #333;
  }
  .sheet dt::after {
    content: ':';
  }
  .sheet:lang(zh) dt::after {
    content: '：';
  }
  .sheet dd {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .sheet table {
    width: 100%;
    table-layout: fixed;
    border-collapse: collapse;
  }
  .sheet th,
  .sheet td {
    padding: 0.65mm 1.5mm;
    border: 0.3mm solid #666;
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  .sheet th {
    font-size: 8.5pt;
    border-block-end-width: 0.6mm;
  }
  .sheet tr,
  .sheet footer {
    break-inside: avoid;
  }
  .sheet .number {
    width: 10mm;
    text-align: end;
  }
  .sheet .ref {
    width: 26mm;
  }
  .sheet .who {
    width: 54mm;
  }
  .sheet .given {
    width: 26mm;
  }
  .sheet td.given {
    font-weight: 600;
  }
  .sheet .other {
    color: #333;
  }
  .sheet .sums {
    display: flex;
    flex-wrap: wrap;
    gap: 1mm 6mm;
    margin-block: 2.5mm 12mm;
  }
  .sheet .sign {
    display: grid;
    grid-template-columns: 2fr 1fr;
    gap: 10mm;
  }
  .sheet .sign span {
    padding-block-start: 1mm;
    border-block-start: 0.3mm solid #000;
  }
`
