/**
 * What the dialog does not need of DOMPurify 3.4.18. It always gives the same four settings and adds the same two hooks;
 * a body is always text, and always becomes a fragment.
 *
 * What refuses an attribute, a tag or a node stays, whether or not the policy of today can bring it about.
 */
import { because, type Cut } from './cut.ts'

/** The settings of widget/sanitise.ts. The three without a value of their own below are read as given. */
export const GIVEN_SETTINGS = [
  'ALLOWED_TAGS',
  'ALLOWED_ATTR',
  'ALLOW_ARIA_ATTR',
  'ALLOW_DATA_ATTR',
  'FORBID_CONTENTS',
  'RETURN_DOM_FRAGMENT',
  'TRUSTED_TYPES_POLICY',
]

/** The hooks of widget/sanitise.ts. */
export const ADDED_HOOKS = ['uponSanitizeAttribute', 'uponSanitizeElement']

/** A constant lets the minifier drop what stands behind it; where something still sets it, the build fails. */
const always = (name: string, value: boolean | string, initially = value): Cut => ({
  why: `${name} is always ${value}`,
  from: `\tlet ${name} = ${initially};\n`,
  put: `\tconst ${name} = ${value};\n`,
})

const MAKING: Cut[] = [
  ...because('there is a window, always given, and nobody asks for the version', {
    from: '\tDOMPurify.version = "3.4.18";\n',
    to: 'return DOMPurify;\n\t}\n',
  }),
  ...because('there is a window, always given', {
    from: 'function createDOMPurify() {\n',
    to: 'getGlobal();\n',
    put: 'function createDOMPurify(window) {\n',
  }),
  ...because('the dialog makes an instance of its own', {
    from: 'var purify_default = createDOMPurify();',
    put: 'var purify_default = createDOMPurify;',
  }),
  ...because('no instance makes another', { from: '(root) => createDOMPurify(root);', put: '{};' }),
  ...because('only this module sees what it freezes', {
    from: 'let freeze = Object.freeze;\nlet seal = Object.seal;',
    put: 'const freeze = /* @__NO_SIDE_EFFECTS__ */ x => x, seal = freeze;',
  }),
  ...because(
    'every browser in question has it',
    { from: 'if (!freeze) freeze', to: 'return new Func(...args);\n};\n' },
    {
      from: 'return function(thisArg) {',
      to: 'return apply(func, thisArg, args);\n\t};',
      put: 'return (thisArg, ...args) => apply(func, thisArg, args);',
    },
    {
      from: 'return function() {\n\t\tfor (var _len4',
      to: 'return construct(Func, args);\n\t};',
      put: 'return (...args) => construct(Func, args);',
    },
  ),
  ...because('nobody iterates asynchronously', {
    from: 'AsyncGenerator.prototype["function"',
    to: 'return this._invoke("return", e);\n};\n',
  }),
  ...because(
    'only what is cut calls it',
    ...[
      ...[
        'arrayLastIndexOf',
        'arrayPop',
        'arraySlice',
        'arraySplice',
        'setHas',
        'stringToString',
        'stringMatch',
      ],
      ...['numberToString', 'booleanToString', 'bigintToString', 'symbolToString'],
    ].map(name => ({ from: `const ${name} = `, to: ';\n' })),
  ),
]

