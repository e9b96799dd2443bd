/**
 * A sanitised text as blocks, so that the block editor opens it without a warning and an editor can work on each paragraph.
 *
 * What is plain becomes a block of its own kind. Everything else, for example a paragraph with a style, stays as it is in a block
 * of HTML: an editor of WordPress compares a block with what it would have written itself.
 */
import { DomUtils, parseDocument } from 'htmlparser2'
import { escaped } from '../../../shared/html/entities.ts'

type Node = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<Node, { attribs: unknown }>

/** A picture in the media library, or elsewhere. */
export interface Picture {
  src: string
  alt: string
  id: number | undefined
}

/** What stands in place of a URL in the text. */
export type MediaAt = (url: string) => { id: number; address: string } | undefined

/** @param html sanitised */
export function blocksOf(html: string, mediaAt: MediaAt): string[] {
  const document = parseDocument(html)
  const ids: Ids = new Map()
  for (const element of DomUtils.findAll(() => true, document.children)) place(element, mediaAt, ids)
  const blocks: string[] = []
  let others: Node[] = []
  const endOthers = () => {
    const rest = others.map(written).join('').trim()
    if (rest) blocks.push(block('html', {}, rest))
    others = []
  }
  for (const node of document.children) {
    const own = blockOf(node, ids)
    if (own === undefined) {
      others.push(node)
      continue
    }
    endOthers()
    blocks.push(own)
  }
  endOthers()
  return blocks
}

/** Of the pictures that are in the library. */
type Ids = Map<Element, number>

/** Addresses of the library's own; WordPress itself says how a picture is loaded. */
function place(element: Element, mediaAt: MediaAt, ids: Ids): void {
  const { name, attribs } = element
  delete attribs.referrerpolicy
  delete attribs.loading
  const from = name === 'img' ? 'src' : 'href'
  const media = mediaAt(attribs[from] ?? '')
  if (!media) return
  attribs[from] = media.address
  if (name !== 'img') return
  attribs.class = classOf(media.id)
  ids.set(element, media.id)
}

const classOf = (id: number) => `wp-image-${id}`

/** Undefined: no block of its own kind. */
function blockOf(node: Node, ids: Ids): string | undefined {
  if (!('attribs' in node)) return undefined
  const { name } = node
  const isPlain = Object.keys(node.attribs).length === 0
  const picture = pictureIn(node)
  if (picture) {
    const { src = '', alt = '' } = picture.attribs
    return pictureBlock({ src, alt, id: ids.get(picture) })
  }
  if (!isPlain) return undefined
  if (name === 'p') return block('paragraph', {}, written(node))
  if (/^h[1-6]$/.test(name)) {
    const level = Number(name.slice(1))
    return block('heading', level === 2 ? {} : { level }, written(node))
  }
  if (name === 'hr')
    return block('separator', {}, '<hr class="wp-block-separator has-alpha-channel-opacity"/>')
  if (name === 'ul' || name === 'ol') return listBlock(node)
  return undefined
}

/** A picture alone, also in a paragraph or figure of its own. */
function pictureIn(node: Element): Element | undefined {
  if (node.name === 'img') return node
  if (node.name !== 'p' && node.name !== 'figure') return undefined
  const inside = node.children.filter(child => !('data' in child) || child.data.trim() !== '')
  const [only] = inside
  return inside.length === 1 && only && 'attribs' in only && only.name === 'img' ? only : undefined
}

/** Only of plain items without a list in them. */
function listBlock(list: Element): string | undefined {
  const items = list.children.filter(child => !('data' in child) || child.data.trim() !== '')
  const isSimple = items.every(
    item =>
      'attribs' in item &&
      item.name === 'li' &&
      Object.keys(item.attribs).length === 0 &&
      DomUtils.findOne(({ name }) => BLOCKS.test(name), item.children) === null,
  )
  if (!isSimple || items.length === 0) return undefined
  const inner = items.map(item => block('list-item', {}, written(item))).join('\n\n')
  return block('list', list.name === 'ol' ? { ordered: true } : {}, `<${list.name}>${inner}</${list.name}>`)
}

const BLOCKS = /^(p|div|[uod]l|table|h[1-6]|blockquote|pre|figure|hr|img)$/

export function pictureBlock({ src, alt, id }: Picture): string {
  const inner = `<figure class="wp-block-image size-full"><img src="${escaped(src)}" alt="${escaped(alt)}"${
    id === undefined ? '' : ` class="${classOf(id)}"`
  }/></figure>`
  return block(
    'image',
    { ...(id !== undefined && { id }), sizeSlug: 'full', linkDestination: 'none' },
    harmless(inner),
  )
}

export function galleryBlock(pictures: readonly Picture[]): string {
  const inner = pictures.map(pictureBlock).join('\n\n')
  return block(
    'gallery',
    { linkTo: 'none' },
    `<figure class="wp-block-gallery has-nested-images columns-default is-cropped">${inner}</figure>`,
  )
}

/** Links to files. */
export function linksBlock(links: readonly { href: string; text: string }[]): string {
  const items = links.map(({ href, text }) =>
    block('list-item', {}, harmless(`<li><a href="${escaped(href)}">${escaped(text)}</a></li>`)),
  )
  return block('list', {}, `<ul>${items.join('\n\n')}</ul>`)
}

export function headingBlock(text: string): string {
  return block('heading', {}, `<h2>${escaped(text)}</h2>`)
}

/** @param attributes of the block */
export function block(name: string, attributes: Readonly<Record<string, unknown>>, inner: string): string {
  const json = Object.keys(attributes).length === 0 ? '' : ` ${JSON.stringify(attributes)}`
  return `<!-- wp:${name}${json} -->\n${inner}\n<!-- /wp:${name} -->`
}

const written = (node: Node) => harmless(DomUtils.getOuterHTML(node, { encodeEntities: 'utf8' }))

/**
 * WordPress reads words in square brackets as commands of its plugins, comments as blocks, also within an attribute, and puts what is
 * at an address in its place if that stands alone.
 */
const harmless = (html: string) =>
  html.replaceAll('[', '&#91;').replaceAll('<!--', '&lt;!--').replaceAll(ADDRESS, '$1&#58;')

/** In a text, not as the whole value of an attribute. */
const ADDRESS = /(?<=^|[>\s])(https?):(?=\/\/)/gi
