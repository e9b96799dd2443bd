/** What an import would do: counts, what is wrong in the list, and each line of it. */
import { html, nothing, type TemplateResult } from 'lit'
import type { ImportFault, PlannedGroup, PlannedRow, StudentListPreview } from '../../../api/student-lists.ts'
import { icon } from '../../icons.ts'
import { countText, type Language, numberText, withColon } from '../../language.ts'
import { nameIn, otherNameIn } from '../../parts/words.ts'
import { FAULT_TEXTS, FIELD_NAMES, IMPORT_COUNTS, IMPORT_STRINGS } from './import-strings.ts'

export interface PreviewParts {
  lang: Language
  units: readonly { unitId: number; name: string }[]
  years: readonly { yearId: number; name: string }[]
  /** Of the file; empty for a pasted list. */
  name: string
  preview: StudentListPreview
  notice: string | undefined
  isBusy: boolean
  /** @param seal of what is shown */
  confirm(seal: string): void
  again(): void
}

export function importPreview(parts: PreviewParts): TemplateResult {
  const { lang, name, notice, isBusy, preview, confirm, again } = parts
  const say = sayIn(lang)
  const { counts, newGroups, ignored, encoding, seal } = preview
  const toWrite = counts.new + counts.changed
  return html`
    <section class="card stack tight" aria-labelledby="preview">
      <h2 id="preview" tabindex="-1">${say('preview')}${name === '' ? nothing : html`: ${name}`}</h2>
      ${notice === undefined ? nothing : html`<p class="note warn">${notice}</p>`}
      <ul class="counts">
        ${(['new', 'changed', 'unchanged', 'faults'] as const).map(
          kind =>
            html`<li class=${kind}><strong>${numberText(counts[kind], lang)}</strong> ${say(kind)}</li>`,
        )}
      </ul>
      ${named(
        lang,
        'newGroups',
        newGroups.map(group => groupText(parts, group)),
      )}
      ${named(lang, 'ignored', ignored)}
      ${encoding === undefined ? nothing : html`<p class="quiet small">${withColon(say('readAs'), encoding.toUpperCase(), lang)}</p>`}
      ${seal === undefined && counts.faults === 0 ? html`<p class="note">${say('nothing')}</p>` : nothing}
      <div class="row">
        ${
          seal === undefined
            ? nothing
            : html`<wa-button variant="brand" ?disabled=${isBusy} @click=${() => confirm(seal)}>
                ${icon('check', 'start')} ${countText(IMPORT_COUNTS.confirm, toWrite, lang)}
              </wa-button>`
        }
        ${seal !== undefined && counts.faults > 0 ? html`<span class="quiet">${say('withoutFaults')}</span>` : nothing}
        <wa-button appearance="outlined" @click=${again}>${say('again')}</wa-button>
      </div>
    </section>
    ${preview.faults.length > 0 ? faultsTable(lang, preview.faults) : nothing}
    ${preview.rows.length > 0 ? rowsTable(lang, preview.rows) : nothing}
  `
}

function named(
  lang: Language,
  name: 'newGroups' | 'ignored',
  all: readonly string[],
): TemplateResult | typeof nothing {
  if (all.length === 0) return nothing
  const more = all.length > 12 ? '…' : ''
  return html`<p>${withColon(sayIn(lang)(name), '', lang)}<strong>${all.slice(0, 12).join(lang === 'zh-HK' ? '、' : ', ')}${more}</strong></p>`
}

function groupText({ units, years }: PreviewParts, { groupName, unitId, yearId }: PlannedGroup): string {
  const unit = units.find(one => one.unitId === unitId)?.name ?? unitId
  const year = years.find(one => one.yearId === yearId)?.name ?? yearId
  return `${groupName} (${unit}, ${year})`
}

function faultsTable(lang: Language, faults: readonly ImportFault[]): TemplateResult {
  const say = sayIn(lang)
  return html`<section class="card flush" aria-labelledby="faults">
    <div class="head">
      <h2 id="faults">${say('faultsTitle')}</h2>
      <p class="quiet">${say('faultsText')}</p>
    </div>
    <table class="list">
      <thead>
        <tr>
          <th scope="col">${say('line')}</th>
          <th scope="col">${say('column')}</th>
          <th scope="col">${say('what')}</th>
        </tr>
      </thead>
      <tbody>
        ${faults.map(
          ({ line, column, code, value }) => html`<tr>
            <td class="place" data-label=${say('line')}>${line === 0 ? say('wholeFile') : line}</td>
            <td data-label=${say('column')}>${column}</td>
            <td class="title">${FAULT_TEXTS[code][lang].replace('{}', () => value)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${faults.length >= 300 ? html`<p class="head quiet">${say('someShown')}</p>` : nothing}
  </section>`
}

function rowsTable(lang: Language, rows: readonly PlannedRow[]): TemplateResult {
  const say = sayIn(lang)
  const badge = { new: 'good', changed: 'brand', unchanged: '' } as const
  return html`<section class="card flush" aria-labelledby="lines">
    <div class="head"><h2 id="lines">${say('linesTitle')}</h2></div>
    <table class="list">
      <thead>
        <tr>
          <th scope="col">${say('line')}</th>
          <th scope="col">${say('student')}</th>
          <th scope="col">${say('outcome')}</th>
          <th scope="col"><span class="visually-hidden">${say('changed')}</span></th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          row => html`<tr>
            <td class="place" data-label=${say('line')}>${row.line}</td>
            <td class="title">
              <strong>${nameIn(lang, row.person)}</strong>
              <span class="quiet small">${[otherNameIn(lang, row.person), row.person.refNo].filter(Boolean).join(' · ')}</span>
            </td>
            <td data-label=${say('outcome')}><span class="badge ${badge[row.outcome]}">${say(row.outcome)}</span></td>
            <td class="small">${difference(lang, row)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${rows.length >= 300 ? html`<p class="head quiet">${say('someShown')}</p>` : nothing}
  </section>`
}

function difference(lang: Language, { changes, joins }: PlannedRow): TemplateResult {
  return html`<span>
    ${changes.map(
      ({ field, from, to }) => html`<span class="change">
        ${FIELD_NAMES[field]?.[lang]}: <del>${from === '' ? '–' : from}</del> → <ins>${to}</ins>
      </span>`,
    )}
    ${joins ? html`<span class="change">${sayIn(lang)('joins')} ${joins.groupName}</span>` : nothing}
  </span>`
}

const sayIn = (lang: Language) => (name: keyof typeof IMPORT_STRINGS) => IMPORT_STRINGS[name][lang]
