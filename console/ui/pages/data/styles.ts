import { css } from 'lit'

export const styles = css`
  .counts {
    grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr));
    gap: var(--wa-space-m);
  }
  .counts > div {
    display: flex;
    flex-direction: column-reverse;
    justify-content: flex-end;
  }
  .counts dt {
    font-size: 0.9375rem;
  }
  .counts dd {
    margin: 0;
    font-size: 1.6rem;
    font-weight: 700;
    line-height: 1.25;
    font-variant-numeric: tabular-nums;
  }
  time {
    white-space: nowrap;
  }
  td.actions wa-button + wa-button {
    margin-inline-start: 0.5rem;
  }
  h3 {
    width: fit-content;
  }
  .compare {
    border-collapse: collapse;
    max-width: 34rem;
    width: 100%;
  }
  .compare :is(th, td) {
    padding: 0.45rem 0.75rem 0.45rem 0;
    border-block-end: 1px solid var(--wa-color-surface-border);
    text-align: start;
    font-weight: 400;
  }
  .compare thead th {
    color: var(--wa-color-text-quiet);
    font-size: 0.875rem;
  }
  .compare .number {
    text-align: end;
  }
`
