/**
 * The open entry in the page's own address, `#news=2026-0917`, so that pages can link to it and the back button works.
 *
 * The address belongs to the page: everything else in its hash and its state is kept.
 */

export function idIn(hash: string, name: string): string | undefined {
  return new URLSearchParams(hash.slice(1)).get(name) || undefined
}

/** A full address: with a `<base>`, `#…` alone would lead to another page. */
export const addressOf = (name: string, newsId: string): string =>
  at(`${without(name)}&${new URLSearchParams({ [name]: newsId })}`.replace(/^&/, '#'))

/**
 * Adds a step to the visitor's history, which holds the hash of the step before. There is only one such step, however many
 * entries are opened.
 *
 * @returns the hash of the list
 */
export function goTo(name: string, newsId: string): string {
  const { hash } = location
  const isOpen = before() !== undefined || idIn(hash, name)
  const state = isOpen ? history.state : { ...history.state, schoolNews: hash }
  try {
    if (!isOpen) hideFromTurbo()
    history[isOpen ? 'replaceState' : 'pushState'](state, '', addressOf(name, newsId))
  } catch {
    // A browser may refuse, for example after too many calls. The entry is shown without an address.
  }
  return hashBehind(name)
}

/**
 * Turbo renders the page anew at each step to a state with `turbo`, and the list would lose its place. A state without is to
 * Turbo a link within the page: it renders nothing, and adds its `turbo` again.
 */
function hideFromTurbo(): void {
  const { turbo, ...rest } = history.state ?? {}
  if (turbo) history.replaceState({ ...rest, schoolNewsList: true }, '')
}

/** The page that an element stands in. */
let page: string | undefined

export function enterPage(): void {
  page = at('')
  addEventListener('popstate', onStep)
}

export function leavePage(): void {
  page = undefined
}

/** From another page two steps at once lead to the list, where Turbo has rendered nothing. */
function onStep({ state }: PopStateEvent): void {
  if (state?.schoolNewsList && page !== at('')) location.reload()
}

/** The page's hash without this element's entry. */
export const hashBehind = (name: string): string => before() ?? without(name)

/** True until the step back is done. */
let isLeaving = false

/** @returns whether the browser goes one step back; `popstate` follows */
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
  // The visitor came directly to this entry, or another entry is open: one step back is another page.
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
