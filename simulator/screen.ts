/**
 * The page around the web-app in the console's frame: it stands at the web-app's simulated origin, so that it can go back and
 * reload there, and sends the console title and address as text. It frames nothing of another origin.
 */
import { createHash } from 'node:crypto'

/** Messages from the screen to the console, and back, by `postMessage`. */
export type ScreenNews =
  | { schoolbell: 'shown'; title: string; path: string; canGoBack: boolean }
  /** `stays`: the page still stands; `isForm`: it was a form that was sent. */
  | { schoolbell: 'leaving'; to: string; stays: boolean; isForm: boolean }
export type ScreenOrder = { schoolbell: 'back' | 'reload' } | { schoolbell: 'go'; path: string }

/** What is used of the browser's Navigation API. */
interface FrameNavigation {
  canGoBack: boolean
  back(): void
  addEventListener(name: 'navigate', hear: (event: FrameNavigateEvent) => void): void
}
interface FrameNavigateEvent extends Event {
  destination: { url: string }
  formData: FormData | null
}

/** Runs in the browser, as text: it may use nothing from around it. */
function screen(): void {
  const frame = document.querySelector('iframe')
  if (!frame) return
  // Where the frame goes back to when a page that was kept out stands there.
  let path = ''
  const inside = () => frame.contentWindow
  const tell = (news: ScreenNews) => parent.postMessage(news, '*')
  const navigation = (): FrameNavigation | undefined => {
    const page = inside()
    return page ? Reflect.get(page, 'navigation') : undefined
  }
  // Kept where it is, with all that was typed. A browser without this shows its own page instead, and the policy below reports it.
  const stay = (event: FrameNavigateEvent) => {
    const { url } = event.destination
    if (!event.cancelable || /^(about|blob|javascript):/.test(url) || url.startsWith(`${location.origin}/`))
      return
    event.preventDefault()
    tell({ schoolbell: 'leaving', to: url, stays: true, isForm: event.formData !== null })
  }
  frame.addEventListener('load', () => {
    try {
      const page = inside()
      if (!page || page.location.href === 'about:blank') return
      navigation()?.addEventListener('navigate', stay)
      path = page.location.pathname + page.location.search + page.location.hash
      tell({
        schoolbell: 'shown',
        title: page.document.title,
        path,
        canGoBack: navigation()?.canGoBack ?? false,
      })
    } catch {
      // A page that was kept out stands there: the browser's own, of no origin.
    }
  })
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) =>
    tell({ schoolbell: 'leaving', to: blockedURI, stays: false, isForm: false }),
  )
  addEventListener('message', ({ source, data }: MessageEvent<ScreenOrder | undefined>) => {
    if (source !== parent) return
    try {
      if (data?.schoolbell === 'go') frame.src = data.path
      if (data?.schoolbell === 'reload') inside()?.location.reload()
      if (data?.schoolbell === 'back' && navigation()?.canGoBack) navigation()?.back()
    } catch {
      if (path !== '') frame.src = path
    }
  })
}

const SCRIPT = `(${screen})()`
const STYLE = 'html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block}body{overflow:hidden}'
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export const SCREEN_POLICY = [
  "default-src 'none'",
  `script-src ${hash(SCRIPT)}`,
  `style-src ${hash(STYLE)}`,
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** @param entrance path that the frame begins with */
export const screenPage = (entrance: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Web-app</title>
<style>${STYLE}</style>
<iframe src="${entrance}" title="Web-app"></iframe>
<script>${SCRIPT}</script>
</html>
`
