/** Names by which an element takes the place of a property, of the page's document, of a form, or of a prototype. */

const NAMES = [
  ...[
    'attributes',
    'childNodes',
    'firstChild',
    'parentNode',
    'nodeName',
    'nodeType',
    'textContent',
    'innerHTML',
  ],
  ...[
    'removeChild',
    'setAttribute',
    'getAttributeNode',
    'namespaceURI',
    'ownerDocument',
    'hasChildNodes',
    'content',
  ],
]

export const CLOBBERING: readonly string[] = [
  ...NAMES.map(
    name => `<form onclick=pwned()><input name=${name}><input id=${name} onfocus=pwned() autofocus></form>`,
  ),
  ...['cookie', 'body', 'forms', 'getElementById', 'currentScript', 'defaultView', 'createElement'].map(
    name =>
      `<img name=${name} src=x><form id=${name} name=${name}></form><object name=${name}></object><a id=${name} name=${name}>words</a>`,
  ),
  '<a id=schoolbell href="https://leak.example/">words</a><a id=schoolbell name=messages href="javascript:pwned()">words</a>',
  '<a id=trustedTypes></a><a id=trustedTypes name=createPolicy></a>',
  '<iframe name=schoolbell srcdoc="<a id=messages></a>"></iframe>',
  '<form id=x><output name=attributes>words</output></form><input form=x name=parentNode>',
  '<form><form><input name=attributes></form><p onclick=pwned()>words',
  '<p id=title>words</p><p aria-labelledby=title id=title name=title>words</p>',
  '<p id=__proto__ name=__proto__ class=__proto__>words</p>',
  '<p __proto__=x constructor=y hasownproperty=z>words</p>',
  '<constructor onclick=pwned() title=x style="color:red">words</constructor>',
  '<constructor>words</constructor><p title="still here"><b>bold</b></p>',
  '<__proto__ onclick=pwned()>words</__proto__><tostring onclick=pwned()>words</tostring>',
  '<valueof x=1>words</valueof><hasownproperty x=1>words</hasownproperty><isprototypeof x=1>words</isprototypeof>',
  '<p style="constructor:x;__proto__:y;tostring:z;color:red">words</p>',
  '<p>&constructor; &__proto__; &toString; &hasOwnProperty;</p>',
]
