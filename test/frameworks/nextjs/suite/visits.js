import { forNext } from '@schoolbell/extension/next'
import { extension } from './under-test.js'

export const { visits, ...functions } = forNext(extension)
