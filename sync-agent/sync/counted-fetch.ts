/** A fetch that counts calls by how their answer began. */
import type { Metrics } from '../metrics.ts'

export function countedFetch(
  call: typeof fetch,
  { serviceRequests }: Pick<Metrics, 'serviceRequests'>,
): typeof fetch {
  return async function fetchAndCount(input, init) {
    try {
      const response = await call(input, init)
      serviceRequests.inc({ status: response.status })
      return response
    } catch (error) {
      serviceRequests.inc({ status: 'none' })
      throw error
    }
  }
}
