/**
 * Messages that go by themselves, and the undo of what was just done.
 *
 * They stay ten seconds, longer while somebody points at them or has the focus in them; Ctrl+Z (Cmd+Z) outside a text
 * field takes the newest back.
 */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { css, html, nothing } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { ApiProblem } from '../api.ts'
import { ConsoleElement } from '../console-element.ts'
import { icon } from '../icons.ts'
import { problemText } from '../parts/console-failure.ts'
import { say } from './strings.ts'

interface Toast {
  id: number
  text: string
  undo: (() => unknown) | undefined
}

const STAYS_MS = 10_000
/** More of them would cover what one works at. */
const MOST = 3

export class ConsoleToasts extends ConsoleElement {
  static override styles = css`
    :host {
      position: fixed;
      /* Above what an editor has at its foot. */
      inset: auto 0 var(--console-foot, 0) 0;
      z-index: 30;
      pointer-events: none;
    }
    section {
      display: grid;
      justify-items: end;
      gap: 0.5rem;
      padding: 1rem clamp(0.5rem, 2vw, 1.5rem);
    }
    .toast {
      pointer-events: auto;
      display: flex;
      align-items: center;
      gap: 0.75rem;
      max-width: min(36rem, 100%);
      padding: 0.5rem 0.5rem 0.5rem 1rem;
      border-radius: var(--wa-border-radius-l);
      background: #10272c;
      color: #fff;
      border: 1px solid #3d5a61;
      box-shadow: 0 6px 24px rgb(0 0 0 / 0.3);
    }
    p {
      flex: 1 1 auto;
      overflow-wrap: anywhere;
    }
    button {
      min-height: 44px;
      min-width: 44px;
      padding: 0 0.75rem;
      font-weight: 700;
      color: #a9dcdf;
    }
    button:hover {
      background: rgb(255 255 255 / 0.12);
    }
    button:focus-visible {
      outline-color: #a9dcdf;
    }
  `
  static override properties = { toasts: { state: true }, spoken: { state: true } }

  declare private toasts: readonly Toast[]
  declare private spoken: string

  #next = 1
  #timers = new Map<number, ReturnType<typeof setTimeout>>()

  constructor() {
    super()
    this.toasts = []
    this.spoken = ''
  }

  /** @param undo rejects when it was refused */
  say(text: string, undo?: () => unknown): void {
    const toast = { id: this.#next++, text, undo }
    for (const { id } of this.toasts.slice(0, Math.max(0, this.toasts.length + 1 - MOST))) this.#remove(id)
    this.toasts = [...this.toasts, toast]
    this.spoken = text
    this.#start(toast.id)
  }

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener('keydown', this.#onKey)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('keydown', this.#onKey)
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }

  override render() {
    return html`
      <span class="visually-hidden" role="status">${this.spoken}</span>
      <section aria-label=${say('messages')}>
      ${repeat(
        this.toasts,
        ({ id }) => id,
        ({ id, text, undo }) => html`<div
          class="toast"
          role="group"
          aria-label=${text}
          @pointerenter=${() => this.#hold(id)}
          @pointerleave=${(event: Event) => this.#left(id, event, ':focus-within')}
          @focusin=${() => this.#hold(id)}
          @focusout=${(event: FocusEvent) => this.#left(id, event, ':hover')}
        >
          <p>${text}</p>
          ${undo ? html`<button @click=${() => this.#undo(id)}>${say('undo')}</button>` : nothing}
          <button @click=${() => this.#remove(id)}>
            ${icon('x')}<span class="visually-hidden">${say('dismiss')}</span>
          </button>
        </div>`,
      )}
      </section>
    `
  }

  #start(id: number): void {
    this.#hold(id)
    this.#timers.set(
      id,
      setTimeout(() => this.#remove(id), STAYS_MS),
    )
  }

  #hold(id: number): void {
    clearTimeout(this.#timers.get(id))
  }

  /** The focus may stay where the pointer leaves, and the other way round. */
  #left(id: number, event: Event, other: ':hover' | ':focus-within'): void {
    const toast = event.currentTarget as HTMLElement
    const stays = event instanceof FocusEvent && toast.contains(event.relatedTarget as Node | null)
    if (!stays && !toast.matches(other)) this.#start(id)
  }

  #remove(id: number): void {
    this.#hold(id)
    this.#timers.delete(id)
    this.toasts = this.toasts.filter(toast => toast.id !== id)
  }

  async #undo(id: number): Promise<void> {
    const undo = this.toasts.find(toast => toast.id === id)?.undo
    this.#remove(id)
    try {
      await undo?.()
      this.say(say('undone'))
    } catch (error) {
      const why = error instanceof ApiProblem ? ` ${problemText(error)}` : ''
      this.say(`${say('notUndone')}${why}`)
    }
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    if (event.composedPath().some(isEditable)) return
    const newest = this.toasts.findLast(({ undo }) => undo)
    if (!newest) return
    event.preventDefault()
    void this.#undo(newest.id)
  }
}

function isEditable(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))
  )
}

customElements.define('console-toasts', ConsoleToasts)
