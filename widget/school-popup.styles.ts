/** How the dialog looks: a card on a wide screen, a sheet from the bottom edge on a phone. */
import { css } from 'lit'

export const styles = css`
  :host {
    --_surface: var(--school-popup-surface, #fff);
    --_text: var(--school-popup-text, #1b1f27);
    --_muted: var(--school-popup-muted, #596170);
    --_line: var(--school-popup-line, #d9dde5);
    --_accent: var(--school-popup-accent, #1c4f8f);
    --_on-accent: var(--school-popup-on-accent, #fff);
    --_severe: var(--school-popup-severe, #b3261e);
    --_space: var(--school-popup-space, 1rem);
    --_radius: var(--school-popup-radius, 1rem);
  }
  @media (prefers-color-scheme: dark) {
    :host {
      --_surface: var(--school-popup-surface, #181b21);
      --_text: var(--school-popup-text, #eceef2);
      --_muted: var(--school-popup-muted, #a8afbc);
      --_line: var(--school-popup-line, #3a404b);
      --_accent: var(--school-popup-accent, #a3c8ff);
      --_on-accent: var(--school-popup-on-accent, #0c2340);
      --_severe: var(--school-popup-severe, #ffb0a6);
    }
  }
  dialog {
    box-sizing: border-box;
    width: 100%;
    max-width: min(var(--school-popup-width, 35rem), 100vw - 2 * var(--_space));
    max-height: calc(100dvh - 2 * var(--_space));
    padding: 0;
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: 0 1.5rem 4rem #0005;
    font: 1rem/1.6 var(--school-popup-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'PingFang HK', 'Noto Sans HK', 'Noto Sans CJK HK', 'Microsoft JhengHei', sans-serif);
  }
  dialog[open] {
    display: flex;
    flex-direction: column;
  }
  dialog::backdrop {
    background: var(--school-popup-backdrop, #0b0e14a6);
  }
  .severe {
    border-top: 0.5rem solid var(--_severe);
  }
  header,
  footer {
    display: flex;
    gap: var(--_space);
    padding: calc(1.25 * var(--_space)) calc(1.5 * var(--_space));
  }
  header > div {
    flex: 1;
    min-width: 0;
  }
  p {
    margin: 0;
  }
  [part='label'] {
    color: var(--_severe);
    font-size: 0.875rem;
    font-weight: 700;
  }
  h2 {
    margin: 0;
    font-size: 1.375rem;
    line-height: 1.3;
    font-weight: 650;
    overflow-wrap: anywhere;
    outline: 0;
  }
  [part='date'],
  [part='place'] {
    color: var(--_muted);
    font-size: 0.875rem;
  }
  [part='body'] {
    flex: 1;
    overflow: auto;
    padding: 0 calc(1.5 * var(--_space));
    overflow-wrap: anywhere;
    white-space: normal;
  }
  [part='body'] img {
    max-width: 100%;
    height: auto;
  }
  .wide {
    overflow-x: auto;
  }
  a {
    color: var(--_accent);
  }
  footer {
    align-items: center;
    justify-content: space-between;
  }
  button {
    min-width: 2.75rem;
    min-height: 2.75rem;
    border: 1px solid #0000;
    border-radius: 0.5rem;
    font: inherit;
    cursor: pointer;
  }
  [part='button'] {
    padding: 0.5rem 1.5rem;
    background: var(--_accent);
    color: var(--_on-accent);
    font-weight: 600;
  }
  [part='close'] {
    align-self: start;
    margin: -0.5rem -0.75rem 0 0;
    background: none;
    color: var(--_muted);
  }
  svg {
    width: 1rem;
    stroke: currentColor;
    stroke-width: 2;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
`
