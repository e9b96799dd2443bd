/**
 * Pictures of the school in a body: each is sent no larger than a page shows it, with its size, so that the text below it does
 * not jump when it arrives, and with an alternative text, so that a screen reader never reads out the name of a file.
 */
import { SCREEN_WIDTH } from '../../shared/contract/news.ts'
import type { StoredMedia } from './media.ts'
import { MEDIA_REFERENCE } from './references.ts'
import { screenSize } from './screen-size.ts'

/** @returns the body; references that are no picture's are still in it */
export function picturesInHtml(
  html: string,
  mediumOf: (name: string) => StoredMedia | undefined,
  url: (path: string) => string,
): string {
  return html.replace(TAG, tag => {
    if (!PICTURE.test(tag)) return tag
    const attributes = attributesOf(tag)
    const name = /^media:(.+)$/.exec(attributes.get('src') ?? '')?.[1]
    const medium = name === undefined ? undefined : mediumOf(name)
    if (!medium?.fileType.startsWith('image/')) return tag
    const { path, size } = shown(medium)
    const added = [
      ...(size ? missingSize(attributes, size) : []),
      ...(attributes.has('alt') ? [] : ['alt=""']),
    ]
    return tag
      .replace(MEDIA_REFERENCE, (whole, before: string, of: string) =>
        of === name ? `${before}${url(path)}` : whole,
      )
      .replace(/^<img/i, begin => [begin, ...added].join(' '))
  })
}

/**
 * Of any element: what looks like a picture in the quotes of another tag is text, and quotes added to it would end that text.
 * No `<` but in quotes: one that is never closed is not looked through to the end of the body again and again.
 */
const TAG = /<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi
const PICTURE = /^<img\b/i
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

function attributesOf(tag: string): Map<string, string> {
  const found = tag.slice('<img'.length, -1).matchAll(ATTRIBUTE)
  return new Map(
    [...found].map(([, name = '', ...values]) => [name.toLowerCase(), values.find(value => value) ?? '']),
  )
}

interface Size {
  width: number
  height: number
}

/** The version for screens, unless the picture is smaller, or its foot would be missing. */
function shown({ path, screenPath, imageWidth, imageHeight }: StoredMedia): { path: string; size?: Size } {
  if (imageWidth === undefined || imageHeight === undefined) return { path }
  if (imageWidth <= SCREEN_WIDTH) return { path, size: { width: imageWidth, height: imageHeight } }
  const { isWhole, width } = screenSize(imageWidth, imageHeight)
  const size = { width, height: Math.max(1, Math.round((imageHeight * width) / imageWidth)) }
  return { path: isWhole ? screenPath : path, size }
}

/** What the author says of the size counts: the missing side follows, and a style or a share of the line needs none. */
function missingSize(attributes: ReadonlyMap<string, string>, { width, height }: Size): string[] {
  if (/\bwidth\s*:/i.test(attributes.get('style') ?? '')) return []
  const [ownWidth, ownHeight] = [attributes.get('width'), attributes.get('height')]
  if (ownWidth === undefined && ownHeight === undefined) return [`width="${width}"`, `height="${height}"`]
  if (ownHeight === undefined && isPixels(ownWidth))
    return [`height="${Math.max(1, Math.round((Number(ownWidth) * height) / width))}"`]
  if (ownWidth === undefined && isPixels(ownHeight))
    return [`width="${Math.max(1, Math.round((Number(ownHeight) * width) / height))}"`]
  return []
}

const isPixels = (size: string | undefined) => /^\d{1,5}$/.test(size ?? '')
