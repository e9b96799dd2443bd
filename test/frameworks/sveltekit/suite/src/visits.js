import { forSvelteKit } from '@schoolbell/extension/sveltekit'
import { extension } from '../under-test.js'

export const { visits, ...functions } = forSvelteKit(extension)
