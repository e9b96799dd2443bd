/** Everything in one script: fewer round trips, and all its bytes for every visitor. */
import { show } from '#peer'
import { askMessages } from './ask-messages.js'

askMessages().then(([message]) => message && show(message))
