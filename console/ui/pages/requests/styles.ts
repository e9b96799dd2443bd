/** Looks of the request log: a list and a detail that scroll on their own. */
import { css } from 'lit'

export const styles = css`
  /* The whole width, and no more than the screen's height: the list and the detail scroll, not the page. */
  :host {
    --console-measure: none;
    display: flex;
    flex-direction: column;
    gap: 0.75rem;
    height: calc(100dvh - 7rem);
    min-height: 24rem;
    margin-block-end: -5rem;
  }
  console-page-header {
    margin: 0;
  }
  .filters select {
    max-width: 15rem;
  }
  .panes {
    flex: 1;
    min-height: 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
  }
  .panes:has(.detail) {
    grid-template-columns: minmax(22rem, 2fr) minmax(0, 3fr);
  }
  .calls,
  .detail {
    overflow: auto;
  }
  .detail {
    position: relative;
    padding: 0.9rem 1.1rem;
  }
  .close {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    float: inline-end;
    margin: -0.5rem -0.7rem 0 0;
    background: var(--console-card);
  }
  .fresh {
    position: sticky;
    inset-block-start: 0;
    /* Below the table's header. */
    translate: 0 1.85rem;
    z-index: 2;
    display: grid;
    width: max-content;
    margin: 0 auto;
    height: 0;
    overflow: visible;
  }

  table {
    width: 100%;
    table-layout: fixed;
    border-collapse: collapse;
    font-size: 0.8125rem;
    line-height: 1.125rem;
  }
  th,
  td {
    padding: 0.2rem 0.5rem;
    overflow: hidden;
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
    border-block-end: 1px solid var(--wa-color-surface-border);
  }
  :is(th, td):first-child {
    padding-inline-start: 0.9rem;
  }
  th {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    font-weight: 600;
    color: var(--wa-color-text-quiet);
    background: var(--wa-color-surface-lowered);
  }
  .time {
    width: 6.7rem;
    font-variant-numeric: tabular-nums;
  }
  .status {
    width: 8rem;
  }
  .endpoint {
    width: 9rem;
  }
  .caller {
    width: 12rem;
  }
  .took {
    width: 5.5rem;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .what,
  .beside :is(.endpoint, .caller, .took, .path) {
    display: none;
  }
  .beside .what {
    display: inline;
  }
  .beside .time {
    width: 6.2rem;
  }
  .days .time {
    width: 8.5rem;
  }
  tbody tr {
    cursor: pointer;
  }
  tbody tr:hover {
    background: color-mix(in oklab, var(--wa-color-brand-fill-quiet) 50%, transparent);
  }
  tr:has([aria-current], a:focus-visible) {
    background: var(--wa-color-brand-fill-quiet);
  }
  .call a {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    color: inherit;
    text-decoration: none;
  }
  .call a:focus-visible {
    outline-offset: -3px;
  }
  .call code {
    overflow-wrap: normal;
    font-size: 1em;
    line-height: 1;
  }
  .verdict {
    vertical-align: top;
  }
  @media (hover: none) {
    .keys {
      display: none;
    }
  }
  /* One of the two at a time, and the page scrolls. */
  @media (max-width: 68rem) {
    :host {
      height: auto;
      margin-block-end: 0;
    }
    .calls {
      overflow: clip;
    }
    th {
      position: static;
    }
    .fresh {
      inset-block-start: calc(var(--header-height) - 1.35rem);
    }
  }
  @media (max-width: 50rem) {
    :is(.endpoint, .caller, .took, .path, .keys) {
      display: none;
    }
    .what {
      display: inline;
    }
    td {
      height: 44px;
    }
    .time {
      width: 6.2rem;
    }
    .status {
      width: 6.8rem;
    }
    .filters .search {
      flex-basis: 100%;
    }
    .filters select {
      flex: 1 1 0;
      min-width: 0;
    }
  }
`
