/** How the phone looks: a frame where there is room for one, the whole width on a phone. */
import { css } from 'lit'

export const phoneStyles = css`
  :host {
    display: grid;
    gap: 0.75rem;
    justify-items: center;
    min-width: 0;
  }
  .phone,
  .tools,
  .said {
    width: min(100%, 24.5rem);
  }
  .phone {
    padding: 0.7rem;
    border-radius: 2.4rem;
    background: #11191b;
    border: 1px solid color-mix(in oklab, var(--wa-color-surface-border) 60%, transparent);
    box-shadow: 0 1.2rem 3rem -1.2rem rgb(0 0 0 / 45%);
  }
  .glass {
    display: grid;
    grid-template-rows: auto 1fr;
    height: 45rem;
    max-height: calc(100vh - 11rem);
    min-height: 26rem;
    overflow: hidden;
    border-radius: 1.8rem;
    clip-path: inset(0 round 1.8rem);
    background: var(--console-card);
  }
  .bar,
  .tools {
    display: flex;
    align-items: center;
    gap: 0.25rem;
    padding: 0.25rem;
  }
  .bar {
    min-height: 3.5rem;
    background: var(--console-header);
    color: var(--console-on-header);
  }
  .school {
    font-weight: 600;
  }
  .school,
  .address > * {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .tool {
    display: inline-grid;
    place-items: center;
    flex: none;
    width: 44px;
    height: 44px;
    border-radius: 50%;
    color: inherit;
    font-size: 1.25rem;
  }
  .tool:hover:not(:disabled) {
    background: color-mix(in oklab, currentcolor 12%, transparent);
  }
  .tool:focus-visible {
    outline-color: currentcolor;
    outline-offset: -4px;
  }
  .area {
    position: relative;
    min-height: 0;
    overflow: hidden;
  }
  iframe {
    width: 100%;
    height: 100%;
  }
  .home {
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 1rem;
    height: 100%;
    padding: 1.5rem;
    text-align: center;
    color: var(--wa-color-text-quiet);
  }
  .home > .icon {
    font-size: 2.2rem;
    color: var(--wa-color-brand-on-quiet);
  }
  .shade {
    position: absolute;
    inset: 0;
    background: rgb(0 0 0 / 45%);
  }
  .menu {
    position: absolute;
    inset-block: 0;
    inset-inline-start: 0;
    width: min(80%, 18rem);
    overflow-y: auto;
    background: var(--console-card);
    box-shadow: 0.5rem 0 2rem -0.5rem rgb(0 0 0 / 50%);
  }
  .who {
    display: grid;
    gap: 0.15rem;
    padding: 1.25rem 1rem;
    background: var(--wa-color-brand-fill-quiet);
  }
  .who .thumb {
    width: 3.5rem;
    height: 3.5rem;
    margin-block-end: 0.4rem;
  }
  .more {
    display: flex;
    align-items: center;
    gap: 0.9rem;
    width: 100%;
    min-height: 3.25rem;
    padding: 0.5rem 1.1rem;
    border-radius: 0;
    font-weight: 600;
  }
  .more:hover {
    background: var(--wa-color-surface-lowered);
  }
  .more:focus-visible {
    outline-offset: -3px;
  }
  .menu > p {
    padding: 1rem;
  }
  .leaving {
    position: absolute;
    inset: auto 0.75rem 0.75rem;
    padding: 1rem;
    border-color: var(--wa-color-warning-border-normal);
    box-shadow: 0 0.5rem 2rem rgb(0 0 0 / 35%);
    overflow-wrap: anywhere;
  }
  .tools {
    border: 1px solid var(--wa-color-surface-border);
    border-radius: 999px;
    background: var(--console-card);
  }
  .said {
    overflow-wrap: anywhere;
  }
  .address {
    flex: 1 1 auto;
    min-width: 0;
    display: grid;
    line-height: 1.3;
    font-size: 0.875rem;
  }

  @media (max-width: 50rem) {
    .phone,
    .tools,
    .said {
      width: 100%;
    }
    .phone {
      padding: 0.35rem;
      border-radius: 1.2rem;
    }
    .glass {
      border-radius: 0.9rem;
      clip-path: inset(0 round 0.9rem);
      height: 36rem;
    }
  }
`
