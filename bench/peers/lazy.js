/** The dialog only when there is something to show. */
import { askMessages } from './ask-messages.js'

/** In a variable, because a bundler would wrap what it can follow. */
const dialog = './dialog.js'

askMessages().then(async ([message]) => message && (await import(/* @vite-ignore */ dialog)).show(message))
