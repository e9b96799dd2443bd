/** Styles of the dialog: a card on a wide screen, a sheet at the bottom edge on a phone. */
import { css } from 'lit'

/*
 * Reasons are here, because visitors would load comments between the rules:
 *
 * - Distances are in em of `font: medium`, the reader's own size, because a page may have changed rem.
 * - `all: initial` on `:host` removes the page's rules for all elements. Dark scroll bars then need `color-scheme` again.
 * - Variables have an underscore, so that a page does not set them by accident.
 * - The dialog's height is a share of the visible window, because viewport units grow with a page's zoom, and not all
 *   browsers have dvh.
 * - In a low window, as at 200 % zoom, all of the dialog scrolls but its button, so that the way on is in sight.
 * - A long title scrolls, so that the button stays on the screen. Chinese breaks at its punctuation first.
 * - The body is not `flex: 1`: in a dialog of automatic height, WebKit makes a basis of 0 % a height of zero.
 * - Only a body that scrolls gets the focus by Tab. Two covers move with its text and hide the shadow at both ends.
 * - Without a footer, its box stays: a screen reader announces the place only where it was there before.
 * - In quirks mode, a table does not inherit the font and the colour of the text around it.
 * - The title gets the focus so that it is read out. A focus ring would look like a button.
 * - An empty element behind the dialog has the size of the window: it tells when the popup can be seen, and how much of it in a frame.
 * - On paper, only the message is printed, complete.
 */
