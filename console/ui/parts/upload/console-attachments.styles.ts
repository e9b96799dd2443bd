import { css } from 'lit'

export const styles = css`
  .files {
    list-style: none;
    margin: 0 0 var(--wa-space-s);
    padding: 0;
    display: grid;
    gap: 0.4rem;
  }
  .file {
    position: relative;
    display: flex;
    align-items: center;
    gap: 0.75rem;
    padding: 0.5rem 0.6rem;
    border: 1px solid var(--wa-color-surface-border);
    border-radius: var(--wa-border-radius-m);
    background: var(--console-card);
  }
  .file.dragged {
    opacity: 0.45;
  }
  .file.before::before,
  .file.after::after {
    content: "";
    position: absolute;
    inset-inline: 0;
    height: 3px;
    border-radius: 2px;
    background: var(--wa-color-brand-border-loud);
  }
  .file.before::before {
    top: -0.4rem;
  }
  .file.after::after {
    bottom: -0.4rem;
  }
  .grip {
    flex: none;
    cursor: grab;
    color: var(--wa-color-text-quiet);
    padding: 0.6rem 0.1rem;
    touch-action: none;
  }
  img,
  .blank {
    flex: none;
    width: 3.5rem;
    height: 3.5rem;
    border-radius: 6px;
    object-fit: cover;
    background: var(--wa-color-surface-lowered);
  }
  .blank {
    display: grid;
    place-items: center;
    font-size: 1.4rem;
    color: var(--wa-color-text-quiet);
  }
  .facts {
    flex: 1 1 10rem;
    min-width: 0;
    display: grid;
    gap: 0.1rem;
  }
  .facts a,
  .name {
    font-weight: 600;
    color: inherit;
    overflow-wrap: anywhere;
    text-decoration: none;
  }
  .facts a:hover {
    text-decoration: underline;
  }
  .fault {
    font-size: 0.9375rem;
    color: var(--wa-color-danger-on-quiet);
  }
  .failed {
    border-color: var(--wa-color-danger-border-normal);
    background: var(--wa-color-danger-fill-quiet);
  }
  .failed .blank {
    background: none;
    color: var(--wa-color-danger-on-quiet);
  }
  progress {
    appearance: none;
    display: block;
    width: 100%;
    height: 6px;
    margin-block-start: 0.3rem;
    border: 0;
    border-radius: 3px;
    background: var(--wa-color-surface-border);
    overflow: hidden;
  }
  progress::-webkit-progress-bar {
    background: var(--wa-color-surface-border);
  }
  progress::-webkit-progress-value {
    background: var(--wa-color-brand-fill-loud);
    transition: inline-size 150ms linear;
  }
  progress::-moz-progress-bar {
    background: var(--wa-color-brand-fill-loud);
  }
  .checking progress {
    animation: checking 1s ease-in-out infinite alternate;
  }
  @keyframes checking {
    to {
      opacity: 0.35;
    }
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: flex-end;
    gap: 0.15rem;
  }
  .act {
    display: grid;
    place-items: center;
    width: 2.5rem;
    height: 2.5rem;
    border: 0;
    border-radius: var(--wa-border-radius-m);
    background: none;
    color: var(--wa-color-text-quiet);
    cursor: pointer;
  }
  .act:hover:not([aria-disabled]) {
    background: var(--wa-color-surface-lowered);
    color: var(--wa-color-text-normal);
  }
  .act[aria-disabled] {
    opacity: 0.35;
    cursor: default;
  }
  @media (max-width: 50rem) {
    .file {
      flex-wrap: wrap;
    }
    .grip {
      display: none;
    }
    .act {
      width: 44px;
      height: 44px;
    }
    .actions {
      flex: 1 0 100%;
    }
  }
`