const SETTINGS: Cut[] = [
  ...because('only these settings are given, and always', {
    from: 'const _parseConfig = function _parseConfig() {',
    to: '\n\t};\n',
    put: `const _parseConfig = cfg => {
      ALLOWED_TAGS = addToSet({}, cfg.ALLOWED_TAGS)
      ALLOWED_TAGS['#text'] = true
      ALLOWED_ATTR = addToSet({}, cfg.ALLOWED_ATTR)
      FORBID_CONTENTS = addToSet({}, cfg.FORBID_CONTENTS)
      trustedTypesPolicy = cfg.TRUSTED_TYPES_POLICY
    };\n`,
  }),
  ...[
    ...['ALLOW_UNKNOWN_PROTOCOLS', 'FORCE_BODY', 'IN_PLACE', 'RETURN_TRUSTED_TYPE', 'SAFE_FOR_TEMPLATES'],
    ...['SANITIZE_NAMED_PROPS', 'SET_CONFIG', 'USE_PROFILES', 'WHOLE_DOCUMENT'],
  ].map(name => always(name, false)),
  ...['ALLOW_SELF_CLOSE_IN_ATTR', 'KEEP_CONTENT', 'SAFE_FOR_XML', 'SANITIZE_DOM'].map(name =>
    always(name, true),
  ),
  ...['RETURN_DOM', 'RETURN_DOM_FRAGMENT'].map(name => always(name, true, false)),
  ...['ALLOW_ARIA_ATTR', 'ALLOW_DATA_ATTR'].map(name => always(name, false, true)),
  always('CONFIG', 'null'),
  always('IS_ALLOWED_URI$1', 'IS_ALLOWED_URI'),
  always('NAMESPACE', 'HTML_NAMESPACE'),
  always('PARSER_MEDIA_TYPE', '"text/html"', 'null'),
  always('transformCaseFunc', 'stringToLowerCase', 'null'),
  ...because(
    'the dialog says what it allows, and what goes with its content',
    { from: 'const html$1 = freeze([', to: 'const MUSTACHE_EXPR', put: 'const MUSTACHE_EXPR' },
    { from: 'const DEFAULT_ALLOWED_TAGS =', to: ']);' },
    { from: 'const DEFAULT_ALLOWED_ATTR =', to: ']);' },
    { from: 'const DEFAULT_FORBID_CONTENTS =', to: ']);' },
  ),
]

/** Every piece here would let something through. */
const PERMISSIONS: Cut[] = [
  ...because(
    'nothing but HTML is let through, where DOMPurify asks which SVG or MathML it is',
    { from: 'const DEFAULT_ALLOWED_NAMESPACES =', to: 'stringToString);' },
    {
      from: 'const DEFAULT_MATHML_TEXT_INTEGRATION_POINTS =',
      to: 'const COMMON_SVG_AND_HTML_ELEMENTS = addToSet({}, [',
      put: 'freeze([',
    },
    { from: 'const ALL_SVG_TAGS =', to: '...mathMlDisallowed]);' },
    'const tagName = stringToLowerCase(_readNodeName(element));',
    'let parentTagName = "template";',
    'parentTagName = stringToLowerCase(_readNodeName(parentNode));',
    {
      from: 'if (!ALLOWED_NAMESPACES[elementNamespace]) return false;',
      to: 'return PARSER_MEDIA_TYPE === "application/xhtml+xml";',
      put: 'return elementNamespace === HTML_NAMESPACE && parentNamespace === HTML_NAMESPACE;',
    },
  ),
  ...because(
    'no tag or attribute is allowed or forbidden but by the two lists',
    {
      from: 'FORBID_TAGS[tagName] || !(EXTRA_ELEMENT_HANDLING.tagCheck',
      to: '&& !ALLOWED_TAGS[tagName]',
      put: '!ALLOWED_TAGS[tagName]',
    },
    { from: ' || EXTRA_ELEMENT_HANDLING.attributeCheck instanceof Function', to: ';', put: ';' },
    { from: 'const EXTRA_ELEMENT_HANDLING =', to: '}));' },
    'if (FORBID_ATTR[lcName]) return false;',
    {
      from: 'let URI_SAFE_ATTRIBUTES = null;\n\tconst DEFAULT_URI_SAFE_ATTRIBUTES',
      put: 'const URI_SAFE_ATTRIBUTES',
    },
  ),
  ...because(
    'no custom element is allowed',
    { from: '\t\tif (!FORBID_TAGS[tagName] && _isBasicCustomElement(tagName)', to: 'return false;' },
    {
      from: 'const removed = _sanitizeDisallowedNode(currentNode, tagName, root);',
      to: 'return removed;',
      put: 'return _sanitizeDisallowedNode(currentNode, tagName, root);',
    },
    { from: 'return _isBasicCustomElement(lcTag) &&', to: ';', put: 'return false;' },
    { from: 'const RESERVED_CUSTOM_ELEMENT_NAMES =', to: ']);' },
  ),
  ...because(
    'no address begins with data:',
    { from: 'if ((lcName === "src" || lcName === "xlink:href"', to: 'return true;' },
    { from: 'const DEFAULT_DATA_URI_TAGS =', to: ']);' },
  ),
  ...because(
    'no hook forces or changes what is allowed',
    'if (hookEvent.forceKeepAttr) continue;',
    '\t\t\thookEvent.forceKeepAttr = void 0;',
    { from: 'ALLOWED_TAGS = _forkSharedAllowlist(', to: ');' },
    { from: 'ALLOWED_ATTR = _forkSharedAllowlist(', to: ');' },
  ),
]

