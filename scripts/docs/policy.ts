/** A Content Security Policy for each page of the site, so that whoever serves it need not know of one. */
import { createHash } from 'node:crypto'

/** What VueUse puts into the page while light changes to dark. */
const NO_TRANSITIONS =
  '*,*::before,*::after{-webkit-transition:none!important;-moz-transition:none!important;-o-transition:none!important;-ms-transition:none!important;transition:none!important}'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** @returns the page with the policy as the first of its head, before anything that it rules */
export function withPolicy(html: string): string {
  const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>(.*?)<\/script>/gs)]
  const hashes = scripts.map(([, code = '']) => hashOf(code))
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...new Set(hashes)].join(' ')}`,
    `style-src-elem 'self' ${hashOf(NO_TRANSITIONS)}`,
    // The colours of code.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return html.replace('<head>', `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`)
}
