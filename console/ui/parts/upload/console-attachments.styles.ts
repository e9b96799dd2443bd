import { css } from 'lit'
import { fileStyles } from './file-styles.ts'

export const styles = [
  fileStyles,
  css`
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
  .titles a {
    color: inherit;
    text-decoration: none;
  }
  .titles a:hover {
    text-decoration: underline;
  }
  @media (max-width: 50rem) {
    .grip {
      display: none;
    }
  }
`,
]
