/** What the dialog does not need of Lit. */
import { because, type Cut } from './cut.ts'

const GLOBALS = 'nobody asks for versions or mends old browsers, and it would stay behind as a global'
const ONE_KIND = 'no template is SVG or MathML'
const XHTML = 'a page in XHTML reads what is set as markup by the rules of XML, which no template keeps'
const DECORATORS = 'there are no decorators, which alone use it, and it would stay behind as a global'

/** lit-html 3.3.3 */
export const LIT_HTML_CUTS: Cut[] = [
  ...because(GLOBALS, { from: 'B=t.litHtmlPolyfillSupport;', to: '.push("3.3.3");const ' }),
  ...because(
    ONE_KIND,
    { from: '2===i?"<svg>":3===i?"<math>":""', put: '""' },
    { from: '(2===i?"</svg>":3===i?"</math>":"")', put: '""' },
    {
      from: 'if(this.el=S.createElement(f,e),P.currentNode=this.el.content,2===i||3===i){',
      to: '}',
      put: 'this.el=S.createElement(f,e),P.currentNode=this.el.content;',
    },
  ),
  ...because(XHTML, {
    from: 'const s=l.createElement("template")',
    put: 'const s=l.implementation.createHTMLDocument("").createElement("template")',
  }),
]

/** @lit/reactive-element 2.1.2 */
export const REACTIVE_ELEMENT_CUTS: Cut[] = [
  ...because(
    GLOBALS,
    { from: ',p?.({ReactiveElement:y})', to: '.push("2.1.2");', put: ';' },
    ',p=a.reactiveElementPolyfillSupport',
  ),
  ...because(DECORATORS, 'Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;', {
    from: 'const t=this[Symbol.metadata];',
    to: 'this.elementProperties.set(t,i)}',
  }),
]

/** lit-element 4.2.2 */
export const LIT_ELEMENT_CUTS: Cut[] = [
  ...because(
    GLOBALS,
    'const o=s.litElementPolyfillSupport;o?.({LitElement:i});',
    '(s.litElementVersions??=[]).push("4.2.2");',
  ),
  ...because('no server sends the shadow root', ',s.litElementHydrateSupport?.({LitElement:i})'),
]
