/** Everybody, one person and all sessions: filters, definitions, and rows above and below a table. */
import { css } from 'lit'

export const styles = css`
  .filters .field {
    flex: 1 1 18rem;
  }
  dd {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
  }
`
