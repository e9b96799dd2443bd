/** What each of the dialogs needs of a message: its date in words, its body made harmless, and styles without a file. */
import DOMPurify from 'dompurify'

export function dateText(displayDate) {
  const iso = displayDate.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z')
  return new Date(iso).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
}

export const harmless = html => DOMPurify.sanitize(html)

/** The title as markup, for a dialog that takes nothing else. */
export const escaped = text => text.replace(/[&<>]/g, sign => `&#${sign.charCodeAt(0)};`)

/** Styles as part of the script: no round trip of their own. */
export function addStyles(sheet) {
  const style = document.createElement('style')
  style.textContent = sheet
  document.head.append(style)
}
