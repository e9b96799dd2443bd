/**
 * Styles of the published pages. Every colour, font and width is a custom property that the host's style sheet can set. Dark
 * or light as in the reader's system.
 */
export const STYLE = `:root {
  --news-page: #fbfaf7;
  --news-raised: #ffffff;
  --news-text: #1d2430;
  --news-quiet: #596372;
  --news-line: #dfdcd4;
  --news-accent: #14507a;
  --news-on-accent: #ffffff;
  --news-wide: 62rem;
  --news-column: 42rem;
  --news-radius: .5rem;
  --news-font: system-ui, "Noto Sans HK", "Noto Sans CJK HK", "PingFang HK", "Microsoft JhengHei", sans-serif;
  --news-heading-font: "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, "Noto Serif", "Noto Serif HK",
    "Noto Serif CJK HK", "Songti TC", PMingLiU, serif;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --news-page: #14171c;
    --news-raised: #1c2128;
    --news-text: #e8e9ec;
    --news-quiet: #a3adba;
    --news-line: #333a44;
    --news-accent: #8fc5f0;
    --news-on-accent: #0c1a26;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column;
  background: var(--news-page); color: var(--news-text);
  font: 1.0625rem/1.65 var(--news-font);
}
body > * { width: 100%; max-width: calc(var(--news-wide) + 2 * var(--edge)); margin-inline: auto; padding-inline: var(--edge); }
:root { --edge: clamp(1.1rem, 4vw, 2.5rem); }
main { flex: 1; padding-block: clamp(1.5rem, 4vw, 3rem) 3rem; }
a { color: var(--news-accent); text-underline-offset: .18em; text-decoration-thickness: .06em; }
a:hover { text-decoration-thickness: .12em; }
:focus-visible { outline: 3px solid var(--news-accent); outline-offset: 3px; border-radius: 2px; }
img, video { display: block; max-width: 100%; height: auto; }
h1, h2, h3 { font-family: var(--news-heading-font); font-weight: 600; line-height: 1.22; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: clamp(1.9rem, 1.3rem + 2.4vw, 3rem); letter-spacing: -.012em; margin: 0; }
:is(h1, h2, h3):lang(zh) { letter-spacing: .01em; line-height: 1.35; text-wrap: pretty; word-break: auto-phrase; }
p { margin: 0; }

.skip { position: absolute; inset-inline-start: -100vw; top: 0; width: auto; padding: .7rem 1.1rem; background: var(--news-accent); color: var(--news-on-accent); z-index: 1; }
.skip:focus { inset-inline-start: 0; }

header.site, footer.site { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; justify-content: space-between; }
header.site { padding-block: .5rem; border-bottom: 1px solid var(--news-line); max-width: none; padding-inline: max(var(--edge), calc((100% - var(--news-wide)) / 2)); }
header.site a { display: inline-flex; align-items: center; min-height: 2.75rem; text-decoration: none; color: inherit; }
header.site a:hover { text-decoration: underline; }
header.site .name { font-weight: 650; }
header.site nav { margin-inline-start: auto; }
header.site nav a { padding-inline: 1rem; border: 1px solid var(--news-line); border-radius: 2rem; min-height: 2.5rem; font-size: .94rem; background: var(--news-raised); }
footer.site { padding-block: 1.25rem 2rem; border-top: 1px solid var(--news-line); color: var(--news-quiet); font-size: .92rem; }
footer.site ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 0; padding: 0; }
footer.site a { display: inline-flex; align-items: center; min-height: 2.75rem; color: inherit; }

h1 small { display: block; margin-top: .4rem; font: 500 1.05rem/1.5 var(--news-font); letter-spacing: 0; color: var(--news-quiet); }
.when { color: var(--news-quiet); font-size: .9rem; }
.count::before { content: "· "; }
.nothing { margin-top: 2rem; color: var(--news-quiet); }

.list { list-style: none; margin: clamp(1.25rem, 3vw, 2rem) 0 0; padding: 0; }
.list > li { border-top: 1px solid var(--news-line); }
.list article { position: relative; display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem 1.5rem; align-items: start; padding-block: 1.4rem; }
.list article:has(> img) { grid-template-columns: minmax(0, 1fr) auto; }
.list img { width: clamp(5.25rem, 20vw, 8.5rem); aspect-ratio: 1; object-fit: cover; border-radius: var(--news-radius); background: var(--news-line); }
.list .words { max-width: var(--news-column); }
.list h2 { font-size: clamp(1.2rem, 1.1rem + .5vw, 1.45rem); margin: .2rem 0 .35rem; }
.list h2 a { color: inherit; text-decoration: none; }
.list h2 a::after { content: ""; position: absolute; inset: 0; }
.list article:hover h2 a { text-decoration: underline; color: var(--news-accent); }
.list h2 a:focus-visible { outline: none; }
.list article:has(h2 a:focus-visible) { outline: 3px solid var(--news-accent); outline-offset: 3px; border-radius: 2px; }
.summary { color: var(--news-quiet); text-wrap: pretty; }
.lead { border-top: 0 !important; }
.lead article { padding-block: 0 2rem; }
.lead h2 { font-size: clamp(1.6rem, 1.2rem + 1.6vw, 2.3rem); }
.lead article:has(> img) { grid-template-columns: minmax(0, 1fr); }
.lead img { grid-row: 1; width: 100%; aspect-ratio: 16 / 9; }
.lead img[width="200"] { width: 12rem; max-width: 100%; aspect-ratio: 1; }
@media (min-width: 52rem) {
  .lead article:has(> img) { grid-template-columns: minmax(0, 1.35fr) minmax(0, 1fr); gap: 2.25rem; align-items: center; }
  .lead article:has(> img[width="200"]) { grid-template-columns: auto minmax(0, 1fr); }
}

.pages { display: flex; flex-wrap: wrap; gap: .75rem; justify-content: space-between; margin-top: 2rem; padding-top: 1.5rem; border-top: 1px solid var(--news-line); }
.pages a { display: inline-flex; align-items: center; min-height: 3rem; padding: .5rem 1.25rem; border: 1px solid var(--news-line); border-radius: var(--news-radius); background: var(--news-raised); text-decoration: none; font-weight: 600; }
.pages a:hover { border-color: currentcolor; }
.pages a[rel="next"]:only-child { margin-inline-start: auto; }

.entry { max-width: var(--news-column); margin-inline: auto; }
.entry h1 { margin: .35rem 0 0; }
.entry .cover { width: 100%; margin-top: 1.75rem; border-radius: var(--news-radius); }
.body { margin-top: 1.75rem; overflow-wrap: break-word; }
.body > :first-child { margin-top: 0; }
.body :is(p, ul, ol, blockquote, figure, dl, pre, .scroll) { margin: 0 0 1.1em; }
.body :is(h2, h3, h4, h5, h6) { margin: 1.6em 0 .5em; }
.body h2 { font-size: 1.45rem; }
.body h3 { font-size: 1.2rem; }
.body :is(h4, h5, h6) { font-size: 1rem; }
.body li { margin-bottom: .3em; }
.body blockquote { padding-inline-start: 1.1rem; border-inline-start: 3px solid var(--news-line); color: var(--news-quiet); }
.body img { border-radius: var(--news-radius); }
.body pre { overflow-x: auto; white-space: pre-wrap; }
.scroll { overflow-x: auto; }
.body table { border: 0; border-collapse: collapse; min-width: 60%; font-size: .95em; font-variant-numeric: tabular-nums; }
.body :is(th, td) { padding: .5rem .75rem; border: 0; border-bottom: 1px solid var(--news-line); text-align: start; vertical-align: top; }
.body :is(th, td) > :is(p, ul):last-child { margin-bottom: 0; }
.body caption { text-align: start; color: var(--news-quiet); padding-bottom: .4rem; }
.body hr { border: 0; border-top: 1px solid var(--news-line); margin: 2em 0; }
@media (prefers-color-scheme: dark) {
  /* Colours for a white page: dark grey would not be readable on a dark page. */
  .body :is([style*="color"], [bgcolor], [color]) { color: inherit !important; background-color: transparent !important; }
}

.entry section { margin-top: 2.5rem; }
.entry section > h2 { font-size: 1.2rem; margin: 0 0 .9rem; padding-top: 1rem; border-top: 1px solid var(--news-line); }
.gallery ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 11rem), 1fr)); gap: .75rem; list-style: none; margin: 0; padding: 0; }
.gallery a { display: block; }
.gallery img { width: 100%; aspect-ratio: 4 / 3; object-fit: cover; border-radius: var(--news-radius); background: var(--news-line); }
.players figure { margin: 0 0 1.25rem; }
.players audio { display: block; width: 100%; }
.players video { width: 100%; aspect-ratio: 16 / 9; background: #000; border-radius: var(--news-radius); }
.files ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .6rem; }
.file { display: flex; gap: .2rem .9rem; align-items: center; min-height: 3rem; text-decoration: none; }
.files .file { padding: .6rem .9rem; border: 1px solid var(--news-line); border-radius: var(--news-radius); background: var(--news-raised); }
.files .file:hover { border-color: currentcolor; }
.file .kind { flex: none; padding: .1rem .5rem; border-radius: .25rem; background: var(--news-accent); color: var(--news-on-accent); font-size: .78rem; font-weight: 700; }
.file .file-name { min-width: 0; overflow-wrap: anywhere; text-decoration: underline; }
.file .size { flex: none; margin-inline-start: auto; color: var(--news-quiet); font-size: .9rem; }

.entry + .pages { max-width: var(--news-column); margin: 3rem auto 0; display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); }
.entry + .pages .all { grid-column: 1 / -1; grid-row: 2; justify-content: center; }
.entry + .pages :is(.prev, .next) { flex-direction: column; align-items: flex-start; justify-content: flex-start; padding-block: .8rem; line-height: 1.4; overflow-wrap: anywhere; }
.entry + .pages .next { grid-column: 2; align-items: flex-end; text-align: end; }
.entry + .pages span { color: var(--news-quiet); font-size: .88rem; font-weight: 400; }
@media (max-width: 34rem) {
  .entry + .pages :is(.prev, .next, .all) { grid-column: 1 / -1; grid-row: auto; }
  .entry + .pages .all { order: 1; }
}

.choices { list-style: none; margin: 2rem 0 0; padding: 0; display: grid; gap: .75rem; max-width: var(--news-column); }
.choices a { display: flex; justify-content: space-between; gap: 1rem; padding: 1rem 1.25rem; border: 1px solid var(--news-line); border-radius: var(--news-radius); background: var(--news-raised); text-decoration: none; }
.choices a:hover { border-color: currentcolor; }

@media print {
  header.site nav, footer.site, .pages, .players, .skip { display: none; }
  body { background: none; }
}
`
