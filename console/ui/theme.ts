/** Light or dark: as the system has it, or as chosen in this browser. */
import { keep, kept } from './kept.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const DARK = matchMedia('(prefers-color-scheme: dark)')

export function currentTheme(): Theme {
  const found = kept('theme')
  return THEMES.find(theme => theme === found) ?? 'system'
}

export function useTheme(theme: Theme): void {
  keep('theme', theme === 'system' ? null : theme)
  paint()
}

/** Follows the system, and what another tab chooses. */
export function followTheme(): () => void {
  DARK.addEventListener('change', paint)
  window.addEventListener('storage', paint)
  return () => {
    DARK.removeEventListener('change', paint)
    window.removeEventListener('storage', paint)
  }
}

function paint(): void {
  const theme = currentTheme()
  const isDark = theme === 'dark' || (theme === 'system' && DARK.matches)
  const { classList } = document.documentElement
  classList.toggle('wa-dark', isDark)
  classList.toggle('wa-light', !isDark)
}
