/** Buttons, fields, choices and switches. */
import { css } from 'lit'
import { unseen } from './base.ts'

export const controls = css`
  button {
    padding: 0;
    border: 0;
    border-radius: var(--wa-border-radius-m);
    font: inherit;
    color: inherit;
    background: none;
    cursor: pointer;
  }
  /* An icon to press in a row of a list. On a phone, where there is room, its words stand beside it. */
  .act {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.45rem;
    min-width: 44px;
    min-height: 44px;
    padding: 0 0.7rem;
    border-radius: var(--wa-border-radius-m);
    color: var(--wa-color-text-quiet);
    text-decoration: none;
  }
  .act:hover:not(:disabled, [aria-disabled]) {
    background: var(--wa-color-neutral-fill-quiet);
    color: var(--wa-color-text-normal);
  }
  .act:is(:disabled, [aria-disabled]) {
    opacity: 0.35;
    cursor: default;
  }

  .field {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.35rem;
    align-content: start;
  }
  label.field,
  .field > :is(label, .label),
  legend {
    font-weight: 600;
  }
  fieldset {
    border: 0;
    margin: 0;
    padding: 0;
    min-inline-size: 0;
  }
  legend {
    padding: 0;
    margin-block-end: 0.35rem;
  }
  .hint {
    font-weight: 400;
    font-size: 0.875rem;
    color: var(--wa-color-text-quiet);
  }
  input:not([type='checkbox'], [type='radio'], [type='file']),
  select,
  textarea {
    width: 100%;
    min-height: 2.75rem;
    padding: 0.4rem 0.75rem;
    font: inherit;
    font-weight: 400;
    color: var(--wa-color-text-normal);
    background: var(--console-card);
    border: 1px solid var(--wa-form-control-border-color);
    border-radius: var(--wa-border-radius-m);
  }
  select {
    padding-inline-end: 0.25rem;
    text-overflow: ellipsis;
  }
  :is(input, select, textarea):focus-visible {
    outline-offset: 1px;
  }
  input:is(:user-invalid, [aria-invalid='true']) {
    border-color: var(--wa-color-danger-border-loud);
    border-width: 2px;
  }
  ::placeholder {
    color: var(--wa-form-control-placeholder-color);
    opacity: 1;
  }
  :is(button, input, select, textarea):disabled {
    opacity: 0.6;
    cursor: not-allowed;
  }
  /* A field that searches: a glass at its beginning. */
  .search {
    position: relative;
    flex: 1 1 15rem;
  }
  .search .icon {
    position: absolute;
    inset-block-start: 50%;
    inset-inline-start: 0.85rem;
    translate: 0 -50%;
    color: var(--wa-color-text-quiet);
    pointer-events: none;
  }
  .search input {
    padding-inline-start: 2.5rem;
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
    min-height: 44px;
    cursor: pointer;
  }
  .choice input {
    width: 20px;
    height: 20px;
    flex: none;
    margin: 0;
    accent-color: var(--wa-color-brand-fill-loud);
  }

  /* A row of buttons or links of which one is chosen. */
  .segments {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    padding: 3px;
    width: fit-content;
    max-width: 100%;
    border-radius: var(--wa-border-radius-m);
    background: var(--wa-color-surface-lowered);
    border: 1px solid var(--wa-color-surface-border);
  }
  .segments > * {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.4rem;
    min-height: 2.5rem;
    padding: 0 0.8rem;
    border-radius: 6px;
    color: var(--wa-color-text-quiet);
    font-size: 0.9375rem;
    font-weight: 600;
    text-decoration: none;
  }
  .segments > :hover {
    color: var(--wa-color-text-normal);
  }
  .segments > :is([aria-pressed='true'], [aria-selected='true'], [aria-current='page']) {
    background: var(--console-card);
    color: var(--wa-color-brand-on-quiet);
    box-shadow: 0 1px 3px rgb(0 0 0 / 0.18);
  }
  .segments .number {
    font-weight: 400;
  }

  label.switch {
    display: inline-flex;
    align-items: center;
    gap: 0.75rem;
    min-height: 44px;
    cursor: pointer;
    font-weight: 600;
  }
  .switch input {
    appearance: none;
    flex: none;
    position: relative;
    width: 46px;
    height: 26px;
    margin: 0;
    border-radius: 13px;
    border: 2px solid var(--wa-form-control-border-color);
    background: var(--wa-color-surface-lowered);
    cursor: pointer;
    transition: background-color 120ms;
  }
  .switch input::before {
    content: '';
    position: absolute;
    inset-block-start: 3px;
    inset-inline-start: 3px;
    width: 16px;
    height: 16px;
    border-radius: 50%;
    background: var(--wa-form-control-border-color);
    transition: translate 120ms;
  }
  .switch input:checked {
    background: var(--wa-color-brand-fill-loud);
    border-color: var(--wa-color-brand-fill-loud);
  }
  .switch input:checked::before {
    translate: 20px 0;
    background: #fff;
  }

  @media (prefers-reduced-motion: reduce) {
    .switch input,
    .switch input::before {
      transition: none;
    }
  }
  @media (forced-colors: active) {
    .switch input:checked {
      background: Highlight;
    }
  }
  @media (min-width: 50.01rem) {
    .act .words {
      ${unseen}
    }
  }
  @media (max-width: 50rem) {
    wa-button::part(button) {
      min-height: 44px;
      min-width: 44px;
    }
    .segments {
      width: auto;
    }
    .segments > * {
      flex: 1 1 auto;
      min-height: 44px;
      padding: 0 0.4rem;
    }
  }
`
