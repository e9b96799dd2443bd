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
  text: string
  undo: (() => unknown) | undefined
  topic: string | undefined
  /** Takes it away. */
  timer?: ReturnType<typeof setTimeout>
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

  constructor() {
    super()
    this.toasts = []
    this.spoken = ''
    // Of the whole document, for as long as it is there.
    addEventListener('keydown', this.#onKey)
  }

  /**
   * @param undo rejects when it was refused
   * @param topic takes the place of an older one of it
   */
  say(text: string, undo?: () => unknown, topic?: string): void {
    const toast = { text, undo, topic }
    const others = this.toasts.filter(one => topic === undefined || one.topic !== topic)
    this.toasts = [...others, toast].slice(-MOST)
    this.spoken = text
    this.#start(toast)
  }

  override render() {
    return html`
      <span class="visually-hidden" role="status">${this.spoken}</span>
      <section aria-label=${say('messages')}>
      ${repeat(
        this.toasts,
        toast => toast,
        toast => html`<div
          class="toast"
          role="group"
          aria-label=${toast.text}
          @pointerenter=${() => clearTimeout(toast.timer)}
          @pointerleave=${(event: Event) => this.#left(toast, event, ':focus-within')}
          @focusin=${() => clearTimeout(toast.timer)}
          @focusout=${(event: FocusEvent) => this.#left(toast, event, ':hover')}
        >
          <p>${toast.text}</p>
          ${toast.undo ? html`<button @click=${() => this.#undo(toast)}>${say('undo')}</button>` : nothing}
          <button @click=${() => this.#remove(toast)}>
            ${icon('x')}<span class="visually-hidden">${say('dismiss')}</span>
          </button>
        </div>`,
      )}
      </section>
    `
  }

  #start(toast: Toast): void {
    clearTimeout(toast.timer)
    toast.timer = setTimeout(() => this.#remove(toast), STAYS_MS)
  }

  /** The focus may stay where the pointer leaves, and the other way round. */
  #left(toast: Toast, event: Event, other: ':hover' | ':focus-within'): void {
    const box = event.currentTarget as HTMLElement
    const stays = event instanceof FocusEvent && box.contains(event.relatedTarget as Node | null)
    if (!stays && !box.matches(other)) this.#start(toast)
  }

  #remove(toast: Toast): void {
    this.toasts = this.toasts.filter(one => one !== toast)
  }

  async #undo(toast: Toast): Promise<void> {
    if (!this.toasts.includes(toast)) return
    this.#remove(toast)
    try {
      await toast.undo?.()
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
    void this.#undo(newest)
  }
}

function isEditable(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))
  )
}

customElements.define('console-toasts', ConsoleToasts)
