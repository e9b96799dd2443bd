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

/** Follows the system, and what another tab chooses, for as long as the document is there. */
export function followTheme(painted: () => void): void {
  const follow = () => {
    paint()
    painted()
  }
  DARK.addEventListener('change', follow)
  addEventListener('storage', follow)
}

function paint(): void {
  const theme = currentTheme()
  const isDark = theme === 'dark' || (theme === 'system' && DARK.matches)
  const { classList } = document.documentElement
  classList.toggle('wa-dark', isDark)
  classList.toggle('wa-light', !isDark)
}
