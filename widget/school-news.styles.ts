/** Styles of the news. It uses the colours and fonts of the page around it. */
import { css } from 'lit'

/*
 * Reasons are here, because visitors would load comments between the rules:
 *
 * - There are no own colours: all are made from the page's text colour, on light and dark pages.
 * - `:host::before` gives a layout that fits its content a preferred width of 42em; less is possible.
 * - Browsers give the cross of a search field their own colour.
 * - The button for new entries is over the list, so the list does not move.
 * - `@supports (width: 1cqi)`: a rule with a variable and an unknown unit would be invalid.
 * - `word-break: keep-all`: Chinese breaks at its punctuation first, if there is space.
 * - The headline gets the focus so that it is read out. A focus ring would look like a button.
 * - `overflow: clip`: an author's styles do not affect the page around it.
 */

const page = css`
  :host {
    display: block;
    position: relative;
    --_surface: var(--school-news-surface, var(--school-popup-surface, Canvas));
    --_on-surface: var(--school-news-text, var(--school-popup-text, CanvasText));
    --_muted: var(--school-news-muted, var(--school-popup-muted, currentColor));
    --_line: var(--school-news-line, var(--school-popup-line, #8888));
    --_faint: var(--school-news-line, var(--school-popup-line, #8883));
    --_accent: var(--school-news-accent, var(--school-popup-accent, currentColor));
    --_space: var(--school-news-space, 1em);
    --_radius: var(--school-news-radius, 0.375em);
  }
  :host::before {
    content: '';
    display: grid;
    grid-template-columns: minmax(0, 42em);
  }
  :host([hidden]) {
    display: none;
  }
  @supports (color: color-mix(in srgb, red, blue)) {
    :host {
      --_muted: var(--school-news-muted, var(--school-popup-muted, color-mix(in srgb, currentColor 76%, transparent)));
      --_line: var(--school-news-line, var(--school-popup-line, color-mix(in srgb, currentColor 45%, transparent)));
      --_faint: var(--school-news-line, var(--school-popup-line, color-mix(in srgb, currentColor 18%, transparent)));
    }
  }
  [part='news'] {
    container-type: inline-size;
    outline: 0;
    color: var(--school-news-text, var(--school-popup-text, inherit));
    font-family: var(--school-news-font, inherit);
    line-height: 1.6;
    overflow-wrap: anywhere;
    text-align: start;
  }
  p,
  ul {
    margin: 0;
    padding: 0;
  }
  ul {
    list-style: none;
  }
  svg {
    flex: none;
    width: 1.5em;
    height: 1.5em;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    background: Canvas;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  :focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 3px;
    border-radius: 2px;
  }
`

const pressed = css`
  button {
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: inherit;
    cursor: pointer;
  }
  [part='more'],
  [part='button'],
  [part='new'] {
    min-height: 2.75em;
    padding: 0.5em 1.5em;
    border: 1.5px solid currentColor;
    border-radius: 3em;
    color: var(--_accent);
    font-weight: 600;
    line-height: 1.4;
  }
  [part='more'] {
    display: block;
    margin: calc(1.5 * var(--_space)) auto 0;
    min-width: min(100%, 12em);
    text-align: center;
  }
  :is([part='more'], [part='button']):hover {
    background: var(--_faint);
  }
  [part='more'][aria-disabled='true'] {
    cursor: progress;
    opacity: 0.75;
  }
  [part='note'] {
    margin-top: calc(1.5 * var(--_space));
    color: var(--_muted);
    font-size: 0.9375em;
    text-align: center;
  }
`

const search = css`
  [part='search'] {
    position: relative;
    max-width: 26em;
    margin-bottom: calc(1.75 * var(--_space));
  }
  [part='search'] svg {
    position: absolute;
    top: 50%;
    left: 0.8em;
    width: 1.25em;
    height: 1.25em;
    color: var(--_muted);
    transform: translateY(-50%);
    pointer-events: none;
  }
  [part='input'] {
    box-sizing: border-box;
    width: 100%;
    min-height: 2.75em;
    padding: 0.4em 0.8em 0.4em 2.6em;
    border: 1.5px solid var(--_line);
    border-radius: 3em;
    background: none;
    color: inherit;
    font: inherit;
  }
  ::-webkit-search-cancel-button {
    filter: grayscale(1);
  }
  [part='input']::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  [part='input']:focus-visible {
    outline-offset: 1px;
    border-radius: 3em;
  }
  [part='summary'] {
    margin-bottom: 0.75em;
    color: var(--_muted);
    font-size: 0.9375em;
  }
  mark {
    border-radius: 0.15em;
    background: var(--school-news-mark, #ffe08a);
    color: var(--school-news-on-mark, #241d00);
  }
  [aria-busy='true'] > [part='list'] {
    opacity: 0.55;
  }

  .pin {
    position: sticky;
    z-index: 1;
    top: calc(var(--_bars) + 2.15em);
    display: flex;
    justify-content: center;
    height: 0;
  }
  [part='new'] {
    flex: none;
    height: 2.75em;
    border-color: var(--school-news-accent, var(--school-popup-accent, var(--_on-surface)));
    background: var(--school-news-accent, var(--school-popup-accent, var(--_on-surface)));
    color: var(--school-news-on-accent, var(--school-popup-on-accent, var(--_surface)));
    box-shadow: 0 0.25em 1em #0004;
    transform: translateY(-1.4em);
  }
`

