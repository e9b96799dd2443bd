/** The look that all pages share: put it first in `static override styles = [look, …]`. */
import { css } from 'lit'

export const look = css`
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
  h3 {
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
  p {
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
  .small {
    font-size: 0.875rem;
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  /* Things one below the other, or beside each other as far as they fit. */
  .stack {
    display: grid;
    gap: var(--wa-space-l);
    grid-template-columns: minmax(0, 1fr);
  }
  .stack.tight {
    gap: var(--wa-space-s);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--wa-space-s);
  }
  .row > .end {
    margin-inline-start: auto;
  }

  .card {
    background: var(--console-card);
    border: 1px solid var(--wa-color-surface-border);
    border-radius: var(--wa-border-radius-l);
    padding: var(--wa-space-l);
  }
  .card.flush {
    padding: 0;
    overflow: clip;
  }

  /* A form: one column on a phone, two where there is room; .wide takes both. */
  .form {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr));
    gap: var(--wa-space-l);
    align-items: start;
  }
  .form > .wide {
    grid-column: 1 / -1;
  }
  .filters {
    display: flex;
    flex-wrap: wrap;
    gap: var(--wa-space-s);
    align-items: end;
  }

  /* A table that becomes cards on a phone: give each cell data-label, the first cell class="title". */
  table.list {
    width: 100%;
    border-collapse: collapse;
  }
  table.list th {
    text-align: start;
    font-size: 0.875rem;
    font-weight: 600;
    color: var(--wa-color-text-quiet);
    background: var(--wa-color-surface-lowered);
  }
  table.list th,
  table.list td {
    padding: 0.7rem 1rem;
    border-block-end: 1px solid var(--wa-color-surface-border);
    vertical-align: middle;
  }
  table.list tbody tr:last-child td {
    border-block-end: 0;
  }
  table.list tbody tr:hover {
    background: color-mix(in oklab, var(--wa-color-brand-fill-quiet) 50%, transparent);
  }
  table.list td.title a {
    font-weight: 600;
    text-decoration: none;
    color: inherit;
  }
  table.list td.title a:hover {
    text-decoration: underline;
  }
  table.list td.email {
    overflow-wrap: anywhere;
  }
  table.list td.number {
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  /* A date above its time, so that titles have the room. */
  table.list td.date {
    inline-size: 9.5rem;
    min-inline-size: 9.5rem;
    text-wrap: balance;
    word-break: keep-all;
  }
  table.list td.actions {
    text-align: end;
    white-space: nowrap;
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

  /* A note above or inside a page. */
  .note {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--wa-space-s);
    padding: 0.75rem 1rem;
    border-radius: var(--wa-border-radius-m);
    border: 1px solid var(--wa-color-brand-border-quiet);
    background: var(--wa-color-brand-fill-quiet);
    color: var(--wa-color-text-normal);
  }
  .note.warn {
    border-color: var(--wa-color-warning-border-normal);
    background: var(--wa-color-warning-fill-quiet);
  }
  .note.bad {
    border-color: var(--wa-color-danger-border-normal);
    background: var(--wa-color-danger-fill-quiet);
  }
  .note > .grow {
    flex: 1 1 12rem;
  }

  /* Where colours are the reader's own, what is chosen looks so. */
  @media (forced-colors: active) {
    :is([aria-pressed='true'], [aria-selected='true'], [aria-current]:not([aria-current='false'])) {
      forced-color-adjust: none;
      background: Highlight !important;
      color: HighlightText !important;
    }
  }

  @media (max-width: 50rem) {
    .card {
      padding: var(--wa-space-m);
    }
    wa-button::part(button) {
      min-height: 44px;
      min-width: 44px;
    }
    table.list thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    table.list,
    table.list tbody,
    table.list tr,
    table.list td {
      display: block;
    }
    table.list tr {
      padding: 0.75rem 1rem;
      border-block-end: 1px solid var(--wa-color-surface-border);
    }
    table.list tr:last-child {
      border-block-end: 0;
    }
    table.list td {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      justify-content: space-between;
      gap: 0.25rem 1rem;
      padding: 0.25rem 0;
      border: 0;
      text-align: start;
    }
    table.list td:has(> :is(.switch, wa-button)) {
      align-items: center;
    }
    table.list td:empty {
      display: none;
    }
    table.list td[data-label]::before {
      content: attr(data-label);
      color: var(--wa-color-text-quiet);
      font-size: 0.875rem;
    }
    table.list td.date {
      inline-size: auto;
      min-inline-size: 0;
    }
    table.list td.title {
      font-size: 1.05rem;
    }
    table.list td.title::before {
      content: none;
    }
    table.list td.actions {
      justify-content: flex-start;
      padding-block-start: 0.5rem;
      white-space: normal;
    }
  }
`
