/** The look of fields: labels, hints, inputs, choices, and a row of buttons of which one is pressed. */
import { css } from 'lit'

export const fields = css`
  .label,
  legend {
    display: block;
    padding: 0;
    margin-block-end: 0.35rem;
    font-weight: 600;
  }
  fieldset {
    border: 0;
    margin: 0;
    padding: 0;
    min-inline-size: 0;
  }
  .hint {
    margin-block-start: 0.35rem;
    font-size: 0.875rem;
    color: var(--wa-color-text-quiet);
  }
  input.control,
  select.control {
    inline-size: 100%;
    min-block-size: 44px;
    padding: 0 0.8rem;
    border: 1px solid var(--wa-form-control-border-color);
    border-radius: var(--wa-border-radius-m);
    background: var(--wa-form-control-background-color, var(--console-card));
    color: var(--wa-color-text-normal);
    font: inherit;
  }
  input.control:user-invalid,
  input.control[aria-invalid='true'] {
    border-color: var(--wa-color-danger-fill-loud);
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.5rem;
  }
  .choices.column {
    flex-direction: column;
  }
  .choice {
    display: inline-flex;
    align-items: center;
    gap: 0.6rem;
    min-block-size: 44px;
    cursor: pointer;
  }
  .choice input {
    inline-size: 20px;
    block-size: 20px;
    flex: none;
    margin: 0;
    accent-color: var(--wa-color-brand-fill-loud);
  }
  /* A row of buttons of which one is pressed. */
  .segments {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 2px;
    padding: 3px;
    border-radius: var(--wa-border-radius-m);
    background: var(--wa-color-surface-lowered);
    border: 1px solid var(--wa-color-surface-border);
  }
  .segments button {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    min-block-size: 38px;
    padding: 0 0.8rem;
    border: 0;
    border-radius: 6px;
    background: none;
    color: var(--wa-color-text-quiet);
    font: inherit;
    font-size: 0.9375rem;
    font-weight: 600;
    cursor: pointer;
  }
  .segments button:hover {
    color: var(--wa-color-text-normal);
  }
  .segments button:is([aria-pressed='true'], [aria-selected='true']) {
    background: var(--console-card);
    color: var(--wa-color-brand-on-quiet);
    box-shadow: 0 1px 3px rgb(0 0 0 / 0.18);
  }
  .segments .count {
    font-variant-numeric: tabular-nums;
    font-weight: 400;
  }
  @media (max-width: 50rem) {
    .segments {
      display: flex;
    }
    .segments button {
      min-block-size: 44px;
      flex: 1 1 auto;
      justify-content: center;
    }
  }
`
