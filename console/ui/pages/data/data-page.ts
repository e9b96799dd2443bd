/** Everything that the school has entered: counted, kept in snapshots, exported, imported, reset. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import type { StateShown } from '../../../api/state.ts'
import type { ApiProblem } from '../../api.ts'
import { icon } from '../../icons.ts'
import { countText, numberText, timeText } from '../../language.ts'
import type { ConsoleAsk } from '../../parts/console-ask.ts'
import '../../parts/console-ask.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { listRows } from '../../parts/list-frame.ts'
import { listTable } from '../../parts/list-table.ts'
import { nameForm } from '../../parts/name-form.ts'
import { COUNTED } from './counted.ts'
import './data-import.ts'
import { COUNTS, STRINGS, say } from './strings.ts'
import { styles } from './styles.ts'

type Snapshot = StateShown['snapshots'][number]

class DataPage extends ActingPage {
  static override styles = styles
  static override properties = { answer: { state: true } }

  declare private answer: StateShown | undefined
  readonly #form = nameForm(this, 'data/snapshot', name => this.#take(name))

  override connectedCallback(): void {
    super.connectedCallback()
    this.watch('state', () => this.reload())
  }

  protected override arrive(): void {
    void this.load(async signal => {
      this.answer = await this.api.get<StateShown>('/state', { signal })
    })
  }

  override render() {
    return html`
      <console-page-header heading=${say('title')} intro=${say('intro')}></console-page-header>
      ${this.whenLoaded(() => (this.answer ? this.#content(this.answer) : html``))}
    `
  }

  #content({ holds, snapshots }: StateShown): TemplateResult {
    return html`<div class="stack">
      <section class="card stack tight" aria-labelledby="now">
        <h2 id="now">${say('now')}</h2>
        <dl class="counts">
          ${COUNTED.map(
            table => html`<div>
              <dt>${say(table)}</dt>
              <dd>${numberText(holds[table] ?? 0)}</dd>
            </div>`,
          )}
        </dl>
        <p class="small quiet">${say('including')}</p>
      </section>
      <div class="columns">
        <section class="card stack tight" aria-labelledby="export">
          <h2 id="export">${say('export')}</h2>
          <p class="quiet">${say('exportText')}</p>
          <div>
            <wa-button appearance="outlined" href="/console/api/state/export" download>
              ${icon('download', 'start')} ${say('download')}
            </wa-button>
          </div>
        </section>
        <section class="card stack tight" aria-labelledby="again">
          <h2 id="again">${say('startAgain')}</h2>
          <p class="quiet">${say('startAgainText')}</p>
          <div class="row">
            <wa-button appearance="outlined" @click=${() => this.#reset('sample')}>${say('toSample')}</wa-button>
            <wa-button appearance="outlined" @click=${() => this.#reset('empty')}>${say('toEmpty')}</wa-button>
          </div>
        </section>
      </div>
      <data-import
        .api=${this.api}
        .holds=${holds}
        @data-imported=${({ detail }: CustomEvent<Undone>) => this.#offer(say('replaced'), detail)}
        @data-refused=${({ detail }: CustomEvent<ApiProblem>) => this.act(() => Promise.reject(detail))}
      ></data-import>
      ${this.#snapshots(snapshots)}
      <console-ask></console-ask>
    </div>`
  }

  #snapshots(snapshots: readonly Snapshot[]): TemplateResult {
    return html`<section class="card flush" aria-labelledby="snapshots">
      <div class="above stack tight">
        <h2 id="snapshots">${say('snapshots')}</h2>
        <p class="quiet">${say('snapshotsText')}</p>
        ${this.#form({
          label: say('name'),
          hint: say('nameHint'),
          missing: say('nameMissing'),
          button: html`${icon('camera', 'start')} ${say('take')}`,
        })}
      </div>
      ${listRows(
        { rows: snapshots },
        {
          empty: { icon: 'camera', heading: say('noSnapshots'), text: say('noSnapshotsText') },
          table: () => this.#table(snapshots),
        },
      )}
    </section>`
  }

  #table(snapshots: readonly Snapshot[]): TemplateResult {
    return listTable(keptFirst(snapshots), ({ snapshotId }) => snapshotId, [
      {
        label: say('name'),
        kind: 'title',
        cell: snapshot => html`<strong>${this.#nameOf(snapshot)}</strong>
          ${snapshot.kind === 'before' ? html`<span class="badge">${say('automatic')}</span>` : nothing}`,
      },
      {
        label: say('takenAt'),
        cell: ({ takenAt }) => html`<time datetime=${takenAt}>${timeText(takenAt)}</time>`,
      },
      { label: say('holds'), cell: snapshot => this.#heldIn(snapshot) },
      { label: say('actions'), kind: 'actions', cell: snapshot => this.#actions(snapshot) },
    ])
  }

  #actions(snapshot: Snapshot): TemplateResult {
    const name = this.#nameOf(snapshot)
    return html`<wa-button size="s" appearance="outlined" @click=${() => this.#goBack(snapshot)}>
        ${icon('arrow-counterclockwise', 'start')} ${say('goBack')}
        <span class="visually-hidden">${name}</span>
      </wa-button>
      <wa-button size="s" appearance="plain" @click=${() => this.#remove(snapshot)}>
        ${icon('trash', 'start')} ${say('remove')}<span class="visually-hidden"> ${name}</span>
      </wa-button>`
  }

  #heldIn({ holds }: Snapshot): string {
    const part = (table: 'popup' | 'news') => `${say(table)} ${numberText(holds[table] ?? 0)}`
    return [part('popup'), part('news')].join(this.lang === 'zh-HK' ? '、' : ', ')
  }

  /** Those taken by themselves were named by the service, in English. */
  #nameOf({ kind, name }: Snapshot): string {
    if (kind === 'kept') return name
    if (name === STRINGS.beforeImport['en-US']) return say('beforeImport')
    if (name === 'Before the reset') return say('beforeReset')
    const [, to] = /^Before going back(?: to (.*))?$/s.exec(name) ?? []
    return to === undefined ? say('beforeGoingBack') : say('beforeGoingBackTo').replace('{}', () => to)
  }

  async #take(name: string): Promise<boolean> {
    const taken = await this.act(() => this.api.post<Snapshot>('/state/snapshots', { name }))
    if (!taken) return false
    this.say(say('taken') + taken.name)
    this.reload()
    return true
  }

  async #goBack(snapshot: Snapshot): Promise<void> {
    const done = await this.act(() => this.api.post<Undone>(`/state/snapshots/${snapshot.snapshotId}/apply`))
    if (done) this.#offer(say('wentBack') + this.#nameOf(snapshot), done)
  }

  async #remove(snapshot: Snapshot): Promise<void> {
    const gone = await this.act(() => this.api.delete<Undone>(`/state/snapshots/${snapshot.snapshotId}`))
    if (gone) this.#offer(say('removed') + this.#nameOf(snapshot), gone)
  }

  async #reset(to: 'sample' | 'empty'): Promise<void> {
    const held = COUNTED.filter(table => this.answer?.holds[table]).map(table =>
      countText(COUNTS[table], this.answer?.holds[table] ?? 0),
    )
    const isMeant = await this.renderRoot.querySelector<ConsoleAsk>('console-ask')?.ask({
      heading: say(to === 'sample' ? 'askSample' : 'askEmpty'),
      text: say('askText').replace('{what}', held.join(this.lang === 'zh-HK' ? '、' : ', ')),
      go: say('askGo'),
      stay: say('cancel'),
    })
    if (!isMeant) return
    const done = await this.act(() => this.api.post<Undone>('/state/reset', { to }))
    if (done) this.#offer(say(to === 'sample' ? 'isSample' : 'isEmpty'), done)
  }

  #offer(text: string, undone: Undone): void {
    this.done(text, undone)
    this.reload()
  }
}

/** One that is taken by itself comes below what somebody is about to press. */
const keptFirst = (snapshots: readonly Snapshot[]) =>
  ['kept', 'before'].flatMap(kind => snapshots.filter(snapshot => snapshot.kind === kind))

customElements.define('data-page', DataPage)
export default 'data-page'
