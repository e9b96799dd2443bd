/** The root page's looks, in the console's colours. */
export const STYLE = `
:root{color-scheme:light dark;--ground:#f3f6f6;--card:#fff;--ink:#1b2a2e;--quiet:#52636a;--line:#d9e1e2;--accent:#1c5f68}
@media(prefers-color-scheme:dark){:root{--ground:#0f1b1f;--card:#16252a;--ink:#e7eeee;--quiet:#a5b6b9;--line:#2d4147;--accent:#7fbabd}}
body{margin:0;padding:1rem;background:var(--ground);color:var(--ink);font:1rem/1.6 system-ui,"Segoe UI","PingFang HK","Microsoft JhengHei","Noto Sans CJK TC",sans-serif}
header{max-width:46rem;margin:0 auto;text-align:end}
header a{display:inline-block;padding:.6rem}
main{max-width:42rem;margin:1rem auto 4rem;padding:clamp(1.25rem,5vw,2.5rem);background:var(--card);border:1px solid var(--line);border-radius:.9rem}
h1{margin:0 0 .25rem;font-size:clamp(1.6rem,1.2rem + 2vw,2.2rem);line-height:1.2}
h2{margin:2rem 0 0;font-size:1.15rem}
p{margin:0;color:var(--quiet)}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:4px}
ul{list-style:none;margin:1.5rem 0 0;padding:0;display:grid;gap:.9rem}
li{display:grid;gap:.4rem;color:var(--quiet)}
li a{justify-self:start;padding:.6rem 1.1rem;border-radius:.5rem;border:1px solid var(--accent);font-weight:600;text-decoration:none}
li:first-child a{background:var(--accent);color:var(--card)}
dl{margin:0}
dt{margin-top:.9rem;font-weight:600}
dd{margin:0;overflow-wrap:anywhere;font-size:.95rem}
code{font:.92em ui-monospace,monospace}
`
