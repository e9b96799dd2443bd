/**
 * The widget's browser types are those of 2022 (widget/tsconfig.json), because docs/website/browsers.md promises browsers of that
 * year. Added here: what only newer browsers have, as optional, so that each use has to check; and what browsers of 2022
 * had although their types did not say so.
 */

interface Element {
  /** Chromium 105, Firefox 106, Safari 17.4. Without it, an element inside a hidden one is not noticed. */
  checkVisibility?(): boolean
  /** `instant`: Chromium 61, Firefox 36, Safari 15.4. */
  scrollIntoView(options: { block: 'start'; behavior: 'instant' }): void
  scroll(options: { top: number; behavior: 'instant' }): void
}
