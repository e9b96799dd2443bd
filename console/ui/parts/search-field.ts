/** The look of a field that searches: a glass at its beginning. */
import { css } from 'lit'

export const searchField = css`
  .search {
    position: relative;
    flex: 1 1 15rem;
  }
  .search .icon {
    position: absolute;
    inset-block-start: 50%;
    inset-inline-start: 0.85rem;
    translate: 0 -50%;
    color: var(--wa-color-text-quiet);
    pointer-events: none;
  }
  .search input {
    padding-inline-start: 2.5rem;
  }
`
