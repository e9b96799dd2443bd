/** Judges an open popup by geometry: what of it cannot be read or reached. */
import type { Look } from './visitor.ts'

export interface DialogFaults {
  /** What is wrong, one line each. */
  faults: string[]
  /** So many lines of the body were looked at. */
  lines: number
  /** Whether the body, or in a low window the dialog, scrolls. */
  scrolls: boolean
}

/**
 * Runs in the page: uses nothing from outside.
 *
 * Every line of title and body is scrolled to, as a reader would, and must then be on the screen with nothing over it, at its
 * top, middle and bottom; so must each button.
 */
export async function dialogFaults(look: Look): Promise<DialogFaults> {
  const faults: string[] = []
  const dialog = look.find('dialog[open]') as HTMLDialogElement
  const part = (name: string) => look.find(`[part=${name}]`)
  const body = part('body')
  const content = body?.firstElementChild
  if (!dialog || !body || !content) return { faults: ['no dialog'], lines: 0, scrolls: false }
  const drawn = () => new Promise(requestAnimationFrame)
  const inWindow = ({ left, top, right, bottom }: DOMRect) =>
    left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1
  if (!inWindow(dialog.getBoundingClientRect())) faults.push('the dialog reaches out of the window')
  // What has a scroll bar of its own to the side need not fit.
  for (const element of [dialog, part('header'), body, part('footer')])
    if (element && element.scrollWidth > element.clientWidth + 1) faults.push(`${element.part} is too wide`)
  for (const name of ['header', 'footer']) {
    const element = part(name)
    if (element && element.scrollHeight > element.clientHeight + 1) faults.push(`${name} is cut off`)
  }
  const scroller = [body, dialog].find(box => box.scrollHeight > box.clientHeight + 1)
  if (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY))
    faults.push(`${scroller.part} is cut off`)
  if (scroller && (scroller.scrollTop !== 0 || dialog.scrollTop !== 0))
    faults.push('it does not begin at its beginning')
  const title = part('title') as HTMLElement
  if (!inWindow(title.getBoundingClientRect()) && title.offsetHeight < innerHeight / 2)
    faults.push('the title is not in sight at first')
  const button = part('button')
  if (button && !inWindow(button.getBoundingClientRect())) faults.push('the button is not in sight at first')

  const isSeen = (rect: DOMRect, within: Element) => {
    const left = Math.max(rect.left, 0)
    const x = (left + Math.min(rect.right, innerWidth)) / 2
    // A font may be higher than its line.
    return [0.2, 0.5, 0.8].every(share => look.isWithin(look.at(x, rect.top + share * rect.height), within))
  }
  let lines = 0
  for (const outer of [title, content]) {
    const texts = document.createTreeWalker(outer, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.textContent?.trim()) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      for (let line = 0; line < range.getClientRects().length; line++) {
        lines++
        const rectOf = () => range.getClientRects()[line] as DOMRect
        if (isSeen(rectOf(), outer)) continue
        // As a reader scrolls: so that the line is in the middle of what scrolls.
        for (let box = text.parentElement; box; box = box.parentElement) {
          const { top, left, height, width } = box.getBoundingClientRect()
          const rect = rectOf()
          if (box.scrollHeight > box.clientHeight) box.scrollTop += rect.top - top - height / 2
          if (box.scrollWidth > box.clientWidth) box.scrollLeft += rect.left - left - width / 2
        }
        await drawn()
        if (!isSeen(rectOf(), outer)) faults.push(`cannot be read: ${text.textContent.trim().slice(0, 60)}`)
      }
    }
  }
  for (const button of look.all('dialog[open] button')) {
    button.scrollIntoView({ block: 'nearest' })
    await drawn()
    const rect = button.getBoundingClientRect()
    if (!inWindow(rect) || rect.height < 44 || rect.width < 44 || !isSeen(rect, button))
      faults.push(`out of reach: ${button.part}`)
    // Where only the body scrolls, the button is always there.
    if (scroller === body && dialog.scrollTop) faults.push('the dialog itself scrolls')
  }
  body.scrollTo(0, 0)
  dialog.scrollTo(0, 0)
  return { faults, lines, scrolls: scroller !== undefined }
}
