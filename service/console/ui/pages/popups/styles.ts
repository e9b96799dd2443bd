/** Looks that the list and the editor of popup messages share. */
import { css } from 'lit'

/** A switch: `label.switch` around a checkbox and its words. */
export const switches = css`
  label.switch {
    display: inline-flex;
    align-items: center;
    gap: 0.75rem;
    min-block-size: 44px;
    cursor: pointer;
    font-weight: 600;
  }
  label.switch input {
    appearance: none;
    flex: none;
    position: relative;
    inline-size: 46px;
    block-size: 26px;
    margin: 0;
    border-radius: 13px;
    border: 2px solid var(--wa-form-control-border-color);
    background: var(--wa-color-surface-lowered);
    cursor: pointer;
    transition: background-color 120ms;
  }
  label.switch input::before {
    content: '';
    position: absolute;
    inset-block-start: 3px;
    inset-inline-start: 3px;
    inline-size: 16px;
    block-size: 16px;
    border-radius: 50%;
    background: var(--wa-form-control-border-color);
    transition: translate 120ms;
  }
  label.switch input:checked {
    background: var(--wa-color-brand-fill-loud);
    border-color: var(--wa-color-brand-fill-loud);
  }
  label.switch input:checked::before {
    translate: 20px 0;
    background: #fff;
  }
  @media (prefers-reduced-motion: reduce) {
    label.switch input,
    label.switch input::before {
      transition: none;
    }
  }
  @media (forced-colors: active) {
    label.switch input:checked {
      background: Highlight;
    }
  }
`

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
