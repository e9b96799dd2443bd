/** Styles of the trip sign-up, in addition to the school's own. */

export const STYLES = `
:root { --edge: clamp(1.25rem, 5vw, 4rem); }

h1 { -webkit-text-stroke: 0.012em currentcolor; }
h1 { font-size: clamp(2.2rem, 1.7rem + 2.4vw, 3.4rem); }
h2 { font-size: clamp(1.6rem, 1.4rem + 0.9vw, 2.05rem); text-wrap: wrap; }
h1:lang(zh-HK) { font-size: clamp(1.9rem, 1.5rem + 2vw, 2.9rem); }

.top, main, .foot { width: 100%; max-width: 68rem; margin-inline: auto; padding-inline: var(--edge); }

.top {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 1rem;
  padding-block: max(0.9rem, env(safe-area-inset-top)) 0.9rem;
}

main { padding-block: clamp(1.25rem, 4vw, 3rem) clamp(3rem, 7vw, 5rem); }

.lead { max-width: 36rem; margin-top: 0.8rem; color: var(--soft); font-size: 1.06rem; text-wrap: pretty; }

.back { margin-bottom: 1rem; }
.back a { display: inline-block; padding-block: 0.6rem; color: var(--soft); }

.group { display: inline-block; color: var(--soft); font-family: var(--text); font-size: 1rem; font-weight: 400; letter-spacing: 0; white-space: nowrap; -webkit-text-stroke: 0; }

.child { margin-top: clamp(2.25rem, 5vw, 3.5rem); }
.empty { margin-top: 0.75rem; color: var(--soft); }

/* Trips */

.trips { margin-top: 1rem; border-top: 1px solid var(--line); }

.trip {
  display: grid;
  grid-template-columns: 3.25rem 1fr;
  gap: 0.4rem 1.1rem;
  padding-block: 1.15rem;
  border-bottom: 1px solid var(--line);
}

.leaf { grid-row: 1 / span 2; font-size: 0.85rem; line-height: 1.25; text-align: center; }
.leaf time { display: grid; }
.leaf-month, .leaf-weekday { color: var(--soft); }
.leaf-day { font-family: var(--display); font-size: 2rem; line-height: 1.1; -webkit-text-stroke: 0.012em currentcolor; }

.trip-title { font-size: 1.12rem; font-weight: 600; line-height: 1.35; }
.trip-more { margin-top: 0.15rem; color: var(--soft); font-size: 0.94rem; }

.standing { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.85rem; grid-column: 2; font-size: 0.94rem; }
.is-open { color: var(--sea); font-weight: 600; }
.is-full, .is-closed, .until { color: var(--soft); }
.is-signed { padding: 0.05rem 0.75rem 0.05rem 0.6rem; border-radius: 2rem; background: var(--sea); color: var(--paper); font-size: 0.9rem; font-weight: 600; }
.is-signed::before { content: "✓" / ""; margin-right: 0.4rem; }

@media (min-width: 44rem) {
  .trip { grid-template-columns: 3.75rem 1fr auto; align-items: center; column-gap: 1.5rem; }
  .leaf { grid-row: 1; }
  .standing { flex-direction: column; align-items: end; grid-column: 3; }
}

/* One trip */

@media (min-width: 58rem) {
  .two { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); align-items: start; }
}

.day { margin-bottom: 0.5rem; color: var(--sea); font-weight: 600; }
.about .lead { color: var(--ink); }

/* A long word must not make the page or a list wider. */
.as-typed { white-space: pre-line; overflow-wrap: anywhere; }

/* The upper edge looks cut, like a paper slip. */
.slip { padding: 1.5rem clamp(1.25rem, 4vw, 2rem) 1.75rem; border-top: 2px dashed var(--soft); background: var(--raised); }
.slip h2 + * { margin-top: 1.1rem; }
.slip .facts { margin-top: 1.1rem; }

.field-name { display: block; font-weight: 600; }
.optional { color: var(--soft); font-weight: 400; }
.optional::before { content: "("; }
.optional::after { content: ")"; }
.optional:lang(zh-HK)::before { content: "（"; }
.optional:lang(zh-HK)::after { content: "）"; }

.hint { margin-top: 0.15rem; color: var(--soft); font-size: 0.94rem; }

textarea {
  display: block;
  width: 100%;
  min-height: 6.5rem;
  margin-top: 0.6rem;
  padding: 0.7rem 0.85rem;
  border: 1px solid var(--soft);
  border-radius: 4px;
  background: var(--paper);
  color: inherit;
  font: inherit;
  line-height: 1.5;
  resize: vertical;
}
[aria-invalid="true"] { border-color: var(--coral); outline: 1px solid var(--coral); }
[aria-invalid="true"]:focus-visible { outline: 3px solid var(--coral); }

.consent { display: grid; grid-template-columns: auto 1fr; gap: 0 0.85rem; margin-top: 1.35rem; }
.consent input { width: 1.5rem; height: 1.5rem; margin: 0.05rem 0 0; accent-color: var(--sea); }
.consent label { padding-bottom: 0.25rem; }

.button { margin-top: 1.35rem; }
.button + .hint { margin-top: 0.9rem; }
@media (max-width: 30rem) { .slip .button { width: 100%; } }

.seal { color: var(--sea); font-size: 1.2rem; font-weight: 600; line-height: 1.4; }
.seal:not(.is-shut)::before { content: "✓" / ""; margin-right: 0.5rem; }
.seal.is-shut { color: var(--ink); }
.seal + p { margin-top: 0.4rem; }
.facts + .hint { margin-top: 1.1rem; }

.withdraw { margin-top: 1.1rem; }
.withdraw summary { display: inline-flex; align-items: center; list-style: none; }
.withdraw summary::-webkit-details-marker { display: none; }
.withdraw .button { margin-top: 0.9rem; }

.message { margin-bottom: 1.25rem; padding: 0.9rem 1.1rem; border-left: 4px solid var(--coral); background: var(--sand); }
.message h2 { margin-bottom: 0.3rem; font-family: var(--text); font-size: 1.05rem; font-weight: 600; letter-spacing: 0; -webkit-text-stroke: 0; }
.message :is(h2, a) { color: var(--coral); }

/* Lists of the office */

.tally { margin-top: 1.5rem; }
.tally strong { font-family: var(--display); font-size: 1.7rem; font-weight: 400; -webkit-text-stroke: 0.012em currentcolor; }

.sheet { margin-top: clamp(2.25rem, 5vw, 3.5rem); }
table { margin-top: 1rem; font-size: 0.96rem; }
thead th { border-color: var(--soft); color: var(--soft); font-size: 0.88rem; font-weight: 400; white-space: nowrap; }
tbody th { width: 30%; font-weight: 600; }
.below { display: block; color: var(--soft); font-size: 0.9rem; font-weight: 400; font-variant-numeric: tabular-nums; }
td.by { width: 26%; word-break: keep-all; }

@media screen and (max-width: 43.99rem) {
  table, tbody { display: block; }
  thead { position: absolute; overflow: hidden; width: 1px; height: 1px; clip-path: inset(50%); }
  tbody { border-top: 1px solid var(--line); }
  tbody tr { display: grid; grid-template-columns: 1fr 9.5rem; gap: 0.3rem 1rem; padding-block: 0.85rem; border-bottom: 1px solid var(--line); }
  tbody tr :is(th, td) { width: auto; padding: 0; border: 0; }
  tbody tr td.as-typed { padding-left: 0.85rem; border-left: 3px solid var(--sea); }
  td.as-typed { grid-row: 2; grid-column: 1 / -1; }
  td.as-typed:empty { display: none; }
  td.by { width: auto; color: var(--soft); font-size: 0.9rem; text-align: end; }
}

.missing { margin-top: 1rem; color: var(--soft); font-size: 0.94rem; }
.missing strong { margin-right: 0.5rem; color: var(--ink); font-weight: 600; }

/* Notices */

.notice { max-width: 40rem; padding-top: clamp(0.5rem, 4vw, 2.5rem); }
.notice h1 { font-size: clamp(2rem, 1.6rem + 2vw, 2.8rem); }
.notice .lead { font-size: 1.12rem; }

.foot {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 1.5rem;
  padding-block: 1rem max(1.25rem, env(safe-area-inset-bottom));
  color: var(--soft);
  font-size: 0.94rem;
}
.foot::before { content: ""; flex: 0 0 100%; margin-bottom: 0.75rem; border-top: 1px solid var(--line); }
.quiet-button { padding: 0; border: 0; background: none; font: inherit; }
:is(.withdraw summary, .quiet-button) { min-height: 2.75rem; color: var(--sea); text-decoration: underline; text-decoration-thickness: 0.07em; text-underline-offset: 0.2em; cursor: pointer; }

@media (forced-colors: active) {
  .is-signed, .slip, .message { border: 1px solid; }
  .slip { border-top: 2px dashed; }
  .is-signed { background: Canvas; color: CanvasText; }
  /* The background of a line of text would cover the line above. */
  .leaf, .leaf * { forced-color-adjust: none; color: CanvasText; }
}

@media print {
  html { font-size: 10pt; }
  .back, .foot, .skip { display: none; }
  main { padding-block: 0; }
  .sheet + .sheet { break-before: page; }
}
`
