/** A fetch that tells how each call began to be answered. */

/** @param count told the HTTP status, or `none` when no answer began */
export function countedFetch(call: typeof fetch, count: (status: number | 'none') => void): typeof fetch {
  return async function fetchAndCount(input, init) {
    try {
      const response = await call(input, init)
      count(response.status)
      return response
    } catch (error) {
      count('none')
      throw error
    }
  }
}
