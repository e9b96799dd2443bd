/** The look of the register: a line for each student, and a card on a phone. */
import { css } from 'lit'

export const registerStyles = css`
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
    font-size: 0.9375rem;
    color: var(--wa-color-text-quiet);
    border: 1px solid transparent;
  }
  .status:hover {
    border-color: var(--wa-form-control-border-color);
  }
  .word {
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
    justify-content: flex-end;
    gap: 0.35rem;
    text-align: end;
  }
  .retry {
    min-height: 2rem;
    font-size: 0.875rem;
    font-weight: 600;
    color: var(--wa-color-text-link);
    text-decoration: underline;
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
    .said,
    .note-field:disabled {
      display: none;
    }
    .status {
      flex: 1 1 0;
      min-height: 48px;
      border-color: var(--wa-color-surface-border);
    }
    .status[aria-pressed='true'] {
      flex: 2 0 auto;
    }
    .status[aria-pressed='true'] .word {
      display: inline;
    }
    .note-field {
      grid-column: 1 / -1;
      grid-row: 3;
    }
    .state {
      grid-row: 1;
      grid-column: 2;
    }
  }
`
