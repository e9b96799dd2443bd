/**
 * Takes out of Lit and DOMPurify what the dialog can never reach, so that no visitor loads it.
 *
 * Nothing that checks, refuses or removes content is cut. The cuts were read against the versions that stand among them:
 * a new version fails the build, and the cuts are to be read again.
 */
import type { Plugin } from 'vite'
import { type Cut, without } from './slim-vendors/cut.ts'
import { ADDED_HOOKS, DOMPURIFY_CUTS, GIVEN_SETTINGS } from './slim-vendors/dompurify.ts'
import { LIT_ELEMENT_CUTS, LIT_HTML_CUTS, REACTIVE_ELEMENT_CUTS } from './slim-vendors/lit.ts'

const CUTS: Record<string, readonly Cut[]> = {
  '/purify.es.mjs': DOMPURIFY_CUTS,
  '/lit-html.js': LIT_HTML_CUTS,
  '/reactive-element.js': REACTIVE_ELEMENT_CUTS,
  '/lit-element.js': LIT_ELEMENT_CUTS,
}

export function slimVendors(): Plugin {
  return {
    name: 'slim-vendors',
    transform(code, id) {
      if (id.endsWith('/widget/sanitise.ts')) expectKnownSettings(code)
      const [file, cuts] = Object.entries(CUTS).find(([file]) => id.endsWith(file)) ?? []
      return file && cuts?.reduce((rest, cut) => without(rest, cut, file), code)
    },
  }
}

/** What the cuts leave of DOMPurify hears of no other setting and of no other hook. */
function expectKnownSettings(code: string): void {
  const settings =
    code.match(/\b(ALLOW|ADD|FORBID|RETURN|SAFE|SANITIZE|USE|KEEP|TRUSTED)[A-Z]*_[A-Z_]+\b/g) ?? []
  const hooks = Array.from(code.matchAll(/addHook\(\s*['"`](\w+)/g), ([, name = '']) => name)
  const unknown = [...settings, ...hooks].find(name => ![...GIVEN_SETTINGS, ...ADDED_HOOKS].includes(name))
  if (unknown) throw new Error(`scripts/slim-vendors/dompurify.ts cuts away what ${unknown} needs`)
}
