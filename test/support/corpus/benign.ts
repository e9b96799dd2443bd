/** Message bodies as editors write them and as offices paste them: what stands in them, a visitor must see. */
const PICTURE = 'https://pictures.example/dot.png'

export const BENIGN_BODIES: Record<string, string> = {
  paragraph: '<p>Please read the notice before Friday.</p>',
  'text alone': 'School is closed today. 今日停課。',
  'two paragraphs': '<p>First.</p><p>Second.</p>',
  'line breaks': '<p>Line one<br>Line two<br/>Line three<br />Line four</p>',
  'empty paragraphs': '<p>One</p><p>&nbsp;</p><p></p><p><br></p><p>Two</p>',
  'runs of hard spaces': '<p>Name:&nbsp;&nbsp;&nbsp;&nbsp;Date:&nbsp;&nbsp;</p>',
  headings: '<h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4><h5>E</h5><h6>F</h6>',
  'bold, italic, underlined': '<p><b>a</b> <strong>b</strong> <i>c</i> <em>d</em> <u>e</u></p>',
  'struck, inserted, marked': '<p><s>a</s> <del>b</del> <strike>c</strike> <ins>d</ins> <mark>e</mark></p>',
  'small and big': '<p><small>a</small> <big>b</big> H<sub>2</sub>O x<sup>2</sup></p>',
  'code and keys':
    '<p><code>a</code> <kbd>Esc</kbd> <samp>b</samp> <var>x</var> <tt>y</tt></p><pre>  two  spaces\n  and lines</pre>',
  quotations: '<blockquote><p>To be</p></blockquote><p><q>said</q> <cite>whom</cite></p>',
  rule: '<p>Above</p><hr><p>Below</p>',
  'abbreviation and term': '<p><abbr title="Parent-Teacher Association">PTA</abbr> <dfn>term</dfn></p>',
  address: '<address>1 Lantern Road<br>Harbour District</address>',
  time: '<p><time datetime="2026-11-21T08:00">8 a.m.</time></p>',
  'colours in CSS':
    '<p><span style="color:#c00">red</span> <span style="color: rgb(0, 102, 51);">green</span> <span style="color:hsl(240 100% 50%)">blue</span></p>',
  'colours of old':
    '<p><font color="red">red</font> <font color="#006633" face="Arial" size="4">green</font></p>',
  highlight:
    '<p><span style="background-color:#ff0">a</span> <span style="background:yellow;mso-highlight:yellow">b</span></p>',
  'weights in CSS':
    '<p><span style="font-weight:700">a</span> <span style="font-weight:bold;font-style:italic">b</span> <b style="font-weight:normal">c</b></p>',
  'lines in CSS':
    '<p><span style="text-decoration:underline">a</span> <span style="text-decoration: underline line-through">b</span> <span style="text-decoration-line:line-through">c</span></p>',
  'alignment in CSS':
    '<p style="text-align:center">a</p><p style="text-align: right;">b</p><div style="TEXT-ALIGN: justify">c</div>',
  'alignment of old':
    '<p align="center">a</p><div align="right">b</div><h2 align="center">c</h2><center>d</center>',
  'important styles': '<p style="text-align:center !important;color:#00f!important">a</p>',
  'bulleted list': '<ul><li>a</li><li>b</li></ul>',
  'numbered list':
    '<ol><li>a</li><li>b</li></ol><ol start="3"><li>c</li></ol><ol type="a"><li>d</li></ol><ol reversed><li>e</li><li>f</li></ol>',
  'list with values': '<ol><li value="5">five</li><li>six</li></ol>',
  'nested lists': '<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ul>',
  'list markers in CSS':
    '<ul style="list-style-type:square"><li>a</li></ul><ol style="list-style-type: cjk-ideographic"><li>b</li></ol><ul type="circle"><li>c</li></ul>',
  'definition list': '<dl><dt>Fee</dt><dd>$20</dd><dt>Due</dt><dd>Friday</dd></dl>',
  table:
    '<table border="1"><caption>Times</caption><thead><tr><th>Form</th><th>Time</th></tr></thead><tbody><tr><td>1A</td><td>9:00</td></tr></tbody><tfoot><tr><td>End</td><td>x</td></tr></tfoot></table>',
  'table with merged cells':
    '<table><tr><td rowspan="2">a</td><td colspan="2">b</td></tr><tr><td>c</td><td>d</td></tr></table>',
  'table with colours':
    '<table><tr bgcolor="#ffeecc"><td>a</td><td bgcolor="lime" align="right">b</td></tr><tr><td style="background-color:#eef;text-align:center;vertical-align:top">c</td><td valign="bottom">d</td></tr></table>',
  'table with columns':
    '<table width="100%"><colgroup><col width="30%"><col span="2"></colgroup><tr><th scope="row">a</th><td>b</td><td>c</td></tr></table>',
  'table in a table': '<table><tr><td><table><tr><td>a</td></tr></table></td><td>b</td></tr></table>',
  'table without rows': '<table><td>a<td>b<tr><td>c</table>',
  link: '<p><a href="https://school.example/notice">Notice</a></p>',
  'link with Chinese text': '<p>詳情請按<a href="https://school.example/通告?年=2026#頁">此連結</a>。</p>',
  'mail and telephone':
    '<p><a href="mailto:office@school.example?subject=Leave">office</a> <a href="tel:+85221234567">2123 4567</a></p>',
  'links on the site':
    '<p><a href="/notices/5">a</a> <a href="#top">b</a> <a href="?page=2">c</a> <a href="notice.pdf">d</a></p>',
  'link around blocks': '<a href="https://school.example/"><h3>Title</h3><p>Text</p></a>',
  picture: `<p>Map:<img src="${PICTURE}" alt="Map of the school" width="120" height="80"></p>`,
  'picture with a caption': `<figure><img src="${PICTURE}" alt=""><figcaption>The hall</figcaption></figure>`,
  'picture in a link': `<a href="https://school.example/"><img src="${PICTURE}" alt="Home" style="width:50%"></a>`,
  'Chinese paragraphs':
    '<p>各位家長：</p><p>　　因天氣關係，明日（星期五）之「陸運會」改期。敬請留意！</p><p>校長　謹啟</p>',
  'Chinese and English': '<p>P.1–P.3 學生於 8:00am 返校；P.4-P.6 則為 9:30am。</p>',
  ruby: '<p><ruby>學<rp>(</rp><rt>hok6</rt><rp>)</rp>校<rp>(</rp><rt>haau6</rt><rp>)</rp></ruby></p>',
  emoji: '<p>🎉 Sports day 👨‍👩‍👧‍👦 🇭🇰 ✅ &#x1F600;</p>',
  'right to left': '<p dir="rtl" lang="ar">مرحبا <bdi>abc</bdi> ١٢٣</p><p><bdo dir="rtl">abc</bdo></p>',
  'characters by name':
    '<p>&lt;b&gt; &amp; &copy; &mdash; &hellip; &euro; &#169; &frac12; &times; &rarr; &quot;x&quot;</p>',
  'characters of plain speech': '<p>1 < 2 and 3 > 2, a<b, 5 <6, x & y, AT&T, R&D;</p>',
  'words that look like code':
    '<p>Set onload= or style="x" in <code>&lt;body onload="x" style=a&gt;</code>; press on "once"; href= src= javascript: data: url(x)</p>',
  'words that look like templates': '<p>{{name}} \x24{name} &lt;%= name %&gt; [name] %name%</p>',
  'words like those of a program':
    '<p>constructor __proto__ toString</p><constructor id=x>also words</constructor> <b>bold</b>',
  'long words': `<p>${'Donaudampfschifffahrt'.repeat(20)}</p><p>https://school.example/${'a/'.repeat(200)}</p>`,
  'long words with a break': '<p>very<wbr>long<wbr>word &shy;soft&shy;hyphen</p>',
  'sections of a page':
    '<header>a</header><main><article><section>b</section><section>c</section></article><aside>d</aside></main><nav>e</nav><footer>f</footer>',
  'Word paste':
    "<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]--><style><!-- p.MsoNormal {mso-style-name:\"Normal\"; margin:0cm} --></style><p class=MsoNormal style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span></span><![endif]><b style='mso-bidi-font-weight:normal'><span lang=EN-US style='color:#C00000'>Bring water<o:p></o:p></span></b></p><p class=MsoNormal align=center style='text-align:center'><span style='font-size:14.0pt;font-family:\"新細明體\",serif'>家長通告</span><o:p>&nbsp;</o:p></p>",
  'Word table':
    "<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-border-alt:solid windowtext .5pt'><tr style='mso-yfti-irow:0'><td width=277 valign=top style='width:207.4pt;border:solid windowtext 1.0pt;background:#DEEAF6;padding:0cm 5.4pt 0cm 5.4pt'><p class=MsoNormal><st1:place w:st=\"on\">Hall</st1:place></p></td><td width=277>9:00</td></tr></table>",
  'Google Docs paste':
    '<meta charset=\'utf-8\'><b style="font-weight:normal;" id="docs-internal-guid-0f0e"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:700;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">Dear parents,</span></p><br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-size:11pt;" aria-level="1"><p dir="ltr" role="presentation"><span style="text-decoration:underline;color:#1155cc">item</span></p></li></ul></b>',
  'Outlook paste':
    '<div class="WordSection1"><div style="font-family: Calibri, Arial, Helvetica, sans-serif; font-size: 12pt; color: rgb(0, 0, 0);" class="elementToProof">Dear all,</div><div id="Signature"><p>&#8203;Regards</p><a name="_MailAutoSig"></a><a href="mailto:head@school.example" data-linkindex="0">head@school.example</a></div></div>',
  TinyMCE:
    '<p style="padding-left: 40px;"><em><span style="text-decoration: underline;">Underlined</span></em></p><p style="text-align: right;">&nbsp;right</p><ol style="list-style-type: lower-alpha;"><li>a</li></ol>',
  CKEditor: `<h2 style="text-align:center;">通告</h2><figure class="image image_resized" style="width:50%;"><img style="aspect-ratio:3/2;" src="${PICTURE}" alt="校門" width="300" height="200"></figure><figure class="table"><table><tbody><tr><td style="width:50%;">a</td><td>b</td></tr></tbody></table></figure><ul><li><span style="background-color:hsl(60,75%,60%);">c</span></li></ul>`,
  Quill:
    '<p class="ql-align-center"><strong style="color: rgb(230, 0, 0);">a</strong></p><p><u style="background-color: rgb(255, 255, 0);">b</u></p><p><br></p>',
  'unclosed tags': '<p>One <b>bold <i>both</b> italic</i><p>Two<ul><li>a<li>b</ul>',
  'upper case': '<P ALIGN=CENTER><B>Notice</B><BR><FONT COLOR=RED>Red</FONT></P>',
  'white space before all': '\n\n   \t<p>  One   two\n three </p>   \n',
}
