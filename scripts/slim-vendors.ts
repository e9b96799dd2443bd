/** Takes out of the libraries in the dialog what it never reaches, so that no visitor loads it. */
import type { Plugin } from 'vite'

/**
 * Takes out of DOMPurify what the widget never reaches: the lists of what it allows when it is told nothing and of the
 * SVG and MathML it knows (the widget always tells it, and allows neither), the modes that nobody switches on, and the
 * texts of its errors (the widget shows plain text on any of them). Every check of the mode in use stays; with the lists
 * empty it can only refuse more.
 */
export function slimVendors(): Plugin {
  return {
    name: 'slim-vendors',
    transform(code, id) {
      if (!id.endsWith('purify.es.mjs')) return
      const withoutLists = UNUSED_LISTS.reduce(
        (rest, start) =>
          replaceOnly(rest, `freeze\\(\\[\\s*${start.replaceAll(' ', '\\s*')}[^\\]]*\\]\\)`, 'freeze([])'),
        code,
      )
      // As constants they let the minifier drop what stands behind them; set anywhere else, they would fail the build.
      const withoutModes = UNUSED_MODES.reduce((rest, mode) => {
        const unset = replaceOnly(rest, `\\b${mode} = [^;=]*\\bcfg\\b[^;]*;`, '')
        return replaceOnly(unset, `\\blet ${mode} = false;`, `const ${mode} = false;`)
      }, withoutLists)
      return withoutModes.replace(/(typeErrorCreate\(|console\.warn\()"(?:[^"\\]|\\.)*"/g, '$1"DOMPurify"')
    },
  }
}

/** @throws the pattern fits nowhere or twice, as after a new version */
function replaceOnly(code: string, pattern: string, replacement: string): string {
  const found = code.match(new RegExp(pattern, 'g'))?.length ?? 0
  if (found !== 1) throw new Error(`DOMPurify has changed: ${found} places, not one, fit ${pattern}`)
  return code.replace(new RegExp(pattern), replacement)
}

/** How the lists start that the widget does without. */
const UNUSED_LISTS = [
  '"a", "abbr"',
  '"svg", "a"',
  '"feBlend"',
  '"animate"',
  '"math"',
  '"maction"',
  '"accept", "action"',
  '"accent-height"',
  '"accent", "accentunder"',
]

/** Settings that the widget never gives, all false unless given. */
const UNUSED_MODES = [
  'FORCE_BODY',
  'IN_PLACE',
  'RETURN_TRUSTED_TYPE',
  'SAFE_FOR_TEMPLATES',
  'SANITIZE_NAMED_PROPS',
  'USE_PROFILES',
  'WHOLE_DOCUMENT',
]
