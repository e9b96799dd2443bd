/** A link that signs in carries its token in the fragment, which no server, log or Referer sees. */

export function tokenIn(address: string): string | undefined {
  return /#sign-in=([\w-]+)/.exec(address)?.[1]
}

/** Takes the token out of the address and of the history, so that neither a reload nor a passer-by has it. */
export function takeToken(): string | undefined {
  const token = tokenIn(location.hash)
  if (token !== undefined) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}
