/** Everything that the school has entered: counted, kept in snapshots, exported, imported, reset. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { StateShown } from '../../../api/state.ts'
import type { ApiProblem } from '../../api.ts'
import { draft } from '../../drafts.ts'
import { icon } from '../../icons.ts'
import { countText, numberText, timeText } from '../../language.ts'
import type { ConsoleAsk } from '../../parts/console-ask.ts'
import '../../parts/console-ask.ts'
import '../../parts/console-empty.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { COUNTED } from './counted.ts'
import './data-import.ts'
import { COUNTS, STRINGS, say } from './strings.ts'
import { styles } from './styles.ts'

type Snapshot = StateShown['snapshots'][number]

class DataPage extends ActingPage {
  static override styles = styles
  static override properties = {
    answer: { state: true },
    name: { state: true },
    missing: { state: true },
  }

  declare private answer: StateShown | undefined
  declare private name: string
  declare private missing: boolean

  #draft = draft<string>('data/snapshot')

  constructor() {
    super()
    this.name = this.#draft.value ?? ''
    this.missing = false
  }

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
        <form class="inline" novalidate @submit=${this.#take}>
          <label class="field">
            ${say('name')}
            <input
              maxlength="100"
              autocomplete="off"
              .value=${this.name}
              aria-invalid=${this.missing ? 'true' : 'false'}
              aria-describedby="name-hint"
              @input=${this.#onName}
            />
          </label>
          <wa-button type="submit" variant="brand">${icon('camera', 'start')} ${say('take')}</wa-button>
          <span class="hint" id="name-hint" aria-live="polite">
            ${this.missing ? say('nameMissing') : say('nameHint')}
          </span>
        </form>
      </div>
      ${
        snapshots.length === 0
          ? html`<console-empty
                icon="camera"
                heading=${say('noSnapshots')}
                text=${say('noSnapshotsText')}
              ></console-empty>`
          : this.#list(snapshots)
      }
    </section>`
  }

  #list(snapshots: readonly Snapshot[]): TemplateResult {
    return html`<table class="list">
      <thead>
        <tr>
          <th scope="col">${say('name')}</th>
          <th scope="col">${say('takenAt')}</th>
          <th scope="col">${say('holds')}</th>
          <th scope="col"><span class="visually-hidden">${say('actions')}</span></th>
        </tr>
      </thead>
      <tbody>
        ${repeat(keptFirst(snapshots), idOf, snapshot => {
          const name = this.#nameOf(snapshot)
          return html`<tr>
            <td class="title">
              <strong>${name}</strong>
              ${snapshot.kind === 'before' ? html`<span class="badge">${say('automatic')}</span>` : nothing}
            </td>
            <td data-label=${say('takenAt')}>
              <time datetime=${snapshot.takenAt}>${timeText(snapshot.takenAt)}</time>
            </td>
            <td data-label=${say('holds')}>${this.#heldIn(snapshot)}</td>
            <td class="actions">
              <wa-button size="s" appearance="outlined" @click=${() => this.#goBack(snapshot)}>
                ${icon('arrow-counterclockwise', 'start')} ${say('goBack')}
                <span class="visually-hidden">${name}</span>
              </wa-button>
              <wa-button size="s" appearance="plain" @click=${() => this.#remove(snapshot)}>
                ${icon('trash', 'start')} ${say('remove')}<span class="visually-hidden"> ${name}</span>
              </wa-button>
            </td>
          </tr>`
        })}
      </tbody>
    </table>`
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

  #onName = (event: Event): void => {
    this.name = (event.target as HTMLInputElement).value
    this.missing = false
    this.#draft.keep(this.name)
  }

  #take = async (event: Event): Promise<void> => {
    event.preventDefault()
    this.missing = this.name.trim() === ''
    if (this.missing) {
      this.renderRoot.querySelector('input')?.focus()
      return
    }
    const taken = await this.act(() =>
      this.api.post<Snapshot>('/state/snapshots', { name: this.name.trim() }),
    )
    if (!taken) return
    this.#draft.clear()
    this.name = ''
    this.say(say('taken') + taken.name)
    this.reload()
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

/** A row stays its snapshot's while others come before it: what is pressed there means that one. */
const idOf = ({ snapshotId }: Snapshot) => snapshotId

customElements.define('data-page', DataPage)
export default 'data-page'
