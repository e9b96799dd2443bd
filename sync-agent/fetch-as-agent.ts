/** The platform's `fetch` with the agent's name: the service sees who asks. A proxy is a matter of Node's own settings. */
export const fetchAsAgent: typeof fetch = (input, init = {}) => {
  const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : {}))
  headers.set('user-agent', 'schoolbell-sync-agent')
  return fetch(input, { ...init, headers })
}
