/** The look of the register: a line for each student, and a card on a phone. */
import { css } from 'lit'

export const registerStyles = css`
  ul {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  li {
    display: grid;
    grid-template-columns: minmax(13.5rem, 1fr) auto 5.75rem minmax(9rem, 2fr) 6.25rem;
    align-items: center;
    gap: 0.5rem 0.75rem;
    padding: 0.6rem 1rem;
    border-block-end: 1px solid var(--wa-color-surface-border);
  }
  li:last-child {
    border-block-end: 0;
  }
  li:focus-within {
    background: color-mix(in oklab, var(--wa-color-brand-fill-quiet) 60%, transparent);
    box-shadow: inset 3px 0 0 var(--wa-color-brand-fill-loud);
  }
  .statuses {
    display: flex;
    gap: 0.125rem;
  }
  .status {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.4rem;
    min-width: 2.75rem;
    min-height: 2.75rem;
    padding: 0 0.4rem;
    font: inherit;
    font-size: 0.9375rem;
    color: var(--wa-color-text-quiet);
    background: none;
    border: 1px solid transparent;
    border-radius: var(--wa-border-radius-m);
    cursor: pointer;
  }
  .status:hover {
    border-color: var(--wa-form-control-border-color);
  }
  .status .word {
    display: none;
  }
  .status[aria-pressed='false'] .mark {
    background: none;
    border: 1.5px solid var(--wa-form-control-border-color);
    color: var(--wa-color-text-quiet);
  }
  .status[aria-pressed='true'] {
    border-color: var(--wa-color-text-quiet);
    background: var(--console-card);
    color: var(--wa-color-text-normal);
    font-weight: 600;
  }
  .said {
    font-weight: 600;
    font-size: 0.9375rem;
  }
  .note-field:disabled {
    visibility: hidden;
  }
  .state {
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem;
    align-items: center;
    justify-content: flex-end;
    text-align: end;
  }
  .saved {
    display: inline-flex;
    gap: 0.3em;
    align-items: center;
  }
  .retry {
    font: inherit;
    font-size: 0.875rem;
    font-weight: 600;
    min-height: 2rem;
    color: var(--wa-color-text-link);
    background: none;
    border: 0;
    text-decoration: underline;
    cursor: pointer;
  }
  @media (max-width: 66rem) {
    li {
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 0.6rem;
      padding: 0.85rem 1rem;
    }
    .statuses {
      grid-column: 1 / -1;
      grid-row: 2;
      justify-content: space-between;
    }
    .said {
      display: none;
    }
    .status[aria-pressed='true'] .word {
      display: inline;
    }
    .status {
      flex: 1 1 0;
      min-width: 44px;
      min-height: 48px;
      border-color: var(--wa-color-surface-border);
    }
    .status[aria-pressed='true'] {
      flex: 2 0 auto;
    }
    .note-field {
      grid-column: 1 / -1;
      grid-row: 3;
    }
    .note-field:disabled {
      display: none;
    }
    .state {
      grid-row: 1;
      grid-column: 2;
    }
  }
`
