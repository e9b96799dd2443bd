/** Depth and size beyond reason: none may stop the page, and none may leave the dialog without its buttons. */

/** Beyond each limit of `shared/html/heavy.ts`. Some parsers take a time that grows with the square of the depth. */
const DEEP = 10_000
const TEDIOUS = 600
const inside = (tag: string, levels: number) =>
  `${`<${tag}>`.repeat(levels)}<img src=x onerror=pwned()>${`</${tag}>`.repeat(levels)}`

export const NESTING: readonly string[] = [
  inside('b', DEEP),
  ...['svg', 'math', 'form'].map(tag => inside(tag, DEEP)),
  ...['div', 'p', 'span', 'ul><li', 'blockquote', 'a href=x', 'font', 'x-deep', 'template'].map(tag =>
    inside(tag, TEDIOUS),
  ),
  '<table><tr><td>'.repeat(1000),
  '<div>'.repeat(DEEP),
  '</div>'.repeat(DEEP),
  '<b><i>'.repeat(500) + '</b></i>'.repeat(500),
  '<b><i><u><a>'.repeat(DEEP),
  `${Array.from({ length: 200 }, (_, index) => `<font size=${index}>`).join('')}${'<p>words</p>'.repeat(500)}`,
  '<b style="color:red">w</b>'.repeat(1500),
  '<!-- words -->'.repeat(3000),
  '<'.repeat(10_000),
  '<!--'.repeat(DEEP),
  '&'.repeat(10_000),
  `<p title="${'x'.repeat(50_000)}">words</p>`,
  `<p style="${'color:red;'.repeat(5000)}">words</p>`,
  `<p style="${'('.repeat(50_000)}">words</p>`,
  `<p style="color:rgb(${'1,'.repeat(50_000)}">words</p>`,
  `<a href="https://school.example/${'a'.repeat(100_000)}">words</a>`,
  `<a href="java${'\n'.repeat(50_000)}script:pwned()">words</a>`,
  `<p ${Array.from({ length: 5000 }, (_, index) => `a${index}=1`).join(' ')} onclick=pwned()>words</p>`,
  `<p ${Array.from({ length: 5000 }, (_, index) => `a${index}`).join('/')} onclick=pwned()>words</p>`,
  `<${'x'.repeat(100_000)} onclick=pwned()>words`,
  `<p on${'x'.repeat(100_000)}=pwned()>words</p>`,
  '<td colspan=999999999 rowspan=999999999>words</td>',
  '<table><td colspan=1000 rowspan=65534 width=99999999>words</table>',
  '<table><td colspan="&#49;000" rowspan=" +65534x">words</table>',
  `<table>${'<td rowspan=65534>words'.repeat(1000)}</table>`,
  `<table>${'<td colspan=1000>words'.repeat(20)}${'<tr><td>words'.repeat(2500)}</table>`,
  `<table>${'<td>words'.repeat(5000)}${'<tr><td>words'.repeat(2400)}</table>`,
  `<table>${'<td>words'.repeat(150)}${'<tr><td>words'.repeat(150)}</table>`,
  `<table>${'<col span=1000>'.repeat(1000)}<td>words</table>`,
  '<ol start=-2147483649 type=x reversed><li value=99999999999>words</ol>',
  '<img src="https://pictures.example/dot.png" width=99999999 height=99999999 alt="words">',
  '<p style="font-size:99px;width:9999px;max-width:9999px;margin-left:9999px;padding-left:9999px;text-indent:9999px">words</p>',
]
