/** Looks of the laboratory. */
import { css } from 'lit'

export const styles = css`
  .rules {
    display: grid;
    gap: var(--wa-space-s);
  }
  .rules li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--wa-space-2xs) var(--wa-space-m);
    padding: 0.75rem 1rem;
    border: 1px solid var(--wa-color-warning-border-quiet);
    border-inline-start: 4px solid var(--wa-color-warning-border-loud);
    border-radius: var(--wa-border-radius-m);
  }
  .rules .over {
    border-color: var(--wa-color-surface-border);
  }
  .what {
    flex: 1 1 15rem;
    display: grid;
  }
  .tiles {
    --column: 15rem;
  }
  .tile {
    display: grid;
    align-content: start;
    gap: 0.2rem;
    min-height: 5rem;
  }
  details > :not(summary) {
    padding-block-start: var(--wa-space-s);
  }
  .columns > .choice {
    align-self: end;
    font-weight: 600;
  }
  .wall {
    font-size: clamp(1.4rem, 1.1rem + 1.5vw, 2rem);
    font-weight: 700;
    font-variant-numeric: tabular-nums;
  }
`
