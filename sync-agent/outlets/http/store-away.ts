/** While the store's database is away, visitors are asked to come again, and to keep what they have. */
import { HttpProblem } from '../../../shared/server/problem.ts'

const RETRY_AFTER_SECONDS = '5'

export const storeAway = () =>
  new HttpProblem(
    503,
    'The agent’s database does not answer now. Keep the news that you have and try again',
    {
      title: 'Store Away',
      code: 'STORE_UNREACHABLE',
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
    },
  )
