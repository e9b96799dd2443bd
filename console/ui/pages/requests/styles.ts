/** Looks of the request log. */
import { css } from 'lit'

export const styles = css`
  .filters .grow {
    flex: 1 1 14rem;
  }
  table.list tbody tr {
    content-visibility: auto;
    contain-intrinsic-size: auto 3.2rem;
  }
  table.list td {
    padding-block: 0.5rem;
  }
  /* What was asked takes what the others leave. */
  table.list :is(th, td):first-child {
    inline-size: 100%;
  }
  table.list th {
    white-space: nowrap;
  }
  td.title a {
    display: block;
    overflow-wrap: anywhere;
  }
  /* Chinese breaks between any two characters: a column of one each. */
  td.endpoint {
    white-space: nowrap;
  }
  td.number,
  td.time {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .fresh {
    position: sticky;
    inset-block-start: 4.5rem;
    z-index: 1;
    justify-self: center;
  }
  dl {
    display: grid;
    grid-template-columns: minmax(8rem, max-content) minmax(0, 1fr);
    gap: 0.3rem 1rem;
    margin: 0;
    font-family: var(--wa-font-family-code);
    font-size: 0.875rem;
  }
  dt {
    color: var(--wa-color-text-quiet);
    overflow-wrap: anywhere;
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  @media (max-width: 50rem), (hover: none) {
    .keys {
      display: none;
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
  .json,
  pre {
    margin: 0;
    max-height: 36rem;
    overflow: auto;
    padding: 0.75rem 1rem;
    font-family: var(--wa-font-family-code);
    font-size: 0.875rem;
    line-height: 1.6;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
    background: var(--wa-color-surface-lowered);
    border-radius: var(--wa-border-radius-m);
  }
  .json {
    white-space: normal;
  }
  .branch {
    padding-inline-start: 1.25rem;
    border-inline-start: 1px solid var(--wa-color-surface-border);
  }
  .leaf {
    padding-inline-start: 1rem;
  }
  summary {
    cursor: pointer;
  }
  .name {
    font-weight: 600;
  }
`
