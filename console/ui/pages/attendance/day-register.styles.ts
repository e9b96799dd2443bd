/** The look of a day's register, around its table. */
import { css } from 'lit'

export const dayStyles = css`
  .sums {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1.5rem;
    margin: 0;
    padding: 0.25rem 0;
    list-style: none;
  }
  .sums li {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
  }
  .sums strong {
    font-variant-numeric: tabular-nums;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0.75rem;
    padding: 1rem;
    background: var(--wa-color-surface-lowered);
    border-block-start: 1px solid var(--wa-color-surface-border);
  }
  .approval {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    align-items: center;
  }
  .approval .field {
    flex: 1 1 auto;
    min-width: 13rem;
  }
  .keys {
    color: var(--wa-color-text-quiet);
  }
  .keys summary {
    font-weight: 600;
    cursor: pointer;
    width: fit-content;
    min-height: 2rem;
  }
  .keys ul {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem 1.25rem;
    margin: 0.25rem 0 0;
    padding: 0;
    list-style: none;
  }
  kbd {
    display: inline-block;
    min-width: 1.5rem;
    padding: 0 0.35rem;
    text-align: center;
    font: inherit;
    font-size: 0.8125rem;
    color: var(--wa-color-text-normal);
    background: var(--console-card);
    border: 1px solid var(--wa-form-control-border-color);
    border-block-end-width: 2px;
    border-radius: 4px;
  }
  @media (max-width: 66rem), (hover: none) {
    .keys {
      display: none;
    }
  }
  @media (max-width: 50rem) {
    .foot wa-button {
      flex: 1 1 auto;
    }
    .approval {
      flex: 1 1 100%;
    }
  }
`
