/**
 * Prepares a sanitised body for a page: headings below the page's own without skipped levels, no landmarks, pictures with a
 * description, and tables that scroll on a phone.
 */
import { picturesIn } from '../../../../shared/html/pictures.ts'
import { isSafePicture } from '../../../../shared/html/policy.ts'

export function bodyIn(html: string, tableName: string): string {
  let tables = 0
  /** Original levels of the headings above the current position. */
  const under: number[] = []
  const open: number[] = []
  return html.replace(TAG, (tag, slash: string, name: string, rest: string) => {
    if (name === 'img') return / alt="/.test(rest) ? tag : `<img alt=""${rest}>`
    if (name === 'table') {
      tables += slash ? -1 : 1
      const isOutermost = tables === (slash ? 0 : 1)
      if (!isOutermost) return tag
      return slash
        ? `${tag}</div>`
        : `<div class="scroll" role="region" tabindex="0" aria-label="${tableName}">${tag}`
    }
    const level = /^h([1-6])$/.exec(name)?.[1]
    if (level && slash) return `</h${open.pop() ?? 2}>`
    if (level) {
      while (under.length > 0 && Number(under.at(-1)) >= Number(level)) under.pop()
      under.push(Number(level))
      open.push(Math.min(6, under.length + 1))
      return `<h${open.at(-1)}${rest}>`
    }
    return `<${slash}div${rest}>`
  })
}

/** Tags as the sanitiser writes them: in lower case, without `>` in attributes. */
const TAG = /<(\/?)(table|img|h[1-6]|main|header|footer|nav|aside|section|article)(?=[\s>/])([^>]*)>/g

/** Whether a page may show it: a file of the folder, or a safe URL. */
export const isShowable = (address: string) => address.startsWith('../') || isSafePicture(address)

/** The origins of the pictures in a body. */
export const pictureOrigins = (html: string): string[] => picturesIn(html).flatMap(originOf)

/** None for a host name that would add to the policy: `https://a;script-src` is a valid URL, too. */
export function originOf(address: string): string[] {
  const url = URL.parse(address)
  return url && url.origin !== 'null' && PLAIN_HOST.test(url.host) ? [url.origin] : []
}

const PLAIN_HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/
