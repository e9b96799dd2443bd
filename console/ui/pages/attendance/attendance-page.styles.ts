/** The look of the attendance page: which group, and when. */
import { css } from 'lit'

export const attendanceStyles = css`
  /* Notes use the room that is there. */
  :host {
    --console-measure: 100rem;
  }
  .choice {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr));
    gap: var(--wa-space-m);
    align-items: end;
  }
  .choice .views {
    justify-self: end;
    inline-size: max-content;
  }
  .when {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }
  .when h2 {
    min-width: 15rem;
    text-align: center;
  }
  .when .date {
    margin-inline-start: auto;
  }
  .when .date input {
    width: auto;
  }
  @media (max-width: 50rem) {
    .choice .views {
      grid-column: 1 / -1;
      justify-self: start;
    }
    .when h2 {
      flex: 1 1 auto;
      min-width: 0;
      order: -1;
      flex-basis: 100%;
      text-align: start;
    }
    .when .date {
      margin-inline-start: 0;
      flex: 1 1 auto;
    }
    .when .date input {
      width: 100%;
    }
  }
`