const list = css`
  [part='list'],
  [part='skeleton'] {
    display: grid;
    gap: 0 calc(3.5 * var(--_space));
  }
  [part='item'],
  [part='skeleton'] > div {
    position: relative;
    display: flex;
    box-sizing: border-box;
    gap: calc(1.25 * var(--_space));
    align-items: start;
    min-width: 0;
    padding-block: calc(1.25 * var(--_space));
    border-top: 1px solid var(--_faint);
  }
  [part='item']:only-child {
    grid-column: 1 / -1;
  }
  .words {
    flex: 1;
    min-width: 0;
  }
  [part='date'],
  [part='attached'],
  .muted {
    color: var(--_muted);
    font-size: 0.875em;
  }
  [part='title'] {
    margin-top: 0.1em;
    font-family: var(--school-news-title-font, inherit);
    font-size: 1.1875em;
    font-weight: 600;
    line-height: 1.35;
    text-wrap: balance;
  }
  [part='link'] {
    color: inherit;
    text-decoration: underline #0000 0.08em;
    text-underline-offset: 0.2em;
  }
  [part='link']::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  [part='item']:hover [part='link'] {
    text-decoration-color: currentColor;
  }
  [part='teaser'] {
    margin-top: 0.3em;
    font-size: 0.9375em;
  }
  [part='attached'] {
    display: flex;
    gap: 0.35em;
    align-items: center;
    margin-top: 0.4em;
  }
  [part='attached'] svg {
    width: 1.1em;
    height: 1.1em;
  }
  [part='thumbnail'] {
    flex: none;
    width: 5.5em;
    height: 5.5em;
    border-radius: var(--_radius);
    background: var(--_faint);
    object-fit: cover;
  }
  @supports (width: 1cqi) {
    [part='item'] {
      gap: min(calc(1.25 * var(--_space)), 5cqi);
    }
    [part='thumbnail'] {
      width: min(5.5em, 30cqi);
      height: min(5.5em, 30cqi);
    }
  }
  @container (min-width: 30em) {
    [part='thumbnail'] {
      width: 7.5em;
      height: 7.5em;
    }
  }
  @container (min-width: 40em) {
    :lang(zh) [part='headline'] {
      word-break: keep-all;
    }
  }
  @container (min-width: 52em) {
    [part='list'],
    [part='skeleton'] {
      grid-template-columns: 1fr 1fr;
    }
  }
`

const states = css`
  [part='message'] {
    padding-block: calc(2 * var(--_space));
    border-block: 1px solid var(--_faint);
    font-size: 1.0625em;
  }
  [part='button'] {
    margin-top: 1em;
  }
  [part='skeleton'] > div {
    flex-direction: column;
    gap: 0.75em;
    min-height: 6em;
  }
  [part='skeleton'] i {
    width: 90%;
    height: 0.9em;
    border-radius: 0.25em;
    background: var(--_faint);
  }
  [part='skeleton'] i:first-child {
    width: 7em;
    height: 0.7em;
  }
  [part='skeleton'] i:last-child {
    width: 60%;
  }
`