const HOOKS: Cut[] = because(
  'no such hook is added',
  { from: 'afterSanitizeAttributes: [],', to: 'beforeSanitizeShadowDOM: [],' },
  ',\n\t\tuponSanitizeShadowNode: []',
  { from: '_executeHooks(hooks.beforeSanitizeElements, currentNode, null);', to: 'return true;' },
  { from: '_executeHooks(hooks.beforeSanitizeAttributes, currentNode, null);', to: 'return;' },
  '_executeHooks(hooks.afterSanitizeElements, currentNode, null);\n\t\treturn _handleHookDetachedNode(currentNode, root);',
  { from: '_executeHooks(hooks.afterSanitizeAttributes, currentNode, null);', to: 'root);' },
  '_executeHooks(hooks.beforeSanitizeShadowDOM, fragment, null);',
  '_executeHooks(hooks.uponSanitizeShadowNode, shadowNode, null);',
  '_executeHooks(hooks.afterSanitizeShadowDOM, fragment, null);',
)

const TRUSTED_TYPES: Cut[] = [
  ...because(
    'where there are Trusted Types a policy is given',
    'const currentScript = originalDocument.currentScript;',
  ),
  ...because('the given policy calls nothing', {
    from: '_assertNotInTrustedTypesPolicy();\n\t\tIN_TRUSTED_TYPES_POLICY++;\n\t\ttry {\n\t\t\treturn trustedTypesPolicy.createHTML',
    to: '\n\t\t}\n\t};',
    put: 'return trustedTypesPolicy.createHTML(html) };',
  }),
  ...because(
    'no attribute that is allowed takes markup or a script; one that did would be removed',
    'value = _applyTrustedTypesToAttribute(lcTag, lcName, namespaceURI, value);',
  ),
]

const CALLING: Cut[] = [
  ...because(
    'never called',
    { from: 'DOMPurify.setConfig =', to: 'DOMPurify.addHook =', put: 'DOMPurify.addHook =' },
    { from: 'DOMPurify.removeHook =', to: 'return DOMPurify;', put: 'return DOMPurify;' },
  ),
  ...because(
    'nobody reads what was removed',
    '\t\tDOMPurify.removed = [];\n',
    '\t\tarrayPush(DOMPurify.removed, { element: node });',
    { from: '\t\tarrayPush(DOMPurify.removed, {\n\t\t\tattribute: attr || null,', to: '});' },
    { from: ') && recreatedNamedProp) arrayPop(DOMPurify.removed);', put: ')) {}' },
  ),
  ...because('nobody reads why it stopped: the dialog shows plain text', {
    from: 'throw typeErrorCreate("a node selected for removal could not be detached',
    to: '");',
    put: 'throw typeErrorCreate("DOMPurify");',
  }),
  ...because(
    'a body is text',
    { from: 'IS_EMPTY_INPUT = !dirty;', to: 'if (!DOMPurify.isSupported) return dirty;' },
    { from: '} else if (_isNode(dirty)) {', to: '} else {', put: '} else {' },
    '\t\t_markVisited(currentNode);',
    '\t\tconst outerVisited = IN_PLACE_VISITED;\n',
    { from: '} finally {\n\t\t\tIN_PLACE_VISITED = outerVisited;\n\t\t}', put: '}' },
  ),
  ...because(
    'it becomes a fragment without shadow roots',
    { from: 'if (ALLOWED_ATTR.shadowroot ||', to: ';' },
    { from: 'const serialize = () =>', to: 'return _signOutput(serializedHTML);' },
  ),
  ...because(
    'leading white space shows nowhere',
    '\t\tlet leadingWhitespace = null;',
    { from: '\t\telse {\n\t\t\tconst matches = stringMatch(dirty, LEADING_WHITESPACE);', to: '\n\t\t}' },
    { from: 'if (dirty && leadingWhitespace)', to: ';' },
  ),
  ...because('without a parser the dialog shows plain text', {
    from: 'if (NAMESPACE === HTML_NAMESPACE) try {',
    to: 'const body =',
    put: 'doc = new DOMParser().parseFromString(dirtyPayload, PARSER_MEDIA_TYPE);\n\t\tconst body =',
  }),
]

export const DOMPURIFY_CUTS: Cut[] = [
  ...MAKING,
  ...SETTINGS,
  ...PERMISSIONS,
  ...HOOKS,
  ...TRUSTED_TYPES,
  ...CALLING,
]
