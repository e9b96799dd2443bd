/** Looks of the editor; colours and fonts are those of the page around it. */
import { css } from 'lit'

export const styles = css`
  :host {
    display: block;
  }
  .frame {
    border: 1px solid var(--console-field-line, var(--wa-form-control-border-color, #8a9299));
    border-radius: var(--wa-form-control-border-radius, 6px);
    background: var(--wa-form-control-background-color, Field);
    color: var(--wa-color-text-normal, FieldText);
  }
  .frame:focus-within {
    outline: 2px solid var(--wa-color-focus, #0b7285);
    outline-offset: 1px;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    justify-content: space-between;
    gap: 4px;
    padding: 4px;
    border-bottom: 1px solid var(--wa-color-surface-border, #d5dadf);
    background: var(--wa-color-surface-lowered, #f3f5f6);
    border-radius: 5px 5px 0 0;
    position: sticky;
    top: var(--rich-text-bar-top, 0);
    z-index: 1;
  }
  /* Its rows stand in the bar: the tools beside the button for HTML, the strip below both. */
  [role='toolbar'] {
    display: contents;
  }
  .rows {
    flex: 1 1 0;
    min-inline-size: 0;
    /* As far as an outline reaches: the line before the first group of each row stands outside. */
    clip-path: inset(-3px);
  }
  .tools,
  .group {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    align-items: center;
  }
  .tools {
    margin-inline-start: -11px;
  }
  .strip {
    order: 1;
    flex: 1 0 100%;
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    padding-block-start: 4px;
    border-block-start: 1px solid var(--wa-color-surface-border, #d5dadf);
  }
  .group::before {
    content: '';
    flex: none;
    inline-size: 1px;
    block-size: 20px;
    margin-inline: 4px;
    background: var(--wa-color-surface-border, #d5dadf);
  }
  button {
    font: inherit;
    color: inherit;
  }
  .bar button {
    display: inline-grid;
    place-items: center;
    grid-auto-flow: column;
    gap: 6px;
    min-inline-size: 34px;
    block-size: 34px;
    padding: 0 8px;
    border: 1px solid transparent;
    border-radius: 5px;
    background: transparent;
    cursor: pointer;
    font-size: 0.875rem;
  }
  .bar .view {
    flex: none;
  }
  .bar button:hover:not([aria-disabled='true']) {
    background: var(--wa-color-neutral-fill-normal, #e2e6ea);
  }
  .bar button[aria-pressed='true'] {
    background: var(--wa-color-brand-fill-normal, #cfe6ea);
    color: var(--wa-color-brand-on-normal, #063b46);
    border-color: var(--wa-color-brand-border-normal, #8fc3cc);
  }
  .bar button[aria-disabled='true'] {
    opacity: 0.4;
    cursor: default;
  }
  .icon svg {
    display: block;
    inline-size: 1.1em;
    block-size: 1.1em;
  }
  :is(button, textarea, input):focus-visible {
    outline: 2px solid var(--wa-color-focus, #0b7285);
    outline-offset: 1px;
  }
  @media (pointer: coarse), (max-width: 50rem) {
    .bar button {
      block-size: 44px;
      min-inline-size: 44px;
      flex: none;
    }
  }
  /* One row that is pushed sideways, so that the text is not far below. */
  @media (max-width: 50rem) {
    .bar {
      position: static;
    }
    .tools,
    .group {
      flex: none;
      flex-wrap: nowrap;
    }
    .rows {
      overflow-x: auto;
      scrollbar-width: thin;
      /* A shadow where there is more, which the end of the row covers. */
      --ground: var(--wa-color-surface-lowered, #f3f5f6);
      background:
        linear-gradient(to right, var(--ground) 30%, transparent) left / 40px 100% no-repeat local,
        linear-gradient(to left, var(--ground) 30%, transparent) right / 40px 100% no-repeat local,
        linear-gradient(to right, rgb(0 0 0 / 0.22), transparent) left / 14px 100% no-repeat,
        linear-gradient(to left, rgb(0 0 0 / 0.22), transparent) right / 14px 100% no-repeat;
    }
    .view {
      border-inline-start: 1px solid var(--wa-color-surface-border, #d5dadf) !important;
    }
  }

  .ProseMirror {
    min-block-size: var(--rich-text-height, 11rem);
    max-block-size: 32rem;
    overflow: auto;
    padding: 12px 14px;
    outline: none;
    line-height: 1.6;
    overflow-wrap: anywhere;
    white-space: break-spaces;
    font-variant-ligatures: none;
  }
  .ProseMirror > :first-child {
    margin-block-start: 0;
  }
  .ProseMirror > :last-child {
    margin-block-end: 0;
  }
  .ProseMirror :is(p, ul, ol, blockquote, table, pre) {
    margin-block: 0 0.75em;
  }
  .ProseMirror :is(h2, h3, h4) {
    margin-block: 1em 0.4em;
    line-height: 1.3;
  }
  .ProseMirror h2 {
    font-size: 1.35em;
  }
  .ProseMirror h3 {
    font-size: 1.18em;
  }
  .ProseMirror h4 {
    font-size: 1.05em;
  }
  .ProseMirror :is(ul, ol) {
    padding-inline-start: 1.6em;
  }
  .ProseMirror li > p {
    margin-block-end: 0.2em;
  }
  .ProseMirror blockquote {
    margin-inline: 0;
    padding-inline-start: 1em;
    border-inline-start: 3px solid var(--wa-color-surface-border, #c5ccd2);
  }
  .ProseMirror a {
    color: var(--wa-color-text-link, #0b7285);
    text-decoration: underline;
  }
  .ProseMirror table {
    border-collapse: collapse;
    inline-size: 100%;
  }
  .ProseMirror :is(td, th) {
    border: 1px solid var(--wa-color-surface-border, #c5ccd2);
    padding: 6px 8px;
    vertical-align: top;
    text-align: start;
    position: relative;
  }
  .ProseMirror th {
    background: var(--wa-color-surface-lowered, #f3f5f6);
  }
  .ProseMirror :is(td, th) > :last-child {
    margin-block-end: 0;
  }
  .ProseMirror .selectedCell::after {
    content: '';
    position: absolute;
    inset: 0;
    background: color-mix(in srgb, var(--wa-color-brand-fill-loud, #0b7285) 18%, transparent);
    pointer-events: none;
  }
  .ProseMirror .picture {
    max-inline-size: 100%;
    block-size: auto;
    vertical-align: middle;
    min-inline-size: 2rem;
    min-block-size: 1.5rem;
    border-radius: 3px;
  }
  .ProseMirror-selectednode {
    outline: 2px solid var(--wa-color-focus, #0b7285);
  }
  .ProseMirror pre {
    white-space: pre-wrap;
    font-family: var(--wa-font-family-code, ui-monospace, monospace);
  }
  .ProseMirror-gapcursor {
    display: none;
    pointer-events: none;
    position: relative;
  }
  .ProseMirror-focused .ProseMirror-gapcursor {
    display: block;
  }
  .ProseMirror-gapcursor::after {
    content: '';
    display: block;
    position: absolute;
    top: -2px;
    inline-size: 20px;
    border-block-start: 1px solid currentcolor;
  }

  .source textarea {
    display: block;
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: var(--rich-text-height, 11rem);
    field-sizing: content;
    max-block-size: 32rem;
    resize: vertical;
    padding: 12px 14px;
    border: 0;
    outline: none;
    border-radius: 0 0 6px 6px;
    background: transparent;
    color: inherit;
    font: 0.875rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
    tab-size: 2;
  }
  .note,
  .left {
    margin: 8px 0 0;
    padding: 8px 12px;
    border-radius: 6px;
    font-size: 0.875rem;
    line-height: 1.5;
    background: var(--wa-color-warning-fill-quiet, #fff4d6);
    color: var(--wa-color-warning-on-quiet, #5c4300);
  }
  .note button {
    display: inline;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    font-weight: 600;
    text-decoration: underline;
    cursor: pointer;
    min-block-size: 24px;
  }
  .left ul {
    margin: 4px 0 0;
    padding-inline-start: 1.4em;
    overflow-wrap: anywhere;
  }

  dialog {
    border: 0;
    border-radius: 12px;
    padding: 20px;
    inline-size: min(28rem, calc(100vw - 32px));
    box-sizing: border-box;
    background: var(--wa-color-surface-raised, Canvas);
    color: var(--wa-color-text-normal, CanvasText);
    box-shadow: 0 12px 40px rgb(0 0 0 / 0.3);
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 0.45);
  }
  dialog h2 {
    margin: 0 0 12px;
    font-size: 1.15rem;
  }
  dialog label {
    display: block;
    font-weight: 600;
    margin-block-start: 12px;
  }
  dialog .shown {
    display: block;
    max-inline-size: 100%;
    max-block-size: 12rem;
    margin-inline: auto;
    border-radius: 6px;
  }
  dialog label.none {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 44px;
    margin-block-start: 4px;
    font-weight: 400;
  }
  dialog .none input {
    inline-size: 1.15rem;
    block-size: 1.15rem;
    min-block-size: 0;
    margin: 0;
    flex: none;
    accent-color: var(--wa-color-brand-fill-loud, #0b6170);
  }
  dialog input:disabled {
    opacity: 0.5;
  }
  dialog input {
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: 44px;
    margin-block-start: 4px;
    padding: 0 12px;
    font: inherit;
    color: inherit;
    background: var(--wa-form-control-background-color, Field);
    border: 1px solid var(--wa-form-control-border-color, #8a9299);
    border-radius: 6px;
  }
  dialog .hint {
    margin: 4px 0 0;
    font-size: 0.875rem;
    color: var(--wa-color-text-quiet, #5b6670);
  }
  dialog .fault {
    margin: 4px 0 0;
    font-size: 0.875rem;
    color: var(--wa-color-danger-on-quiet, #a11);
  }
  dialog .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    justify-content: flex-end;
    margin-block-start: 20px;
  }
  dialog .actions button {
    min-block-size: 44px;
    padding: 0 16px;
    border-radius: 6px;
    border: 1px solid var(--wa-color-surface-border, #c5ccd2);
    background: transparent;
    cursor: pointer;
    font-weight: 600;
  }
  dialog .actions .go {
    background: var(--wa-color-brand-fill-loud, #0b6170);
    border-color: transparent;
    color: var(--wa-color-brand-on-loud, #fff);
  }
  dialog .actions .start {
    margin-inline-end: auto;
  }
`
