/** Where things stand: below or beside each other, in cards, in tiles, and with a picture before them. */
import { css } from 'lit'

export const layout = css`
  .stack {
    display: grid;
    gap: var(--wa-space-l);
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
  }
  .stack.tight {
    gap: var(--wa-space-s);
  }
  .row,
  .head,
  .foot,
  .note {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--wa-space-s);
  }
  .row > .end {
    margin-inline-start: auto;
  }
  /* As many columns as have room for the narrowest; .wide takes all. */
  .columns {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, var(--column, 19rem)), 1fr));
    gap: var(--wa-space-l);
    align-items: start;
  }
  .columns > .wide {
    grid-column: 1 / -1;
  }
  .columns > .card {
    height: 100%;
  }
  .filters,
  .inline {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: var(--wa-space-s);
  }
  .inline > .field {
    flex: 1 1 9.5rem;
  }
  .inline > :is(.hint, .fault, [role='alert']) {
    flex-basis: 100%;
  }
  .filters > select {
    width: auto;
  }

  .card {
    background: var(--console-card);
    border: 1px solid var(--wa-color-surface-border);
    border-radius: var(--wa-border-radius-l);
    padding: var(--wa-space-l);
  }
  .card.flush {
    --inset: var(--wa-space-l);
    padding: 0;
    overflow: clip;
  }
  /* A card that asks for attention. */
  .card.loud {
    border: 2px solid var(--wa-color-brand-border-normal);
  }
  .head {
    justify-content: space-between;
  }
  .flush > :is(.head, .foot, .above) {
    padding: 1rem var(--inset);
  }
  .flush > .foot {
    background: var(--wa-color-surface-lowered);
    border-block-start: 1px solid var(--wa-color-surface-border);
  }
  .foot.more {
    justify-content: center;
  }

  /* A note above or inside a page. */
  .note {
    padding: 0.75rem 1rem;
    border-radius: var(--wa-border-radius-m);
    border: 1px solid var(--wa-color-brand-border-quiet);
    background: var(--wa-color-brand-fill-quiet);
    color: var(--wa-color-text-normal);
  }
  .note.warn {
    border-color: var(--wa-color-warning-border-normal);
    background: var(--wa-color-warning-fill-quiet);
  }
  .note.bad {
    border-color: var(--wa-color-danger-border-normal);
    background: var(--wa-color-danger-fill-quiet);
  }
  .note > .grow {
    flex: 1 1 12rem;
  }

  /* A small picture, or what stands in its place, before a name and what else is said of it. */
  .entry {
    display: flex;
    align-items: center;
    gap: 0.9rem;
    min-width: 0;
  }
  .titles {
    display: grid;
    justify-items: start;
    min-width: 0;
    overflow-wrap: anywhere;
    line-height: 1.4;
  }
  .titles > :first-child:not(strong) {
    font-weight: 600;
  }
  .thumb {
    flex: none;
    display: grid;
    place-items: center;
    width: 3.5rem;
    height: 3.5rem;
    border-radius: 8px;
    object-fit: cover;
    font-size: 1.3rem;
    color: var(--wa-color-text-quiet);
    background: var(--wa-color-surface-lowered);
  }
  .thumb.face {
    width: 2.5rem;
    height: 2.5rem;
    border-radius: 50%;
  }

  /* Things to choose from, beside each other. */
  .tiles {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--column, 9.5rem)), 1fr));
    gap: 0.5rem;
  }
  .tile {
    padding: 0.5rem 0.7rem;
    border: 1px solid var(--wa-color-surface-border);
    border-radius: var(--wa-border-radius-m);
    font-size: 0.9375rem;
    line-height: 1.3;
    text-align: start;
    overflow-wrap: anywhere;
    background: var(--console-card);
    cursor: pointer;
  }
  .tile:hover:not(:disabled) {
    border-color: var(--wa-color-brand-border-loud);
    background: var(--wa-color-brand-fill-quiet);
  }
  /* Things to choose from, one below the other. */
  .options {
    margin-block-start: 0.35rem;
    padding: 0.25rem;
    max-height: 19rem;
    overflow-y: auto;
    border: 1px solid var(--wa-color-surface-border);
    border-radius: var(--wa-border-radius-m);
    background: var(--console-card);
  }
  .options button {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem;
    width: 100%;
    min-height: 3rem;
    padding: 0.3rem 0.5rem;
    text-align: start;
  }
  .options button:is(:hover, [aria-pressed='true']) {
    background: var(--wa-color-brand-fill-quiet);
  }
  .options button:focus-visible {
    outline-offset: -3px;
  }

  @media (max-width: 50rem) {
    .card {
      padding: var(--wa-space-m);
    }
    .card.flush {
      --inset: var(--wa-space-m);
    }
    .filters > *,
    .inline > wa-button {
      flex: 1 1 100%;
    }
    .filters > select {
      width: 100%;
    }
  }
`
