import { css } from 'lit'

export const styles = css`
  .languages,
  .pair {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, max(22rem, 34%)), 1fr));
    gap: var(--wa-space-l);
    align-items: start;
  }
  .languages > .wide {
    grid-column: 1 / -1;
    margin: 0;
  }
  .pair > section {
    height: 100%;
    align-content: start;
  }
  console-rich-text {
    --rich-text-height: 14rem;
  }
  .bar {
    position: sticky;
    inset-block-end: 0;
    z-index: 5;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--wa-space-s);
    margin-block-start: var(--wa-space-l);
    padding: 0.75rem 1rem;
    border: 1px solid var(--wa-color-surface-border);
    border-radius: var(--wa-border-radius-l) var(--wa-border-radius-l) 0 0;
    background: var(--console-card);
    box-shadow: 0 -4px 16px rgb(0 0 0 / 0.07);
  }
  .state {
    flex: 1 1 12rem;
    color: var(--wa-color-text-quiet);
  }
  .state strong {
    color: var(--wa-color-text-normal);
  }
  .failed {
    color: var(--wa-color-danger-on-quiet);
  }
  @media (max-width: 50rem) {
    .bar {
      gap: 0.5rem;
      padding: 0.6rem 0.75rem;
    }
    .state {
      flex-basis: 100%;
      font-size: 0.9375rem;
    }
    .bar wa-button {
      flex: 1 1 0;
    }
  }
`
