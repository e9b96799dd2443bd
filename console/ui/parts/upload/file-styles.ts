/** Files below each other: those that are here, and those on their way. */
import { css } from 'lit'

export const fileStyles = css`
  .files {
    margin-block-end: var(--wa-space-s);
    display: grid;
    gap: 0.4rem;
  }
  .file {
    position: relative;
    padding: 0.5rem 0.6rem;
    border: 1px solid var(--wa-color-surface-border);
    border-radius: var(--wa-border-radius-m);
    background: var(--console-card);
  }
  .titles {
    flex: 1 1 10rem;
  }
  .actions {
    gap: 0.15rem;
    justify-content: flex-end;
  }
  @media (max-width: 50rem) {
    .file {
      flex-wrap: wrap;
    }
    .actions {
      flex: 1 0 100%;
    }
  }
`
