/** The look of a switch: in the list of popup messages, and in the bar of an editor. */
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
