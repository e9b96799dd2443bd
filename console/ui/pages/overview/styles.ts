/** Looks of the overview. */
import { css } from 'lit'
import { verdictStyles } from '../../parts/calls/verdict.ts'

export const styles = css`
  ${verdictStyles}
  .holds {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.25rem 1.1rem;
  }
  .pair {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
    gap: var(--wa-space-l);
  }
  .pair > section {
    align-content: start;
  }
  .lines {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  .lines li {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 1rem;
    padding-block: 0.5rem;
    border-block-end: 1px solid var(--wa-color-surface-border);
    overflow-wrap: anywhere;
  }
  .lines.popups li {
    display: grid;
  }
  .lines.calls li {
    display: grid;
    grid-template-columns: 13.5rem 7.5rem 9rem minmax(0, 1fr);
    font-size: 0.9375rem;
  }
  .lines.calls time {
    font-variant-numeric: tabular-nums;
  }
  .lines.calls code {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .foot {
    display: flex;
    gap: 0.25rem 1.25rem;
  }
  :is(.lines, .foot, .holds) a {
    padding-block: 0.1rem;
  }
  dl {
    display: grid;
    grid-template-columns: minmax(10rem, max-content) minmax(0, 1fr);
    gap: 0.6rem 1.25rem;
    align-items: center;
    margin: 0;
  }
  dt {
    font-weight: 600;
  }
  dd {
    margin: 0;
  }
  @media (max-width: 50rem) {
    .lines.calls li {
      grid-template-columns: max-content minmax(0, 1fr);
    }
    .lines.calls a {
      grid-row: 2;
    }
    dl {
      grid-template-columns: minmax(0, 1fr);
      gap: 0.25rem;
    }
    dd {
      margin-block-end: 0.75rem;
    }
  }
`
