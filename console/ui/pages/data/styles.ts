import { css } from 'lit'

export const styles = css`
  .counts {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr));
    gap: var(--wa-space-m);
    margin: 0;
  }
  .counts > div {
    display: flex;
    flex-direction: column-reverse;
    justify-content: flex-end;
  }
  .counts dt {
    color: var(--wa-color-text-quiet);
    font-size: 0.9375rem;
  }
  .counts dd {
    margin: 0;
    font-size: 1.6rem;
    font-weight: 700;
    line-height: 1.25;
    font-variant-numeric: tabular-nums;
  }

  .beside {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr));
    gap: var(--wa-space-l);
    align-items: start;
  }
  .beside > .card {
    height: 100%;
    align-content: start;
  }

  form {
    display: flex;
    flex-wrap: wrap;
    gap: var(--wa-space-m);
    align-items: start;
  }
  form .field {
    flex: 1 1 18rem;
    max-width: 30rem;
  }
  form wa-button {
    margin-block-start: 1.85rem;
  }
  .flush > .inside {
    padding: var(--wa-space-l);
  }
  .flush > .list {
    border-block-start: 1px solid var(--wa-color-surface-border);
  }
  table.list time {
    white-space: nowrap;
  }
  @media (min-width: 50.01rem) {
    table.list :is(th, td):first-child {
      padding-inline-start: var(--wa-space-l);
    }
    table.list :is(th, td):last-child {
      padding-inline-end: var(--wa-space-m);
    }
  }
  td.actions wa-button + wa-button {
    margin-inline-start: 0.5rem;
  }

  .preview {
    border-color: var(--wa-color-brand-border-normal);
    border-width: 2px;
  }
  .preview h3 {
    width: fit-content;
    padding: 0.1rem 0.25rem;
    margin-inline-start: -0.25rem;
  }
  .preview .facts {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 0.25rem 1rem;
    margin: 0;
  }
  .preview dt {
    color: var(--wa-color-text-quiet);
  }
  .preview dd {
    margin: 0;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .compare {
    border-collapse: collapse;
    max-width: 34rem;
    width: 100%;
  }
  .compare th,
  .compare td {
    padding: 0.45rem 0.75rem 0.45rem 0;
    border-block-end: 1px solid var(--wa-color-surface-border);
    text-align: start;
    font-weight: 400;
  }
  .compare thead th {
    color: var(--wa-color-text-quiet);
    font-size: 0.875rem;
    font-weight: 600;
  }
  .compare .number {
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .compare td.number:last-child {
    font-weight: 700;
  }

  progress {
    width: 100%;
    height: 0.6rem;
    accent-color: var(--wa-color-brand-fill-loud);
  }

  @media (max-width: 50rem) {
    form wa-button {
      margin-block-start: 0;
      flex: 1 1 100%;
    }
    .flush > .inside {
      padding: var(--wa-space-m);
    }
  }
`
