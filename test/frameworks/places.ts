import { join } from 'node:path'
import type {} from 'vitest'

/** The frameworks, each with its package.json and its lock file. */
export const FRAMEWORKS = join(import.meta.dirname)

/** Where they are installed and where web-apps are built; no part of the repository. */
export const WORK = join(FRAMEWORKS, '.work')

declare module 'vitest' {
  export interface ProvidedContext {
    /** Set by the project of `npm run test:frameworks`. */
    frameworks: boolean | undefined
  }
}
