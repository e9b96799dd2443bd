import { css } from 'lit'

export const styles = css`
  .files {
    margin-block-end: var(--wa-space-s);
    display: grid;
    gap: 0.4rem;
  }
  .file {
    position: relative;
    padding: 0.5rem 0.6rem;
    border: 1px solid var(--wa-color-surface-border);
    border-radius: var(--wa-border-radius-m);
    background: var(--console-card);
  }
  .dragged {
    opacity: 0.45;
  }
  .before::before,
  .after::after {
    content: "";
    position: absolute;
    inset-inline: 0;
    height: 3px;
    border-radius: 2px;
    background: var(--wa-color-brand-border-loud);
  }
  .before::before {
    top: -0.4rem;
  }
  .after::after {
    bottom: -0.4rem;
  }
  .grip {
    flex: none;
    cursor: grab;
    color: var(--wa-color-text-quiet);
    padding: 0.6rem 0.1rem;
    touch-action: none;
  }
  .titles {
    flex: 1 1 10rem;
  }
  .titles a {
    color: inherit;
    text-decoration: none;
  }
  .titles a:hover {
    text-decoration: underline;
  }
  .failed {
    border-color: var(--wa-color-danger-border-normal);
    background: var(--wa-color-danger-fill-quiet);
  }
  .failed .thumb {
    background: none;
    color: var(--wa-color-danger-on-quiet);
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
    gap: 0.15rem;
    justify-content: flex-end;
  }
  @media (max-width: 50rem) {
    .file {
      flex-wrap: wrap;
    }
    .grip {
      display: none;
    }
    .actions {
      flex: 1 0 100%;
    }
  }
`
