/** Everybody, one person and all sessions: filters, definitions, and rows above and below a table. */
import { css } from 'lit'

export const styles = css`
  .filters .field {
    flex: 1 1 18rem;
  }
  @media (max-width: 50rem) {
    .filters .views {
      display: grid;
      grid-template-columns: 1fr 1fr;
      width: 100%;
    }
    .filters .views button {
      justify-content: center;
    }
  }
  dl {
    display: grid;
    grid-template-columns: minmax(7rem, max-content) minmax(0, 1fr);
    gap: 0.5rem 1.25rem;
    margin: 0;
  }
  dt {
    font-weight: 600;
  }
  dd {
    margin: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
  }
  .end-row {
    padding: 1rem;
    border-block-start: 1px solid var(--wa-color-surface-border);
  }
  .head {
    padding: var(--wa-space-m) 1rem;
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
    align-items: center;
    justify-content: space-between;
  }
`
