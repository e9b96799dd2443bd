/** Looks of the overview. */
import { css } from 'lit'

export const styles = css`
  .holds,
  .foot {
    gap: 0.25rem 1.1rem;
  }
  .columns {
    --column: 22rem;
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
  .popups li {
    display: grid;
  }
  .calls li {
    display: grid;
    grid-template-columns: 13.5rem 7.5rem 9rem minmax(0, 1fr);
    font-size: 0.9375rem;
  }
  .calls code {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  :is(.lines, .foot, .holds) a {
    padding-block: 0.1rem;
  }
  dl {
    align-items: center;
  }
  @media (max-width: 50rem) {
    .calls li {
      grid-template-columns: max-content minmax(0, 1fr);
    }
    .calls a {
      grid-row: 2;
    }
  }
`
