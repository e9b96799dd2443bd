/**
 * The policy of shared/html applied to what is written: the nodes that a website will show, and a list of all that it
 * will leave out, for the one who wrote it.
 *
 * Nothing is taken over from what was parsed: each node is created by a name on the policy's list.
 */
import { isHeavy, LONGEST } from '../../../../shared/html/heavy.ts'
import { paragraphsOf } from '../../../../shared/html/plain-text.ts'
import {
  ALLOWED_TAGS,
  DEEPEST,
  DROPPED_WITH_CONTENT,
  GLOBAL_ATTRIBUTES,
  isSafeLink,
  isSafePicture,
  safeStyles,
  TAG_ATTRIBUTES,
} from '../../../../shared/html/policy.ts'
import { MOST_PLACES, placesIn } from '../../../../shared/html/table-places.ts'
import { inertBody, inertElement, unmarked } from './inert.ts'

/** One thing that a website will not show. */
export interface Removal {
  what: 'content' | 'tag' | 'attribute' | 'style' | 'link' | 'picture' | 'depth' | 'formatting'
  /** Of the tag, the attribute, the style property, or the address. */
  name: string
  /** The tag that it stands in. */
  on: string
}

export interface Cleaned {
  /** Holds what stays; belongs to no page. */
  body: HTMLElement
  removed: Removal[]
}

/** @param prepare may rearrange what was read, before it is judged */
export function cleaned(html: string, prepare: (body: HTMLElement) => void = () => {}): Cleaned {
  const removed: Removal[] = []
  const body = inertElement('div')
  const read = isHeavy(html) ? undefined : inertBody(html)
  const isTooMuch = !read || placesIn(read) > MOST_PLACES
  if (isTooMuch) removed.push({ what: 'formatting', name: '', on: '' })
  const given = isTooMuch ? inertBody(paragraphsOf(html).slice(0, LONGEST)) : read
  prepare(given)
  copyChildren(given, body, removed, 0)
  return { body, removed }
}

function copyChildren(from: Node, to: HTMLElement, removed: Removal[], depth: number): void {
  for (const child of from.childNodes) {
    if (child instanceof Text) to.append(unmarked(child.data))
    else if (child instanceof Element) copyElement(child, to, removed, depth + 1)
  }
}

function copyElement(element: Element, to: HTMLElement, removed: Removal[], depth: number): void {
  const tag = unmarked(element.localName)
  if (depth > DEEPEST) {
    if (depth === DEEPEST + 1) removed.push({ what: 'depth', name: tag, on: tag })
    return
  }
  if (DROPPED_WITH_CONTENT.includes(tag)) {
    // A style element is parsed under this name.
    removed.push({ what: 'content', name: tag === 'noembed' ? 'style' : tag, on: tag })
    return
  }
  if (!ALLOWED_TAGS.includes(tag)) {
    removed.push({ what: 'tag', name: tag, on: tag })
    copyChildren(element, to, removed, depth)
    return
  }
  const copy = inertElement(tag)
  for (const { name, value } of element.attributes)
    copyAttribute(copy, unmarked(name), unmarked(value), removed)
  if (tag === 'img' && !copy.hasAttribute('src')) {
    // A picture that cannot be shown leaves its description.
    to.append(copy.getAttribute('alt') ?? '')
    return
  }
  copyChildren(element, copy, removed, depth)
  to.append(copy)
}

/** The service gives these an address before anybody else sees them. */
const isMedium = (address: string) => /^media:[^\s"'<>]+$/.test(address)

function copyAttribute(copy: HTMLElement, name: string, value: string, removed: Removal[]): void {
  const on = copy.localName
  const allowed = [...GLOBAL_ATTRIBUTES, ...((Object.hasOwn(TAG_ATTRIBUTES, on) && TAG_ATTRIBUTES[on]) || [])]
  if (name === 'style') copyStyle(copy, value, removed)
  else if (SET_BY_POLICY.includes(`${on} ${name}`)) return
  else if (!allowed.includes(name)) removed.push({ what: 'attribute', name, on })
  else if (name === 'href' && !isMedium(value) && !isSafeLink(value))
    removed.push({ what: 'link', name: value.slice(0, 80), on })
  else if (name === 'src' && !isMedium(value) && !isSafePicture(value))
    removed.push({ what: 'picture', name: value.slice(0, 80), on })
  else copy.setAttribute(name, value)
}

/** The policy gives them its own values. */
const SET_BY_POLICY = ['a target', 'a rel', 'img loading', 'img referrerpolicy']

function copyStyle(copy: HTMLElement, style: string, removed: Removal[]): void {
  const kept = safeStyles(style)
  for (const [property, value] of kept) copy.style.setProperty(property, value)
  const wanted = style
    .toLowerCase()
    .split(';')
    .map(declaration => declaration.split(':', 1)[0]?.trim() ?? '')
    .filter(property => property !== '')
  for (const property of wanted) {
    const name = property === 'background' ? 'background-color' : property
    if (!kept.some(([keptName]) => keptName === name))
      removed.push({ what: 'style', name: property, on: copy.localName })
  }
}
