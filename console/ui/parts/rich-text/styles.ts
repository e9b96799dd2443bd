/** Looks of the editor; colours and fonts are those of the page around it. */
import { css } from 'lit'

export const styles = css`
  .frame {
    border: 1px solid var(--console-field-line, var(--wa-form-control-border-color));
    border-radius: var(--wa-border-radius-m);
    background: var(--console-card);
  }
  .frame:focus-within {
    outline: 2px solid var(--wa-color-focus);
    outline-offset: 1px;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    justify-content: space-between;
    gap: 4px;
    padding: 4px;
    border-block-end: 1px solid var(--wa-color-surface-border);
    background: var(--wa-color-surface-lowered);
    border-radius: 7px 7px 0 0;
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
    min-width: 0;
    /* As far as an outline reaches: the line before the first group of each row stands outside. */
    clip-path: inset(-3px);
  }
  .tools,
  .group,
  .strip {
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
    padding-block-start: 4px;
    border-block-start: 1px solid var(--wa-color-surface-border);
  }
  .group::before {
    content: '';
    flex: none;
    width: 1px;
    height: 20px;
    margin-inline: 4px;
    background: var(--wa-color-surface-border);
  }
  .bar button {
    display: inline-grid;
    place-items: center;
    grid-auto-flow: column;
    gap: 6px;
    min-width: 34px;
    height: 34px;
    padding: 0 8px;
    border: 1px solid transparent;
    border-radius: 5px;
    font-size: 0.875rem;
  }
  .view {
    flex: none;
  }
  .bar button:hover:not([aria-disabled='true']) {
    background: var(--wa-color-neutral-fill-normal);
  }
  .bar button[aria-pressed='true'] {
    background: var(--wa-color-brand-fill-normal);
    color: var(--wa-color-brand-on-normal);
    border-color: var(--wa-color-brand-border-normal);
  }
  .bar button[aria-disabled='true'] {
    opacity: 0.4;
    cursor: default;
  }
  .bar svg {
    display: block;
  }
  :is(button, textarea, input):focus-visible {
    outline-width: 2px;
    outline-offset: 1px;
  }
  @media (pointer: coarse), (max-width: 50rem) {
    .bar button {
      height: 44px;
      min-width: 44px;
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
      --ground: var(--wa-color-surface-lowered);
      background:
        linear-gradient(to right, var(--ground) 30%, transparent) left / 40px 100% no-repeat local,
        linear-gradient(to left, var(--ground) 30%, transparent) right / 40px 100% no-repeat local,
        linear-gradient(to right, rgb(0 0 0 / 0.22), transparent) left / 14px 100% no-repeat,
        linear-gradient(to left, rgb(0 0 0 / 0.22), transparent) right / 14px 100% no-repeat;
    }
    .bar .view {
      border-inline-start-color: var(--wa-color-surface-border);
    }
  }
  .ProseMirror {
    box-sizing: content-box;
    min-height: var(--rich-text-height, 11rem);
    max-height: 32rem;
    overflow: auto;
    padding: 12px 14px;
    outline: none;
    line-height: 1.6;
    overflow-wrap: anywhere;
    white-space: break-spaces;
    font-variant-ligatures: none;
  }
  /* What is written looks as in a page without a style sheet, but for what follows. */
  .ProseMirror :is(p, h2, h3, h4, ul, ol, pre, code) {
    all: revert;
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
    border-inline-start: 3px solid var(--wa-color-surface-border);
  }
  .ProseMirror table {
    border-collapse: collapse;
    width: 100%;
  }
  .ProseMirror :is(td, th) {
    border: 1px solid var(--wa-color-surface-border);
    padding: 6px 8px;
    vertical-align: top;
    text-align: start;
    position: relative;
  }
  .ProseMirror th {
    background: var(--wa-color-surface-lowered);
  }
  .ProseMirror > :first-child {
    margin-block-start: 0;
  }
  .ProseMirror > :last-child,
  .ProseMirror :is(td, th) > :last-child {
    margin-block-end: 0;
  }
  .selectedCell::after {
    content: '';
    position: absolute;
    inset: 0;
    background: color-mix(in srgb, var(--wa-color-brand-fill-loud) 18%, transparent);
    pointer-events: none;
  }
  .ProseMirror .picture {
    max-width: 100%;
    height: auto;
    vertical-align: middle;
    min-width: 2rem;
    min-height: 1.5rem;
    border-radius: 3px;
  }
  .ProseMirror-selectednode {
    outline: 2px solid var(--wa-color-focus);
  }
  .ProseMirror pre {
    white-space: pre-wrap;
    font-family: var(--wa-font-family-code);
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
    width: 20px;
    border-block-start: 1px solid currentcolor;
  }
  textarea {
    display: block;
    min-height: var(--rich-text-height, 11rem);
    field-sizing: content;
    max-height: 32rem;
    resize: vertical;
    padding: 12px 14px;
    border: 0;
    outline: none;
    background: transparent;
    font: 0.875rem/1.6 var(--wa-font-family-code);
    tab-size: 2;
  }
  .told {
    display: block;
    margin-block-start: 8px;
    padding: 8px 12px;
    font-size: 0.875rem;
  }
  .told button {
    min-height: 24px;
    font-weight: 600;
    text-decoration: underline;
  }
  .told ul {
    overflow-wrap: anywhere;
  }
`
