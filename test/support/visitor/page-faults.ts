/** Judges a whole page by geometry: what of it is too wide, cut off, or broken. */
import { expect } from 'vitest'
import type { Look, Visitor } from './visitor.ts'

/** Fails with what is wrong on the page as it stands. */
export async function expectSound(visitor: Visitor): Promise<void> {
  expect(await visitor.run(pageFaults)).toEqual([])
}

/** Runs in the page: uses nothing from outside. Looks at every line of text, through shadow roots, as the page stands. */
async function pageFaults(look: Look): Promise<string[]> {
  if (document.readyState !== 'complete') await new Promise(loaded => addEventListener('load', loaded))
  const faults: string[] = []
  const hostOf = (box: Element) => ((box.getRootNode() as ShadowRoot).host as HTMLElement | undefined) ?? null
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth)
    faults.push(`the page is ${scrollWidth} px wide, the window ${clientWidth} px`)
  for (const image of look.all('img') as HTMLImageElement[])
    if (image.complete && image.getClientRects().length && !image.naturalWidth)
      faults.push(`no picture: ${image.src}`)
  for (const element of look.all('*')) {
    const words = [...element.childNodes].filter(
      node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    )
    if (!words.length || !element.getClientRects().length) continue
    const { visibility, clipPath, opacity } = getComputedStyle(element)
    if (visibility !== 'visible' || opacity === '0' || clipPath !== 'none') continue
    const text = element.textContent?.trim().slice(0, 50)
    const { width, height } = element.getBoundingClientRect()
    // A line needs at least half of the height of its letters, whatever is around it.
    for (let box: HTMLElement | null = element; box; box = box.parentElement ?? hostOf(box)) {
      const style = getComputedStyle(box)
      if (style.display === 'inline' || style.display === 'contents') continue
      const isCut = style.overflowY !== 'visible' && box.clientHeight < Math.min(box.scrollHeight, 12)
      if (isCut && box.clientWidth > 2) faults.push(`no height for: ${text}`)
      if (style.position === 'fixed') break
    }
    if (height === 0 || width === 0) faults.push(`no room for: ${text}`)
  }
  return faults
}
