/**
 * The oldest browsers that docs/website/browsers.md promises, played by Chromium: what one of them lacks is taken away.
 *
 * Of scripts, the newer names that one might use; of styles, what ours use although one of them does not know it.
 */

/** The browsers, as the lists of features name them. */
export const FLOOR = ['safari 16.0', 'ios_saf 16.0', 'chrome 103', 'firefox 102']

/**
 * What the styles of visitors' pages use beyond the floor, and what its readers get instead.
 *
 * The names are those of caniuse.com, or of CSS where it has none; a new one is refused until it stands here.
 */
export const BEYOND_THE_FLOOR: Record<string, { instead: string; without: RegExp }> = {
  'viewport-unit-variants': {
    instead: 'a page that may be a little higher than the window',
    without: /(?<=\d)[dsl]v(h|w|i|b|min|max)\b/g,
  },
  'css-container-queries': {
    instead: 'one column, with small pictures',
    without: /@container\b|\bcontainer-type(?=:)/g,
  },
  'css-container-query-units': {
    instead: 'the size before it, or none',
    without: /(?<=\d)cq(w|h|i|b|min|max)\b/g,
  },
  'css-has': { instead: 'no wide outline around a card whose link has the focus', without: /:has(?=\()/g },
  'text-wrap': { instead: 'lines of any length', without: /\btext-wrap(?=:)/g },
  'scrollbar-gutter': {
    instead: 'a page that moves by a scroll bar’s width',
    without: /\bscrollbar-gutter(?=:)/g,
  },
  'overflow-clip-margin': {
    instead: 'an outline cut off at the edge of a text',
    without: /\boverflow-clip-margin(?=:)/g,
  },
  'text-size-adjust': {
    instead: 'letters that a phone on its side may enlarge',
    without: /\btext-size-adjust(?=:)/g,
  },
  'css-media-scripting': { instead: 'a menu that stands open', without: /\(scripting: enabled\)/g },
  'css-resize': { instead: 'a field that keeps its size', without: /\bresize(?=: )/g },
  'color-mix': { instead: 'plain colours', without: /\bcolor-mix(?=\()/g },
}

/** A style sheet, or a script that holds one, as a browser of the floor takes it. */
export function withoutNewStyles(code: string): string {
  return Object.values(BEYOND_THE_FLOOR).reduce((rest, { without }) => rest.replace(without, 'unknown'), code)
}

/**
 * Runs in each page before its own scripts: uses nothing from outside.
 *
 * Style sheets made by scripts, which Safari has from 16.4 on, stay: popup-plain.test.ts takes them away.
 */
export function takeNewFeatures(): void {
  const take = (from: object | undefined, ...names: string[]) => {
    for (const name of names) if (from) Reflect.deleteProperty(from, name)
  }
  take(Element.prototype, 'checkVisibility', 'setHTML', 'setHTMLUnsafe', 'getHTML', 'moveBefore')
  take(ShadowRoot.prototype, 'setHTML', 'setHTMLUnsafe', 'getHTML')
  take(HTMLElement.prototype, 'inert', 'popover', 'showPopover', 'hidePopover', 'togglePopover')
  take(HTMLDialogElement.prototype, 'closedBy', 'requestClose')
  take(Document.prototype, 'startViewTransition')
  take(Document, 'parseHTML', 'parseHTMLUnsafe')
  take(window, 'Sanitizer', 'navigation', 'scheduler', 'URLPattern', 'CompressionStream')
  take(
    window,
    'DecompressionStream',
    'requestIdleCallback',
    'cancelIdleCallback',
    'Iterator',
    'documentPictureInPicture',
  )
  take(AbortSignal, 'any')
  take(URL, 'canParse', 'parse')
  take(Promise, 'withResolvers', 'try')
  take(Object, 'groupBy')
  take(Map, 'groupBy')
  take(Array, 'fromAsync')
  take(Array.prototype, 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with')
  take(
    Set.prototype,
    'union',
    'intersection',
    'difference',
    'symmetricDifference',
    'isSubsetOf',
    'isSupersetOf',
  )
  take(Set.prototype, 'isDisjointFrom')
  take(String.prototype, 'isWellFormed', 'toWellFormed')
  take(Intl, 'DurationFormat', 'Segmenter')
  take(CSS, 'highlights')
  take(Uint8Array, 'fromBase64', 'fromHex')
}
