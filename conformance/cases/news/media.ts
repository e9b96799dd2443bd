/** Checks a few pictures and files by fetching them without a key. */
import { SCREEN_WIDTH, THUMBNAIL_SIZE } from '../../../shared/contract/news.ts'
import { counted } from '../../../shared/text/counted.ts'
import type { Answer } from '../../ask.ts'
import { type Case, type Finding, notShown, required, type Says, verdict } from '../../case.ts'
import type { Element } from '../../fields.ts'
import { pictureSize, type Size } from '../../picture-size.ts'
import type { Visit } from '../../visit.ts'
import { fieldsOf, firstOf, shown } from '../../words.ts'
import { isPicture } from './entries.ts'
import { attached, covers, type Linked } from './linked.ts'

/** Enough to check that a file exists and how large a picture is; a video may be of any size. */
const BEGINNING = { most: 1024 * 1024 }
const FIRST_BYTE = { headers: { range: 'bytes=0-0' } }

/** What is wrong with a file, if it can be checked. */
type Fault = string | undefined | typeof UNMEASURED
const UNMEASURED = Symbol('unmeasured')

export const mediaCases: Case[] = [
  fetched(
    'attachment-public',
    attached('url'),
    ['Attachment, url', 'A public address: no key, no sign-in.'],
    answer => (isThere(answer) ? undefined : `HTTP ${answer.status}`),
  ),
  required('news/file-size-served', ['Attachment, fileSize', 'The size of the file in bytes.'], visit =>
    looked(visit, attached('url'), sizeFault),
  ),
  fetched(
    'thumbnail-size',
    attached('thumbnailUrl'),
    ['Attachment, thumbnailUrl', 'A square thumbnail, 200 px by 200 px.'],
    answer => sizeOtherThan(answer, { width: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE }),
  ),
  fetched(
    'screen-width',
    attached('mobileScreenImageUrl'),
    ['Attachment, mobileScreenImageUrl', 'A larger picture, 1024 px wide.'],
    answer => sizeOtherThan(answer, { width: SCREEN_WIDTH }),
  ),
  fetched(
    'cover-thumbnail-size',
    covers('thumbnailUrl'),
    ['News entry, thumbnailUrl', 'The cover as a square thumbnail, 200 px by 200 px.'],
    answer => sizeOtherThan(answer, { width: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE }),
  ),
  fetched(
    'cover-screen-width',
    covers('mobileScreenImageUrl'),
    ['News entry, mobileScreenImageUrl', 'The cover, 1024 px wide.'],
    answer => sizeOtherThan(answer, { width: SCREEN_WIDTH }),
  ),
  fetched(
    'original-size',
    async visit => (await attached('url')(visit)).filter(({ element }) => isPicture(element)),
    ['Attachment, imageWidth and imageHeight', 'The width and height of the original picture.'],
    originalFault,
  ),
]

/** A case that fetches some addresses and reports what is wrong with each response. */
function fetched(
  id: string,
  some: (visit: Visit) => Promise<Linked[]>,
  rule: Says,
  fault: (answer: Answer, element: Element) => Fault,
): Case {
  return required(`news/${id}`, rule, visit =>
    looked(visit, some, async (address, element) =>
      fault(await visit.fetch(new URL(address), BEGINNING), element),
    ),
  )
}

async function looked(
  visit: Visit,
  some: (visit: Visit) => Promise<Linked[]>,
  fault: (address: string, element: Element, visit: Visit) => Promise<Fault>,
): Promise<Finding> {
  if (!visit.content.media) return notShown('a run that may fetch pictures and files')
  const linked = await some(visit)
  if (linked.length === 0) return notShown('an entry with such a file')
  const faults: string[] = []
  let measured = 0
  for (const { element, address } of linked) {
    const found = await fault(address, element, visit)
    if (found === UNMEASURED) continue
    measured += 1
    if (found !== undefined) faults.push(`${element.path}: ${found}`)
  }
  if (measured === 0) return notShown('a PNG, JPEG, GIF or WebP')
  return verdict(faults.length === 0, `${counted(measured, 'file')} fetched`, firstOf(faults))
}

async function sizeFault(address: string, element: Element, visit: Visit): Promise<Fault> {
  const size = await sizeServed(new URL(address), visit)
  if (typeof size === 'string') return size
  const { fileSize } = fieldsOf(element.value)
  return size === fileSize ? undefined : `${counted(size, 'byte')} served, fileSize is ${shown(fileSize)}`
}

/** HEAD first, then a part: a video need not be downloaded to be measured. */
async function sizeServed(url: URL, visit: Visit): Promise<number | string> {
  const plain = { 'accept-encoding': 'identity' }
  const head = await visit.fetch(url, { method: 'HEAD', headers: plain })
  const length = head.status === 200 ? head.headers.get('content-length') : null
  if (length !== null) return Number(length)
  const part = await visit.fetch(url, { ...BEGINNING, headers: { ...plain, ...FIRST_BYTE.headers } })
  const whole = /\/(\d+)$/.exec(part.headers.get('content-range') ?? '')?.[1]
  if (part.status === 206 && whole !== undefined) return Number(whole)
  const all = await visit.fetch(url)
  return isThere(all) ? all.bytes.byteLength : `HTTP ${all.status}`
}

function sizeOtherThan(answer: Answer, wanted: { width: number; height?: number }): Fault {
  if (!isThere(answer)) return `HTTP ${answer.status}`
  const size = pictureSize(answer.bytes)
  if (!size) return noSize(answer)
  const fits = size.width === wanted.width && (wanted.height === undefined || size.height === wanted.height)
  return fits
    ? undefined
    : `${inPixels(size)}, not ${wanted.height === undefined ? `${wanted.width} px wide` : inPixels({ ...size, ...wanted })}`
}

/** A picture format that cannot be measured here is not a fault; a file that is not a picture is. */
function noSize({ headers }: Answer): string | typeof UNMEASURED {
  const type = headers.get('content-type') ?? 'no content type'
  return type.startsWith('image/') ? UNMEASURED : `not a picture: ${shown(type)}`
}

/** Width and height may be swapped: EXIF may tell the viewer to rotate the picture. */
function originalFault(answer: Answer, { value }: Element): Fault {
  if (!isThere(answer)) return `HTTP ${answer.status}`
  const size = pictureSize(answer.bytes)
  if (!size) return noSize(answer)
  const { imageWidth: width, imageHeight: height } = fieldsOf(value)
  const fits = [
    [size.width, size.height],
    [size.height, size.width],
  ].some(([a, b]) => a === width && b === height)
  return fits ? undefined : `${inPixels(size)}, not ${shown(width)} by ${shown(height)} px`
}

const isThere = ({ status }: Answer) => status >= 200 && status <= 299
const inPixels = ({ width, height }: Size) => `${width} by ${height} px`
