/** Decorative line drawings beside text, in the text's colour. */
import { html, type TemplateResult } from 'lit'
import type { Kind } from './attachments.ts'

const STROKES: Record<Kind | 'back' | 'clip' | 'search', string> = {
  back: 'M20 12H5m6-6-6 6 6 6',
  clip: 'M19 11.5 11.6 19a4.6 4.6 0 0 1-6.5-6.5l8-8a3.1 3.1 0 0 1 4.4 4.4l-7.9 7.9a1.6 1.6 0 0 1-2.2-2.2l7-7',
  file: 'M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5M9 12.5h6.5M9 16h6.5',
  film: 'M3.5 6h17v12h-17zM10.5 9.5v5l4-2.5z',
  pdf: 'M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5M9 17.5c2.5-1.5 3.8-4.5 3.4-6.5-.6-1.6-1.6.2-.3 2.2 1 1.5 2.4 2.3 4 2.3-2-.6-5.2.2-7.1 2z',
  picture: 'M3.5 5h17v14h-17zm0 11 5-5 4 4 3-3 5 4.5M15.5 8.7h.1',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20.5 20.5',
  sound:
    'M9 18V6l10-2v11.5M9 18a2.3 2.3 0 1 1-4.6 0A2.3 2.3 0 0 1 9 18zm10-2.5a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0z',
}

export const icon = (name: keyof typeof STROKES): TemplateResult =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${STROKES[name]} /></svg>`
