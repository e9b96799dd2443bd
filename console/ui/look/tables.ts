/** Tables. */
import { css } from 'lit'
import { unseen } from './base.ts'

export const tables = css`
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
    white-space: nowrap;
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
  table.list .number {
    text-align: end;
  }
  /* A date above its time, so that titles have the room. */
  table.list td.date {
    inline-size: 11.5rem;
    min-inline-size: 11.5rem;
    text-wrap: balance;
    word-break: keep-all;
  }
  table.list td.actions {
    text-align: end;
    white-space: nowrap;
  }

  @media (min-width: 50.01rem) {
    table.list :is(th, td):first-child {
      padding-inline-start: var(--inset, 1rem);
    }
    table.list :is(th, td):last-child {
      padding-inline-end: var(--inset, 1rem);
    }
  }
  @media (max-width: 50rem) {
    table.list thead {
      ${unseen}
    }
    table.list,
    table.list tbody,
    table.list tr,
    table.list td {
      display: block;
    }
    table.list tr {
      padding: 0.75rem var(--inset, 1rem);
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
