/** Style of the page for a refused visitor. It loads no other file, so it works when other requests fail. */
export const STYLE = `
:root{color-scheme:light dark;--ground:#f4f5f2;--card:#fff;--ink:#1d2b2f;--soft:#536166;--line:#dbe0dd;--accent:#1b5f63;--tint:#e3efee}
@media(prefers-color-scheme:dark){:root{--ground:#101a1d;--card:#17252a;--ink:#e9efee;--soft:#a9b7b8;--line:#2f4147;--accent:#8cc9c8;--tint:#1f363b}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100svh;display:grid;place-items:center;padding:1.25rem;background:var(--ground);color:var(--ink);font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"PingFang HK","Microsoft JhengHei","Noto Sans CJK TC","Noto Sans TC",sans-serif}
main{width:100%;max-width:27rem;padding:clamp(1.5rem,6vw,2.5rem);background:var(--card);border:1px solid var(--line);border-radius:1.25rem}
svg{display:block;width:3.75rem;height:3.75rem;margin-bottom:1.25rem;padding:.65rem;border-radius:1rem;background:var(--tint);color:var(--accent)}
h1,h2{margin:0;font-size:clamp(1.375rem,1.2rem + .9vw,1.625rem);line-height:1.3;font-weight:650;letter-spacing:-.01em;text-wrap:balance;overflow-wrap:anywhere}
h1:lang(zh),h2:lang(zh){letter-spacing:0}
p{margin:.6rem 0 0;color:var(--soft);white-space:pre-line;overflow-wrap:anywhere;text-wrap:pretty}
ol{list-style:none;margin:1.5rem 0 0;padding:0;counter-reset:step}
li{counter-increment:step;display:flex;align-items:center;gap:.85rem;padding:.7rem 0;border-top:1px solid var(--line);font-weight:550}
li::before{content:counter(step);flex:none;display:grid;place-items:center;width:1.75rem;height:1.75rem;border-radius:50%;background:var(--tint);color:var(--accent);font-size:.9375rem;font-weight:650;font-variant-numeric:tabular-nums;line-height:1}
section+section{margin-top:1.75rem;padding-top:1.75rem;border-top:1px solid var(--line)}
footer{margin-top:1.5rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--soft);font-size:.8125rem;overflow-wrap:anywhere}
code{font:1em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
@media(forced-colors:active){svg,li::before{border:1px solid;background:none;color:CanvasText}}
`

/** Hash of {@link STYLE}, for the page's Content-Security-Policy. */
export const STYLE_HASH = 'sha256-Rs7G5tKGgf9FoQ1pqqbm6Jad3/sS7vzIMk45KtJ3TMM='
