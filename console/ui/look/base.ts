/** Plain elements, words and icons. */
import { css } from 'lit'

/** For what a screen reader says and nobody sees. */
export const unseen = css`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`

export const base = css`
  :host {
    display: block;
    box-sizing: border-box;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  h1,
  h2,
  h3,
  h4 {
    line-height: 1.25;
    margin: 0;
    text-wrap: balance;
  }
  h2 {
    font-size: 1.2rem;
  }
  h3 {
    font-size: 1.05rem;
  }
  p,
  figure {
    margin: 0;
  }
  a {
    color: var(--wa-color-text-link);
    text-underline-offset: 0.2em;
  }
  code,
  pre,
  .code {
    font-family: var(--wa-font-family-code);
    font-size: 0.9em;
    overflow-wrap: anywhere;
  }
  pre {
    margin: 0;
    max-height: 36rem;
    overflow: auto;
    padding: 0.75rem 1rem;
    white-space: pre-wrap;
    background: var(--wa-color-surface-lowered);
    border-radius: var(--wa-border-radius-m);
  }
  ul,
  ol {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  ul.bullets {
    margin-block-start: 0.25rem;
    padding-inline-start: 1.25rem;
    list-style: disc;
  }
  dl {
    display: grid;
    grid-template-columns: minmax(8rem, max-content) minmax(0, 1fr);
    gap: 0.35rem 1.25rem;
    margin: 0;
  }
  dt,
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  dt {
    color: var(--wa-color-text-quiet);
  }
  summary {
    min-height: 44px;
    align-content: center;
    font-weight: 600;
    cursor: pointer;
  }
  iframe {
    display: block;
    border: 0;
    background: #fff;
  }
  dialog {
    width: min(var(--dialog, 30rem), calc(100vw - 2rem));
    padding: var(--wa-space-l);
    border: 1px solid var(--wa-color-surface-border);
    border-radius: var(--wa-border-radius-l);
    color: var(--wa-color-text-normal);
    background: var(--console-card);
  }
  dialog::backdrop {
    background: rgb(4 16 19 / 0.55);
  }
  progress {
    width: 100%;
    height: 0.6rem;
    accent-color: var(--wa-color-brand-fill-loud);
  }
  :focus-visible {
    outline: 3px solid var(--wa-color-focus);
    outline-offset: 2px;
    border-radius: 4px;
  }
  /* It has the focus for whoever listens, when one comes to a page: nothing can be done with it. */
  h1:focus-visible {
    outline: none;
  }

  .icon {
    display: inline-flex;
    flex: none;
    vertical-align: -0.15em;
  }
  .icon svg {
    width: 1.1em;
    height: 1.1em;
  }
  .quiet {
    color: var(--wa-color-text-quiet);
  }
  .fault {
    color: var(--wa-color-danger-on-quiet);
  }
  .small {
    font-size: 0.875rem;
  }
  .number {
    font-variant-numeric: tabular-nums;
  }
  .visually-hidden {
    ${unseen}
  }

  .badge {
    display: inline-flex;
    align-items: center;
    gap: 0.35em;
    padding: 0.1em 0.65em;
    border-radius: 999px;
    font-size: 0.8125rem;
    font-weight: 600;
    line-height: 1.6;
    background: var(--wa-color-neutral-fill-quiet);
    color: var(--wa-color-neutral-on-quiet);
    white-space: nowrap;
  }
  /* Beside buttons, long words take a second line. */
  [slot='state'] .badge {
    white-space: normal;
    border-radius: 0.8rem;
  }
  .badge.good {
    background: var(--wa-color-success-fill-quiet);
    color: var(--wa-color-success-on-quiet);
  }
  .badge.warn {
    background: var(--wa-color-warning-fill-quiet);
    color: var(--wa-color-warning-on-quiet);
  }
  .badge.bad {
    background: var(--wa-color-danger-fill-quiet);
    color: var(--wa-color-danger-on-quiet);
  }
  .badge.brand {
    background: var(--wa-color-brand-fill-quiet);
    color: var(--wa-color-brand-on-quiet);
  }
  .badges {
    display: flex;
    flex-wrap: wrap;
    gap: 0.3rem;
  }
  /* An exchange of HTTP: what names it, in a summary too; its headers; how it was answered. */
  .exchange {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.1rem 0.75rem;
    width: calc(100% - 1.5rem);
    vertical-align: middle;
    font-weight: 400;
  }
  .exchange > code {
    flex: 1 1 10rem;
  }
  dl.wire {
    font: 0.8125rem/1.5 var(--wa-font-family-code);
  }
  .verdict {
    display: inline-flex;
    align-items: center;
    gap: 0.35em;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .verdict.good {
    color: var(--wa-color-success-on-quiet);
  }
  .verdict.bad {
    color: var(--wa-color-danger-on-quiet);
  }
  .verdict .hit {
    color: var(--wa-color-warning-on-quiet);
  }

  /* Where colours are the reader's own, what is chosen looks so. */
  @media (forced-colors: active) {
    :is([aria-pressed='true'], [aria-selected='true'], [aria-checked='true'], [aria-current]:not([aria-current='false'])) {
      forced-color-adjust: none;
      background: Highlight !important;
      color: HighlightText !important;
    }
  }
  @media (max-width: 50rem) {
    dl {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
    dd {
      margin-block-end: 0.5rem;
    }
  }
`
