/** The console's header: menu, school, language, colours, and the way out. */
import { html, nothing, type TemplateResult } from 'lit'
import { icon } from '../icons.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../language.ts'
import type { LabState } from '../parts/lab-words.ts'
import { ROOT } from '../router.ts'
import { THEMES, type Theme } from '../theme.ts'
import { labMark } from './lab-mark.ts'
import { STRINGS } from './strings.ts'

export interface HeaderParts {
  lang: Language
  theme: Theme
  school: Record<Language, string> | undefined
  /** What the laboratory has changed. */
  lab: LabState | undefined
  /** Somebody is signed in. */
  isInside: boolean
  skip(): void
  openDrawer(): void
  signOut(): void
  useLanguage(lang: Language): void
  useTheme(theme: Theme): void
}

const THEME_ICONS = { system: 'display', light: 'sun', dark: 'moon' } as const
const SHORT_NAMES: Record<Language, string> = { 'en-US': 'EN', 'zh-HK': '繁' }
/** A service that others reach may hold anything, and is on no one's machine. */
const IS_LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname)

export function header(parts: HeaderParts): TemplateResult {
  const { lang, school, lab, isInside } = parts
  const t = (name: keyof typeof STRINGS) => STRINGS[name][lang]
  return html`<header>
    <div class="bar">
    <button class="skip" @click=${parts.skip}>${t('skip')}</button>
    ${
      isInside
        ? html`<button class="plain menu" aria-haspopup="dialog" @click=${parts.openDrawer}>
            ${icon('list')}<span class="visually-hidden">${t('openMenu')}</span>
          </button>`
        : nothing
    }
    <a class="school" href=${ROOT}>${icon('bell')}<span>${school?.[lang] ?? t('console')}</span></a>
    <span class="strip">${t(IS_LOCAL ? 'local' : 'reference')}</span>
    ${isInside ? labMark(lab, lang) : nothing}
    ${choices(parts)}
    </div>
    <div class="strip">${t(IS_LOCAL ? 'local' : 'reference')}</div>
  </header>`
}

/** Language and colours, and the way out. */
export function choices(parts: HeaderParts): TemplateResult {
  const { lang, theme, isInside } = parts
  const t = (name: keyof typeof STRINGS) => STRINGS[name][lang]
  return html`<div class="choices">
    <div class="group" role="group" aria-label=${t('language')}>
      ${LANGUAGES.map(
        one => html`<button
          class="choice"
          lang=${one}
          title=${LANGUAGE_NAMES[one]}
          aria-pressed=${one === lang}
          @click=${() => parts.useLanguage(one)}
        >
          ${SHORT_NAMES[one]}
        </button>`,
      )}
    </div>
    <div class="group" role="group" aria-label=${t('theme')}>
      ${THEMES.map(
        one => html`<button
          class="choice"
          title=${t(one)}
          aria-label=${t(one)}
          aria-pressed=${one === theme}
          @click=${() => parts.useTheme(one)}
        >
          ${icon(THEME_ICONS[one])}
        </button>`,
      )}
    </div>
    ${
      isInside
        ? html`<button class="plain" @click=${parts.signOut}>${icon('box-arrow-right')} ${t('signOut')}</button>`
        : nothing
    }
  </div>`
}
