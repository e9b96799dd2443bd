/**
 * The widget's browser types are those of 2022 (widget/tsconfig.json), because docs/browsers.md promises browsers of that
 * year. Here stands what newer browsers have and the widget can do without: optional, so that each use asks for it.
 * Then what those of 2022 had although their types did not say so.
 */

interface Element {
  /** Chromium 105, Firefox 106, Safari 17.4. Without: an element inside of something hidden is not noticed. */
  checkVisibility?(): boolean
  /** `instant`: Chromium 61, Firefox 36, Safari 15.4. */
  scrollIntoView(options: { block: 'start'; behavior: 'instant' }): void
}

declare function scrollTo(options: { top: number; behavior: 'instant' }): void
