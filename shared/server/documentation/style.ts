/** How the documentation page looks: dark or light as the reader's system is, and it fits a phone. */
export const STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1c2430, #e6e9ef);
  --quiet: light-dark(#52606f, #a5b0bf);
  --page: light-dark(#fff, #14181f);
  --panel: light-dark(#f3f5f8, #1d232d);
  --line: light-dark(#d5dbe3, #343d4a);
  --link: light-dark(#0b5cad, #7db8ff);
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 62rem; padding: 1.5rem clamp(1rem, 4vw, 3rem) 4rem;
  background: var(--page); color: var(--text);
  font: 1rem/1.55 system-ui, "Noto Sans HK", "PingFang HK", "Microsoft JhengHei", sans-serif;
}
h1 { font-size: 1.7rem; line-height: 1.25; margin: .5rem 0; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
h4 { font-size: .95rem; margin: 1rem 0 .25rem; }
a { color: var(--link); }
p { margin: .4rem 0; }
code, pre { font-family: ui-monospace, "Cascadia Mono", Menlo, monospace; font-size: .9em; }
section.operation { border-top: 1px solid var(--line); }
.quiet { color: var(--quiet); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; }
th, td { text-align: start; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid var(--line); }
thead th { background: var(--panel); font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 400; white-space: nowrap; }
ul { padding-inline-start: 1.2rem; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
`
