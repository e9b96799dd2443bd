/** Small decorative line drawings beside text; they take the text's colour and are hidden from screen readers. */
import { html, type Markup, trusted } from '../../shared/html/template.ts'

const STROKES = {
  arrow: '<path d="M4 12h15m-6-6 6 6-6 6"/>',
  back: '<path d="M20 12H5m6-6-6 6 6 6"/>',
  calendar: '<path d="M4 6.5h16v13H4zM4 10.5h16M8.5 4v4m7-4v4"/>',
  document: '<path d="M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5M9 12.5h6.5M9 16h6.5"/>',
  film: '<path d="M3.5 6h17v12h-17zM10.5 9.5v5l4-2.5z"/>',
  letter: '<path d="M3.5 6h17v12.5h-17zm0 .5 8.5 6.5 8.5-6.5"/>',
  picture: '<path d="M3.5 5h17v14h-17zm0 11 5-5 4 4 3-3 5 4.5M15.5 8.7h.1"/>',
  sound:
    '<path d="M9 18V6l10-2v11.5"/><circle cx="6.7" cy="18" r="2.3"/><circle cx="16.7" cy="15.5" r="2.3"/>',
  telephone: '<path d="M7.5 4 5 5.5c0 7 6.5 13.5 13.5 13.5l1.5-2.5-4-3-2 1.5c-2-1-3.5-2.5-4.5-4.5l1.5-2z"/>',
  wind: '<path d="M3 9h11.5a2.5 2.5 0 1 0-2.4-3.2M3 13h16a2.5 2.5 0 1 1-2.4 3.2M3 17h8.5"/>',
} as const

export type Icon = keyof typeof STROKES

export function icon(name: Icon): Markup {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${trusted(STROKES[name])}</svg>`
}

/** The icon for a MIME type. */
export function iconOf(fileType: string): Icon {
  if (fileType.startsWith('image/')) return 'picture'
  if (fileType.startsWith('audio/')) return 'sound'
  if (fileType.startsWith('video/')) return 'film'
  return 'document'
}
