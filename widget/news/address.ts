/**
 * An entry's place in the page's own address, `#news=2026-0917`, so that it can be linked to, and the back button leads back.
 *
 * The address is the page's first: whatever else stands in its hash or its state is kept.
 */

export function idIn(hash: string, name: string): string | undefined {
  return new URLSearchParams(hash.slice(1)).get(name) || undefined
}

/** In full: a `<base>` would lead a bare `#…` to another page. */
export const addressOf = (name: string, newsId: string): string =>
  at(`${without(name)}&${new URLSearchParams({ [name]: newsId })}`.replace(/^&/, '#'))

/**
 * As a step of the visitor's history, which remembers the hash of the step before. There is one such step, however many
 * entries are opened one after the other or beside each other.
 *
 * @returns the hash that leads back
 */
export function goTo(name: string, newsId: string): string {
  const { hash } = location
  const isOpen = before() !== undefined || idIn(hash, name)
  const state = isOpen ? history.state : { ...history.state, schoolNews: hash }
  try {
    history[isOpen ? 'replaceState' : 'pushState'](state, '', addressOf(name, newsId))
  } catch {
    // A browser may refuse, as when it is asked too often: the entry is shown without.
  }
  return hashBehind(name)
}

/** The hash of the page without this element's entry. */
export const hashBehind = (name: string): string => before() ?? without(name)

/** Until the step back has been taken. */
let isLeaving = false

/** @returns whether the visitor is led one step back, and `popstate` will tell */
export function goBack(name: string): boolean {
  if (isLeaving) return true
  if (!idIn(location.hash, name)) return false
  const rest = without(name)
  if (before() === rest) {
    isLeaving = true
    addEventListener(
      'popstate',
      () => {
        isLeaving = false
      },
      { once: true },
    )
    history.back()
    return true
  }
  // The visitor came right here, or another entry is open: one step back is another page.
  history.replaceState(history.state, '', at(rest))
  return false
}

const before = (): string | undefined => history.state?.schoolNews

function without(name: string): string {
  const others = location.hash
    .slice(1)
    .split('&')
    .filter(part => part && !new URLSearchParams(part).has(name))
  return others.length ? `#${others.join('&')}` : ''
}

const at = (hash: string): string => location.href.split('#')[0] + hash