const entry = css`
  [part='entry'] {
    max-width: var(--school-news-width, 42em);
  }
  [part='back'] {
    display: inline-flex;
    gap: 0.5em;
    align-items: center;
    min-height: 2.75em;
    color: var(--_accent);
  }
  [part='back']:hover {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  [part='headline'] {
    margin: 0.5em 0 0.3em;
    font-family: var(--school-news-title-font, inherit);
    font-size: 1.75em;
    font-size: clamp(1.5em, 1.1em + 2.2cqi, 2.25em);
    font-weight: 650;
    line-height: 1.2;
    text-wrap: balance;
    outline: 0;
  }
  :lang(zh) :is([part='headline'], [part='title'], [part='heading']) {
    line-height: 1.4;
    line-break: strict;
  }
  [part='cover'] {
    display: block;
    box-sizing: border-box;
    width: 100%;
    height: auto;
    margin-top: calc(1.25 * var(--_space));
    aspect-ratio: 3 / 2;
    border-radius: var(--_radius);
    background: var(--_faint);
    object-fit: cover;
  }
  [hidden] {
    display: none !important;
  }
  [part='body'] {
    overflow: clip;
    overflow-clip-margin: 0.375em;
    margin-top: calc(1.25 * var(--_space));
    font-size: 1.0625em;
    line-height: 1.7;
  }
  :lang(zh) [part='body'] {
    line-height: 1.85;
  }
  [part='body'] * {
    max-width: 100%;
  }
  [part='body'] :is(p, ul, ol, table, blockquote, pre, h1, h2, h3, h4, h5, h6) {
    margin-block: 0 1em;
  }
  [part='body'] :is(h1, h2, h3, h4, h5, h6) {
    margin-block: 1.5em 0.4em;
    font-size: 1.125em;
    line-height: 1.4;
  }
  [part='body'] :is(ul, ol) {
    padding-inline-start: 1.5em;
    list-style: revert;
  }
  [part='body'] blockquote {
    margin-inline: 0;
    padding-inline-start: 1em;
    border-inline-start: 3px solid var(--_line);
  }
  [part='body'] img {
    height: auto;
    border-radius: var(--_radius);
  }
  [part='body'] pre {
    white-space: pre-wrap;
  }
  .wide {
    overflow: auto;
    margin-bottom: 1em;
  }
  .wide table {
    max-width: none;
    margin: 0;
    border-collapse: collapse;
    color: inherit;
    font: inherit;
  }
  td,
  th {
    min-width: 4em;
    padding: 0.375em 0.75em;
    border: 1px solid var(--_line);
    text-align: start;
    vertical-align: top;
  }
  a {
    color: var(--_accent);
    text-underline-offset: 0.15em;
  }
`

const files = css`
  section {
    margin-top: calc(2 * var(--_space));
    padding-top: calc(1.25 * var(--_space));
    border-top: 1px solid var(--_faint);
  }
  [part='heading'] {
    margin-bottom: 0.75em;
    font-family: var(--school-news-title-font, inherit);
    font-size: 1.1875em;
    font-weight: 600;
  }
  [part='gallery'] ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 12em), 1fr));
    gap: var(--_space);
  }
  [part='gallery'] a {
    display: block;
  }
  [part='picture'] {
    display: block;
    width: 100%;
    height: auto;
    aspect-ratio: 3 / 2;
    border-radius: var(--_radius);
    background: var(--_faint);
    object-fit: cover;
  }
  [part='files'] li {
    border-bottom: 1px solid var(--_faint);
  }
  [part='files'] li:last-child {
    border: 0;
  }
  [part='file'] {
    display: flex;
    gap: 0.9em;
    align-items: center;
    min-height: 3.5em;
    padding-block: 0.5em;
    line-height: 1.35;
    text-decoration: none;
  }
  [part='file'] span {
    min-width: 0;
  }
  [part='file-name'] {
    display: block;
    font-weight: 600;
    text-decoration: underline;
  }
  small {
    color: var(--_muted);
    font-size: 0.875em;
  }
  [part='player'] {
    display: block;
    width: 100%;
    max-height: 28em;
    margin-bottom: 0.75em;
    border-radius: var(--_radius);
  }
  video {
    aspect-ratio: 16 / 9;
    background: #000;
  }
`

const settingsAndPaper = css`
  @media (prefers-reduced-motion: no-preference) {
    [part='skeleton'] i {
      animation: wait 1.6s ease-in-out infinite alternate;
    }
    @keyframes wait {
      from {
        opacity: 0.5;
      }
    }
  }
  @media (forced-colors: active) {
    [part='skeleton'] i,
    [part='thumbnail'],
    [part='cover'] {
      border: 1px solid;
    }
    mark {
      background: Mark;
      color: MarkText;
    }
    [part='new'] {
      border-color: ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }
  }
  @media print {
    [part='search'],
    .pin,
    [part='more'],
    [part='back'],
    [part='player'] {
      display: none;
    }
    [part='item'],
    section li {
      break-inside: avoid;
    }
  }
`

export const styles = [page, pressed, search, list, states, entry, files, settingsAndPaper]
