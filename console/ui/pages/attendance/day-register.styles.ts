/** The look of a day's register, around its table. */
import { css } from 'lit'

export const dayStyles = css`
  .sums {
    column-gap: 1.5rem;
  }
  .foot {
    justify-content: space-between;
  }
  .keys {
    color: var(--wa-color-text-quiet);
  }
  .keys summary {
    width: fit-content;
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
    .foot .inline {
      flex: 1 1 100%;
    }
  }
`
