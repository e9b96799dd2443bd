import { css } from 'lit'
import { unseen } from '../look/base.ts'

export const styles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 100dvh;
  }
  .skip {
    position: absolute;
    inset-inline-start: 1rem;
    top: 0.5rem;
    z-index: 40;
    padding: 0.75rem 1.25rem;
    background: #fff;
    color: #123d44;
  }
  .skip:not(:focus) {
    clip-path: inset(50%);
    pointer-events: none;
  }

  header {
    position: sticky;
    top: 0;
    z-index: 20;
    background: var(--console-header);
    color: var(--console-on-header);
  }
  .bar {
    display: flex;
    align-items: center;
    gap: 0.5rem 1rem;
    min-height: 3.75rem;
    padding: 0.25rem clamp(0.5rem, 2vw, 1.5rem);
  }
  header :focus-visible {
    outline-color: #fff;
  }
  .school {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    min-width: 0;
    min-height: 44px;
    color: inherit;
    text-decoration: none;
    font-weight: 700;
    font-size: 1.1rem;
  }
  .school span:last-child {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  :is(.school, .mark) .icon {
    color: #f1c27d;
    font-size: 1.25rem;
  }
  .strip {
    padding: 0.15rem 0.75rem;
    border-radius: 999px;
    font-size: 0.8125rem;
    white-space: nowrap;
  }
  .strip,
  .offline {
    background: #f1c27d;
    color: #2a1c06;
    font-weight: 600;
  }
  .mark,
  .settings {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    margin-inline-start: auto;
  }
  .mark {
    gap: 0.45rem;
    justify-content: center;
    min-width: 44px;
    min-height: 44px;
    color: #f1c27d;
    font-weight: 600;
    font-size: 0.9375rem;
    white-space: nowrap;
  }
  .mark + .settings {
    margin-inline-start: 0;
  }
  .group {
    display: flex;
    padding: 2px;
    gap: 2px;
    border-radius: 999px;
    background: rgb(255 255 255 / 0.14);
  }
  .pick,
  .plain {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 0.5em;
    min-width: 2.25rem;
    min-height: 2.25rem;
    padding: 0 0.6rem;
    border-radius: 999px;
    font-weight: 600;
    font-size: 0.9375rem;
    white-space: nowrap;
  }
  .pick:hover,
  .plain:hover {
    background: rgb(255 255 255 / 0.16);
  }
  .pick[aria-pressed='true'] {
    background: #fff;
    color: #123d44;
  }
  .plain,
  .drawer .pick {
    min-width: 44px;
    min-height: 44px;
  }
  .menu {
    display: none;
  }

  .body {
    flex: 1;
    display: grid;
    grid-template-columns: 15.5rem minmax(0, 1fr);
  }
  nav {
    padding: 1.25rem 0.75rem 2rem;
  }
  .side {
    border-inline-end: 1px solid var(--wa-color-surface-border);
  }
  .side nav {
    position: sticky;
    top: var(--header-height);
    max-height: calc(100vh - var(--header-height));
    overflow-y: auto;
  }
  nav h2 {
    margin: 1.1rem 0.75rem 0.35rem;
    font-size: 0.8125rem;
    font-weight: 600;
    color: var(--wa-color-text-quiet);
  }
  nav ul {
    display: grid;
    gap: 2px;
  }
  nav a {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-height: 2.75rem;
    padding: 0.35rem 0.75rem;
    border-radius: var(--wa-border-radius-m);
    color: inherit;
    text-decoration: none;
    font-weight: 500;
  }
  nav a:not([aria-current]) .icon {
    color: var(--wa-color-text-quiet);
  }
  nav a:hover {
    background: color-mix(in oklab, var(--wa-color-brand-fill-quiet) 60%, transparent);
  }
  nav a[aria-current] {
    background: var(--wa-color-brand-fill-quiet);
    color: var(--wa-color-brand-on-quiet);
    font-weight: 700;
  }

  main {
    padding: clamp(1rem, 3vw, 2.25rem) clamp(0.9rem, 3vw, 2.5rem) 6rem;
    min-width: 0;
  }
  main:focus {
    outline: none;
  }
  main > * {
    max-width: var(--console-measure);
  }
  .alone {
    flex: 1;
    display: grid;
    place-items: start center;
    padding: clamp(1.5rem, 8vh, 6rem) 1rem;
  }
  .alone > .card {
    width: min(30rem, 100%);
  }
  .offline {
    display: flex;
    gap: 0.6rem;
    align-items: center;
    padding: 0.6rem clamp(0.75rem, 2vw, 1.5rem);
  }

  .drawer {
    position: fixed;
    inset: 0 auto 0 0;
    margin: 0;
    width: min(20rem, 86vw);
    height: 100dvh;
    max-height: none;
    padding: 0;
    border: 0;
    border-radius: 0;
    overflow-y: auto;
  }
  .drawer nav a {
    min-height: 3rem;
  }
  .drawer .head {
    justify-content: flex-end;
    padding: 0.5rem 0.5rem 0;
  }
  .drawer .settings {
    display: grid;
    justify-items: start;
    margin: 0;
    padding: 0.5rem 1.5rem 2rem;
  }
  .drawer .group {
    background: var(--wa-color-surface-lowered);
    border: 1px solid var(--wa-color-surface-border);
  }
  .drawer .pick[aria-pressed='true'] {
    background: var(--wa-color-brand-fill-loud);
    color: #fff;
  }
  .drawer .plain {
    padding-inline: 0;
  }
  .drawer :is(.pick:not([aria-pressed='true']), .plain):hover {
    background: var(--wa-color-brand-fill-quiet);
  }

  @media (max-width: 62rem) {
    .bar > .strip {
      display: none;
    }
    header > .strip {
      padding-block: 0;
      border-radius: 0;
      text-align: center;
    }
  }
  @media (min-width: 62.001rem) {
    header > .strip {
      display: none;
    }
  }
  @media (max-width: 72rem) {
    .mark .words {
      ${unseen}
    }
  }
  @media (max-width: 50rem) {
    .menu {
      display: inline-flex;
    }
    .body {
      grid-template-columns: minmax(0, 1fr);
    }
    header .settings,
    .side {
      display: none;
    }
  }
`
