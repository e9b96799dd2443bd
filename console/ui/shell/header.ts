/** The console's header: menu, school, language, colours, and the way out. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Overview } from '../../api/overview.ts'
import { icon } from '../icons.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language, language, useLanguage } from '../language.ts'
import { ROOT } from '../router.ts'
import { currentTheme, THEMES, type Theme } from '../theme.ts'
import { labMark } from './lab-mark.ts'
import { say } from './strings.ts'

export interface HeaderParts {
  overview: Overview | undefined
  /** Somebody is signed in. */
  isInside: boolean
  /** The service is not reached. */
  isOffline: boolean
  skip(): void
  openDrawer(): void
  signOut(): void
  useTheme(theme: Theme): void
}

const THEME_ICONS = { system: 'display', light: 'sun', dark: 'moon' } as const
const SHORT_NAMES: Record<Language, string> = { 'en-US': 'EN', 'zh-HK': '繁' }
/** A service that others reach may hold anything, and is on no one's machine. */
const IS_LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname)

export function header(parts: HeaderParts): TemplateResult {
  const { overview, isInside, isOffline } = parts
  const lang = language()
  return html`<header>
    <div class="bar">
    <button class="skip" @click=${parts.skip}>${say('skip')}</button>
    ${
      isInside
        ? html`<button class="plain menu" aria-haspopup="dialog" @click=${parts.openDrawer}>
            ${icon('list')}<span class="visually-hidden">${say('openMenu')}</span>
          </button>`
        : nothing
    }
    <a class="school" href=${ROOT}>${icon('bell')}<span>${overview?.school.name[lang] ?? say('console')}</span></a>
    <span class="strip">${say(IS_LOCAL ? 'local' : 'reference')}</span>
    ${isInside ? labMark(overview?.lab) : nothing}
    ${choices(parts)}
    </div>
    <div class="strip">${say(IS_LOCAL ? 'local' : 'reference')}</div>
    ${isOffline ? html`<div class="offline" role="status">${icon('wifi-off')} ${say('offline')}</div>` : nothing}
  </header>`
}

/** Language and colours, and the way out. */
export function choices(parts: HeaderParts): TemplateResult {
  const lang = language()
  const theme = currentTheme()
  return html`<div class="settings">
    <div class="group" role="group" aria-label=${say('language')}>
      ${LANGUAGES.map(
        one => html`<button
          class="pick"
          lang=${one}
          title=${LANGUAGE_NAMES[one]}
          aria-pressed=${one === lang}
          @click=${() => useLanguage(one)}
        >
          ${SHORT_NAMES[one]}
        </button>`,
      )}
    </div>
    <div class="group" role="group" aria-label=${say('theme')}>
      ${THEMES.map(
        one => html`<button
          class="pick"
          title=${say(one)}
          aria-label=${say(one)}
          aria-pressed=${one === theme}
          @click=${() => parts.useTheme(one)}
        >
          ${icon(THEME_ICONS[one])}
        </button>`,
      )}
    </div>
    ${
      parts.isInside
        ? html`<button class="plain" @click=${parts.signOut}>${icon('box-arrow-right')} ${say('signOut')}</button>`
        : nothing
    }
  </div>`
}
