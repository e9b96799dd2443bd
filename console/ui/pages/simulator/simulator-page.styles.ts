/** The simulator page: its phones, and setup, screen and log side by side where there is room. */
import { css } from 'lit'

export const styles = css`
  :host {
    container-type: inline-size;
  }
  .layout {
    display: grid;
    gap: var(--wa-space-l);
    grid-template-columns: minmax(17rem, 21rem) minmax(20rem, 25rem) minmax(18rem, 1fr);
    align-items: start;
  }
  .layout > * {
    min-width: 0;
  }
  simulator-setup {
    margin-block-start: var(--wa-space-m);
  }
  .deeds {
    margin-block-start: var(--wa-space-l);
    padding-block-start: var(--wa-space-m);
    border-block-start: 1px solid var(--wa-color-surface-border);
  }
  :host > :is(.note, .row) {
    margin-block-end: var(--wa-space-m);
  }
  @container (width < 68rem) {
    .layout {
      grid-template-columns: minmax(0, 1fr) minmax(20rem, 25rem);
    }
    simulator-phone {
      grid-area: 1 / 2;
    }
    .setup {
      grid-area: 1 / 1;
    }
    .log {
      grid-column: 1 / -1;
    }
  }
  @container (width < 44rem) {
    .layout {
      grid-template-columns: minmax(0, 1fr);
    }
    .layout > * {
      grid-area: auto;
    }
    simulator-phone {
      order: -1;
    }
  }
`