export const styles = css`
  :host {
    all: initial !important;
    direction: ltr !important;
    display: contents !important;
    --_surface: var(--school-popup-surface, #fff);
    --_text: var(--school-popup-text, #1a1f28);
    --_muted: var(--school-popup-muted, #586172);
    --_line: var(--school-popup-line, #d5dae3);
    --_accent: var(--school-popup-accent, #1c4f8f);
    --_on-accent: var(--school-popup-on-accent, #fff);
    --_severe: var(--school-popup-severe, #b3261e);
    --_space: var(--school-popup-space, 1em);
    --_radius: var(--school-popup-radius, 1em);
  }
  @media screen and (prefers-color-scheme: dark) {
    :host {
      --_surface: var(--school-popup-surface, #1a1d24);
      --_text: var(--school-popup-text, #eceef2);
      --_muted: var(--school-popup-muted, #a8afbc);
      --_line: var(--school-popup-line, #414855);
      --_accent: var(--school-popup-accent, #a3c8ff);
      --_on-accent: var(--school-popup-on-accent, #0c2340);
      --_severe: var(--school-popup-severe, #ffb0a6);
      color-scheme: dark !important;
    }
  }
  dialog + i {
    position: fixed;
    inset: 0;
    visibility: hidden;
  }
  dialog {
    box-sizing: border-box;
    inset-block: var(--_top, 0) var(--_bottom, 0);
    width: min(var(--school-popup-width, 35em), 100% - 2 * var(--_space));
    max-height: calc(100% - var(--_top, 0px) - var(--_bottom, 0px) - 2 * var(--_space));
    padding: 0;
    overflow: auto;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: 0 1em 4em #0005;
    font: medium/1.6
      var(--school-popup-font, system-ui, 'PingFang HK', 'Microsoft JhengHei', 'Noto Sans HK', 'Noto Sans CJK HK', sans-serif);
    overflow-wrap: break-word;
  }
  dialog[open] {
    display: flex;
    flex-direction: column;
  }
  ::backdrop {
    background: var(--school-popup-backdrop, #0b0e14a6);
  }
  .severe {
    border-top: 0.5em solid var(--_severe);
  }
  [part='header'],
  [part='footer'] {
    display: flex;
    gap: var(--_space);
    padding: calc(1.25 * var(--_space)) calc(1.5 * var(--_space));
  }
  [part='header'] {
    padding-bottom: calc(0.75 * var(--_space));
  }
  [part='header'] > div {
    flex: 1;
    min-width: 0;
    max-height: 14em;
    overflow: auto;
  }
  p {
    margin: 0;
  }
  [part='icon'] {
    width: 3.5em;
    height: 3.5em;
  }
  [part='label'] {
    display: inline-block;
    margin-bottom: 0.375em;
    padding: 0 0.75em;
    border-radius: 1em;
    background: var(--_severe);
    color: var(--_surface);
    font-size: 0.875em;
    font-weight: 600;
  }
  [part='title'] {
    margin: 0;
    font-size: 1.375em;
    line-height: 1.3;
    text-wrap: balance;
    word-break: keep-all;
    overflow-wrap: anywhere;
  }
  [part='date'] {
    margin-top: 0.25em;
  }
  [part='date'],
  [part='place'] {
    color: var(--_muted);
    font-size: 0.875em;
  }
  [part='body'] {
    flex: 1 1 auto;
    min-height: 2.5em;
    overflow: auto;
    overscroll-behavior: contain;
    padding: 0.25em calc(1.5 * var(--_space));
  }
  [part='body'][tabindex] {
    background:
      linear-gradient(var(--_surface) 40%, #0000) 0 0/100% 2em local no-repeat,
      linear-gradient(#0000, var(--_surface) 60%) 0 100%/100% 2em local no-repeat,
      linear-gradient(var(--_line), #0000) 0 0/100% 0.75em no-repeat,
      linear-gradient(#0000, var(--_line)) 0 100%/100% 0.75em no-repeat;
  }
  [part='body'] * {
    box-sizing: border-box;
    max-width: 100%;
  }
  [part='body'] :is(p, ul, ol, table, blockquote, h1, h2, h3, h4) {
    margin-block: 0 0.75em;
  }
  [part='body'] :is(h1, h2, h3, h4) {
    font-size: 1.125em;
    line-height: 1.4;
  }
  [part='body'] img {
    height: auto;
    border-radius: 0.5em;
  }
  pre {
    white-space: pre-wrap;
  }
  .wide {
    overflow: auto;
  }
  .wide[tabindex] {
    background:
      linear-gradient(90deg, var(--_surface) 40%, #0000) 0 0/2em 100% local no-repeat,
      linear-gradient(90deg, #0000, var(--_surface) 60%) 100% 0/2em 100% local no-repeat,
      linear-gradient(90deg, var(--_line), #0000) 0 0/0.75em 100% no-repeat,
      linear-gradient(90deg, #0000, var(--_line)) 100% 0/0.75em 100% no-repeat;
  }
  table {
    color: inherit;
    font: inherit;
  }
  .wide table {
    max-width: none;
    border-collapse: collapse;
  }
  td,
  th {
    min-width: 4em;
    padding: 0.375em 0.75em;
    border: 1px solid var(--_line);
    text-align: start;
  }
  a {
    color: var(--_accent);
  }
  [part='footer'] {
    align-items: center;
    justify-content: space-between;
  }
  dialog > :last-child:not([part]) {
    padding-bottom: var(--_space);
  }
  button {
    min-width: 2.75em;
    min-height: 2.75em;
    border: 1px solid #0000;
    border-radius: 0.5em;
    font: inherit;
    cursor: pointer;
  }
  [part='button'] {
    padding: 0.5em 1.75em;
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
  }
  [part='close'] {
    align-self: start;
    margin: -0.5em -0.75em 0 0;
    background: none;
    color: var(--_muted);
  }
  button:hover {
    filter: brightness(1.15);
  }
  svg {
    width: 1em;
    stroke: currentColor;
    stroke-width: 2;
  }
  :focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }
  [part='title'] {
    outline: 0;
  }
  .wide:focus-visible,
  [part='body']:focus-visible {
    outline-offset: -3px;
  }
  @media (max-width: 35em) {
    dialog {
      width: 100%;
      max-width: none;
      max-height: calc(100% - var(--_top, 0px) - var(--_bottom, 0px) - 2.5em);
      margin-bottom: 0;
      padding-bottom: env(safe-area-inset-bottom);
      border-width: 1px 0 0;
      border-radius: var(--_radius) var(--_radius) 0 0;
    }
    [part='footer'] {
      flex-direction: column;
      align-items: stretch;
      text-align: center;
    }
  }
  @media (max-width: 18em) {
    [part='header'] {
      flex-wrap: wrap;
    }
    [part='header'] > div {
      order: 1;
      flex-basis: 100%;
    }
    [part='close'] {
      margin-left: auto;
    }
  }
  @media (max-height: 30em) {
    dialog[open] {
      display: block;
      scroll-padding-bottom: 6em;
    }
    [part='body'] {
      overflow: auto hidden;
    }
    [part='header'] > div {
      max-height: none;
    }
    [part='footer'] {
      position: sticky;
      bottom: 0;
      gap: 0.25em;
      padding-block: 0.5em;
      border-top: 1px solid var(--_line);
      background: var(--_surface);
    }
  }
  @media print {
    dialog {
      position: absolute;
      width: auto;
      max-width: none;
      max-height: none;
      margin: 0;
      border: 0;
      box-shadow: none;
    }
    dialog,
    [part='body'] {
      overflow: visible;
    }
    [part='footer'],
    [part='close'] {
      display: none;
    }
    ::backdrop {
      background: #fff;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    dialog {
      animation: rise 0.2s;
    }
    @keyframes rise {
      from {
        opacity: 0;
        transform: translateY(1em);
      }
    }
  }
`
