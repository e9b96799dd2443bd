/** The look of the import. */
import { css } from 'lit'

export const importStyles = css`
  .drop {
    display: grid;
    justify-items: center;
    gap: 0.6rem;
    padding: 2rem 1rem;
    text-align: center;
    border: 2px dashed var(--wa-form-control-border-color);
  }
  .drop > .icon {
    font-size: 1.8rem;
    color: var(--wa-color-brand-on-quiet);
  }
  .drop.over {
    border-color: var(--wa-color-brand-border-loud);
    background: var(--wa-color-brand-fill-quiet);
  }
  .choose {
    position: relative;
    display: inline-flex;
    align-items: center;
    min-height: 2.75rem;
    padding: 0 1.1rem;
    font-weight: 600;
    color: var(--wa-color-brand-on-loud);
    background: var(--wa-color-brand-fill-loud);
    border-radius: var(--wa-border-radius-m);
    cursor: pointer;
  }
  .choose:focus-within {
    outline: 3px solid var(--wa-color-focus);
    outline-offset: 2px;
  }
  .choose input {
    position: absolute;
    inset: 0;
    width: 100%;
    opacity: 0;
    cursor: pointer;
  }
  textarea {
    font-family: var(--wa-font-family-code);
    font-size: 0.9rem;
    white-space: pre;
    overflow-x: auto;
  }
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
    min-width: 0;
  }
  legend {
    padding: 0;
    margin-block-end: 0.75rem;
    font-weight: 600;
  }
  .counts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 2rem;
    margin: 0;
    padding: 0.25rem 0;
    list-style: none;
  }
  .counts strong {
    font-size: 1.6rem;
    margin-inline-end: 0.2rem;
    font-variant-numeric: tabular-nums;
  }
  .counts .new strong {
    color: var(--wa-color-success-on-quiet);
  }
  .counts .changed strong {
    color: var(--wa-color-brand-on-quiet);
  }
  .counts .faults strong {
    color: var(--wa-color-danger-on-quiet);
  }
  .head {
    padding: 0.9rem 1rem;
  }
  td.place {
    font-variant-numeric: tabular-nums;
    width: 6rem;
  }
  @media (max-width: 50rem) {
    td.place {
      width: auto;
    }
  }
  .change {
    display: block;
    overflow-wrap: anywhere;
  }
  ins {
    font-weight: 600;
    text-decoration: none;
  }
`
