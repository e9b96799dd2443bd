/**
 * Whether two pieces of HTML are the same text: whether the editor holds a body without losing any of it.
 *
 * A body becomes lines: one for each block that opens or closes, one for each run of text with all that marks it. White
 * space that a browser would not show, `<b>` for `<strong>`, and paragraphs around what stands alone make no difference.
 */

/** The lines of a body that {@link cleaned} gave. */
export function canonical(body: HTMLElement): string {
  const lines: string[] = []
  let run: { marks: string; text: string }[] = []

  const endRun = () => {
    const text = joined(run)
    run = []
    if (text) lines.push(`¶ ${text}`)
  }
  const walk = (node: Node, marks: readonly string[]): void => {
    for (const child of node.childNodes) {
      if (child instanceof Text) {
        run.push({ marks: [...marks].sort().join(' '), text: child.data })
        continue
      }
      if (!isElement(child)) continue
      const tag = SAME[child.localName] ?? child.localName
      const described = tag + attributesOf(child, tag)
      if (ALONE.includes(tag))
        run.push({ marks: [...marks].sort().join(' '), text: `\u{E000}${described}\u{E001}` })
      else if (UNSEEN.includes(described)) walk(child, marks)
      else if (described === 'p') {
        endRun()
        walk(child, marks)
        endRun()
      } else if (BLOCKS.includes(tag)) {
        endRun()
        lines.push(`<${described}>`)
        walk(child, marks)
        endRun()
        lines.push(`</${tag}>`)
      } else walk(child, marks.includes(described) ? marks : [...marks, described])
    }
  }
  walk(body, [])
  endRun()
  return lines.join('\n')
}

/** Of another document, so that `instanceof HTMLElement` would do as well; a text or comment it is not. */
const isElement = (node: Node): node is HTMLElement => node.nodeType === Node.ELEMENT_NODE

/** Runs with the same marks as one, white space as a browser shows it. */
function joined(run: readonly { marks: string; text: string }[]): string {
  let text = ''
  let marks = ''
  let endsInSpace = true
  for (const part of run) {
    let shown = part.text.replace(/[ \t\r\n\f]+/g, ' ')
    if (endsInSpace) shown = shown.replace(/^ /, '')
    if (!shown) continue
    endsInSpace = shown.endsWith(' ')
    if (part.marks !== marks) text += `[${part.marks}]`
    marks = part.marks
    text += shown
  }
  return text.replace(/ $/, '')
}

function attributesOf(element: HTMLElement, tag: string): string {
  const written = [...element.attributes]
    .filter(({ name }) => name !== 'style' && name !== 'align')
    .filter(({ name, value }) => !(/^(col|row)span$/.test(name) && value === '1'))
    .map(({ name, value }) => `${name}=${value}`)
  const styles = [...element.style].map(property => `${property}:${element.style.getPropertyValue(property)}`)
  const align = element.getAttribute('align')?.toLowerCase()
  if (align && !element.style.textAlign) styles.push(`text-align:${align}`)
  const isText = tag === 'p' || /^h\d$/.test(tag)
  const all = [...written, ...styles].filter(each => !(isText && /^text-align:(left|start)$/.test(each)))
  return all.length > 0 ? ` ${all.sort().join(' ')}` : ''
}

const SAME: Record<string, string> = { b: 'strong', i: 'em', strike: 's', del: 's' }
const ALONE = ['br', 'img', 'wbr']
/** Without attributes they say nothing that the rows and cells do not. */
const UNSEEN = ['span', 'thead', 'tbody', 'tfoot']
const BLOCKS = (
  'p address article aside blockquote caption center col colgroup dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 ' +
  'header hr li main nav ol pre section table tbody td tfoot th thead tr ul'
).split(' ')
