/** Which keys and tokens of a seed are published: those of the sample school, in any seed. */
import type { Seed } from '../seed.ts'

export const isSample = ({ sample }: Pick<Seed, 'sample'>, secret: string): boolean =>
  sample === true || secret.startsWith('sample-')

export const holdsSamples = (seed: Seed): boolean =>
  [...seed.accessKeys.map(({ key }) => key), ...seed.sessions.map(({ token }) => token)].some(secret =>
    isSample(seed, secret),
  )
