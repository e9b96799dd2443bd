/** Looks of the laboratory. */
import { css } from 'lit'

export const styles = css`
  .rules {
    list-style: none;
    margin: 0;
    padding: 0;
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
  .rules li.over {
    border-color: var(--wa-color-surface-border);
  }
  .rules .what {
    flex: 1 1 15rem;
    display: grid;
  }
  .presets {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
    gap: var(--wa-space-s);
  }
  .preset {
    display: grid;
    align-content: start;
    gap: 0.2rem;
    min-height: 5rem;
    padding: 0.8rem 1rem;
    font: inherit;
    text-align: start;
    color: inherit;
    background: var(--console-card);
    border: 1px solid var(--wa-color-surface-border);
    border-radius: var(--wa-border-radius-m);
    cursor: pointer;
  }
  .preset:hover:not(:disabled) {
    border-color: var(--wa-color-brand-border-loud);
    background: var(--wa-color-brand-fill-quiet);
  }
  details > :is(.form, form) {
    padding-block-start: var(--wa-space-s);
  }
  .tick {
    min-height: 44px;
    align-self: end;
    font-weight: 600;
  }
  .tick input {
    width: 1.2rem;
    height: 1.2rem;
  }
  .wall {
    font-size: clamp(1.4rem, 1.1rem + 1.5vw, 2rem);
    font-weight: 700;
    font-variant-numeric: tabular-nums;
  }
  pre {
    margin: 0;
    max-height: 24rem;
    overflow: auto;
    padding: 0.75rem 1rem;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    background: var(--wa-color-surface-lowered);
    border-radius: var(--wa-border-radius-m);
  }
  summary {
    min-height: 44px;
    align-content: center;
    font-weight: 600;
    cursor: pointer;
  }
`
