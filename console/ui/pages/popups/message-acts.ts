/** What can be done with a message, in the list and on its own page: at once, with an undo. */
import type { PopupRecord } from '../../../api/popups.ts'
import { ActingPage, type Undone } from '../../acting-page.ts'
import { titleOf } from './message.ts'
import { switchedText } from './on-website.ts'
import type { ListAct } from './popup-list.ts'
import { say } from './strings.ts'

export class MessageActs extends ActingPage {
  /** @returns whether it was done; if not, the reason has been said */
  protected async actOn(popup: PopupRecord, act: ListAct): Promise<boolean> {
    const isDone = await this.act(async () => {
      await this.perform(popup, act)
      return true
    })
    return isDone ?? false
  }

  /** @throws {ApiProblem} it was refused */
  protected async perform(popup: PopupRecord, act: ListAct): Promise<void> {
    const { api, lang } = this
    const title = titleOf(popup, lang)
    const path = `/popups/${popup.popupId}`
    if (act === 'remove') {
      this.done(say('deleted', { title }), await api.delete(path))
    } else if (act === 'restore') {
      await api.post(`${path}/restore`)
      this.say(say('restored', { title }))
    } else {
      const onWebsite = act === 'send'
      const now = await api.post<PopupRecord & Undone>(`${path}/website`, { onWebsite })
      this.done(switchedText(now), now)
    }
  }
}
