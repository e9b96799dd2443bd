/** The look of the attendance page: which group, and when. */
import { css } from 'lit'

export const attendanceStyles = css`
  /* Notes use the room that is there. */
  :host {
    --console-measure: 100rem;
  }
  .columns {
    --column: 9.5rem;
    gap: var(--wa-space-m);
    align-items: end;
  }
  .columns .segments {
    justify-self: end;
    width: max-content;
  }
  .when h2 {
    min-width: 15rem;
    text-align: center;
  }
  .when .date {
    margin-inline-start: auto;
  }
  .when input {
    width: auto;
  }
  @media (max-width: 50rem) {
    .columns .segments {
      grid-column: 1 / -1;
      justify-self: stretch;
      width: auto;
    }
    .when h2 {
      flex: 1 0 100%;
      order: -1;
      text-align: start;
    }
    .when .date {
      flex: 1 1 auto;
    }
    .when input {
      width: 100%;
    }
  }
`
