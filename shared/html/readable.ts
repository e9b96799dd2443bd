/**
 * HTML as a sanitiser should read it, so that readers lose nothing: the content of CDATA in place of one long comment, and a link before
 * each frame and film, because those are never shown.
 *
 * The links are written into the text. So they are checked like every other link, and those in comments or scripts go with them.
 */
import { isSafeLink } from './policy.ts'

/** A body that came out of XML. */
export const CDATA = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/
const FRAMES = /<(iframe|embed|object|video|audio)((?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^>"'])*)>?/gi
/** What a film or an object may hold in place of an address of its own. */
const SOURCES = /<(?:source|embed)\s[^<>]*/i
const ATTRIBUTES = /[\s"'/](src|data|title)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi
/** Only the beginning of a film or an object is searched, and only so many, so that the work grows with the length alone. */
const MOST_FRAMES = 100
const LONGEST_FILM = 2000

/** The text of a link is the title of the frame, or its address. */
export function readable(body: string): string {
  const html = CDATA.exec(body)?.[1] ?? body
  let frames = 0
  return html.replace(FRAMES, (tag: string, name: string, attributes: string, at: number) => {
    frames += 1
    if (frames > MOST_FRAMES || /^[^\s/]/.test(attributes)) return tag
    const { src, data = src, title = '' } = valuesIn(attributes)
    const address = webAddress(data ?? addressWithin(html, at + tag.length, name))
    return address ? `<a href="${escaped(address)}">${escaped(title.trim() || address)}</a> ${tag}` : tag
  })
}

/** The address of a frame if a link can lead there, or undefined: it is relative, or no address of the web. */
export function webAddress(src = ''): string | undefined {
  const address = src.trim().replace(/^\/\//, 'https://')
  return /^https?:/i.test(address) && isSafeLink(address) ? address : undefined
}

function addressWithin(html: string, from: number, name: string): string | undefined {
  if (/iframe|embed/i.test(name)) return
  const [content = ''] = html.slice(from, from + LONGEST_FILM).split(`</${name}`)
  return valuesIn(SOURCES.exec(content)?.[0] ?? '').src
}

/** Character references stay as they are. Of two attributes with one name the first counts. */
function valuesIn(attributes: string): Partial<Record<string, string>> {
  const values: Partial<Record<string, string>> = {}
  for (const [, name = '', quoted, single, bare] of attributes.matchAll(ATTRIBUTES))
    values[name.toLowerCase()] ??= quoted ?? single ?? bare
  return values
}

const escaped = (text: string): string =>
  text.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
