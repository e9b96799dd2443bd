/** The messages that are listed: of a state and a site, loaded page by page. */
import type { SiteId } from '../../../../shared/contract/site.ts'
import type { PopupList } from '../../../api/popups.ts'
import type { ApiHost } from '../../console-page.ts'
import type { PopupState } from './message.ts'

export interface PopupChoice {
  site?: SiteId | undefined
  state?: PopupState | undefined
}

export class PopupQuery {
  found: PopupList | undefined
  site: SiteId | undefined
  state: PopupState | undefined
  readonly #host: ApiHost
  readonly #chosen: () => void

  /** @param chosen runs when others are wanted */
  constructor(host: ApiHost, chosen: () => void) {
    this.#host = host
    this.#chosen = chosen
  }

  choose({ site, state }: PopupChoice): void {
    this.site = site
    this.state = state
    this.#host.requestUpdate()
    this.#chosen()
  }

  show(found: PopupList): void {
    this.found = found
    this.#host.requestUpdate()
  }

  /** As many as are shown now, so that what others change does not shorten the list. */
  async fetch(signal: AbortSignal): Promise<PopupList> {
    const wanted = this.found?.popups.length ?? 0
    let list = await this.#host.api.get<PopupList>(this.#address(), { signal })
    while (list.next && list.popups.length < wanted) {
      const more = await this.#host.api.get<PopupList>(this.#address(list.next), { signal })
      list = { ...more, popups: [...list.popups, ...more.popups] }
    }
    return list
  }

  /** The next page at the end of the list, unless the list was loaded anew meanwhile. */
  async more(): Promise<void> {
    const { found } = this
    if (!found?.next) return
    const more = await this.#host.api.get<PopupList>(this.#address(found.next))
    if (this.found === found) this.show({ ...more, popups: [...found.popups, ...more.popups] })
  }

  #address(after?: string): string {
    const query = new URLSearchParams({
      ...(this.site && { site: this.site }),
      ...(this.state && { state: this.state }),
      ...(after && { after }),
    })
    return `/popups?${query}`
  }
}
