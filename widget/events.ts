/** What a `<school-popup>` tells its page. All bubble and cross shadow roots. */
import type { PopupMessage } from '../shared/contract/popup.ts'

class PopupEvent extends Event {
  constructor(type: string) {
    super(type, { bubbles: true, composed: true })
  }
}

/** The service has answered; `messages` are those this visitor has not seen. */
export class PopupLoadEvent extends PopupEvent {
  readonly messages: readonly PopupMessage[]
  constructor(messages: readonly PopupMessage[]) {
    super('school-popup-load')
    this.messages = messages
  }
}

/** A message has come on the screen (`-show`), was confirmed by its button (`-confirm`) or closed (`-dismiss`). */
export class PopupMessageEvent extends PopupEvent {
  readonly message: PopupMessage
  constructor(name: 'show' | 'confirm' | 'dismiss', message: PopupMessage) {
    super(`school-popup-${name}`)
    this.message = message
  }
}

/** The messages could not be had; nothing is shown. */
export class PopupErrorEvent extends PopupEvent {
  readonly error: unknown
  constructor(error: unknown) {
    super('school-popup-error')
    this.error = error
  }
}
