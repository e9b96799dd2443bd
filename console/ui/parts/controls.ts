/** Fields of the school's pages: native ones, in the look of the console's other controls. */
import { css } from 'lit'

export const controls = css`
  .field {
    display: grid;
    gap: 0.35rem;
    align-content: start;
    font-weight: 600;
  }
  .field .hint {
    font-weight: 400;
    font-size: 0.875rem;
    color: var(--wa-color-text-quiet);
  }
  input:not([type='checkbox'], [type='radio'], [type='file']),
  select,
  textarea {
    box-sizing: border-box;
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
  input:focus-visible,
  select:focus-visible,
  textarea:focus-visible {
    outline: 3px solid var(--wa-color-focus);
    outline-offset: 1px;
  }
  input[aria-invalid='true'] {
    border-color: var(--wa-color-danger-border-loud);
    border-width: 2px;
  }
  ::placeholder {
    color: var(--wa-form-control-placeholder-color);
    opacity: 1;
  }
  :disabled {
    opacity: 0.6;
    cursor: not-allowed;
  }

  .person {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-width: 0;
  }
  .person img {
    width: 2.5rem;
    height: 2.5rem;
    flex: none;
    border-radius: 50%;
    object-fit: cover;
    background: var(--wa-color-surface-lowered);
  }
  .person > span {
    display: grid;
    min-width: 0;
    line-height: 1.35;
    overflow-wrap: anywhere;
  }

  /* Which of a few views is shown: links that look like a row of buttons. */
  .views {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
    padding: 0.25rem;
    width: fit-content;
    max-width: 100%;
    border-radius: var(--wa-border-radius-l);
    background: var(--wa-color-surface-lowered);
    border: 1px solid var(--wa-color-surface-border);
  }
  .views a,
  .views button {
    display: inline-flex;
    align-items: center;
    min-height: 2.5rem;
    padding: 0 0.9rem;
    font: inherit;
    font-weight: 600;
    color: var(--wa-color-text-quiet);
    background: none;
    border: 0;
    border-radius: var(--wa-border-radius-m);
    text-decoration: none;
    cursor: pointer;
  }
  .views :is(a[aria-current='page'], button[aria-pressed='true']) {
    background: var(--console-card);
    color: var(--wa-color-brand-on-quiet);
    box-shadow: 0 1px 3px rgb(0 0 0 / 0.16);
  }
  @media (max-width: 50rem) {
    .views a,
    .views button {
      min-height: 44px;
      padding: 0 0.75rem;
    }
  }
`
