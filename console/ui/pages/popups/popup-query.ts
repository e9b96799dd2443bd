/** The messages that are listed: of a state and a site, loaded page by page. */
import type { SiteId } from '../../../../shared/contract/site.ts'
import type { PopupList } from '../../../api/popups.ts'
import type { ApiHost } from '../../console-page.ts'
import { joined, readAtLeast } from '../../parts/list-pages.ts'
import type { PopupState } from './message.ts'

export interface PopupChoice {
  site?: SiteId | undefined
  state?: PopupState | undefined
}

/** What stays when the list is left. */
export interface KeptChoice extends PopupChoice {
  /** How many messages were on the screen. */
  shown?: number
}

export class PopupQuery {
  found: PopupList | undefined
  readonly #host: ApiHost
  readonly #choice: KeptChoice
  readonly #chosen: () => void

  /** @param choice changes with what is chosen @param chosen runs when others are wanted */
  constructor(host: ApiHost, choice: KeptChoice, chosen: () => void) {
    this.#host = host
    this.#choice = choice
    this.#chosen = chosen
  }

  get site(): SiteId | undefined {
    return this.#choice.site
  }

  get state(): PopupState | undefined {
    return this.#choice.state
  }

  choose({ site, state }: PopupChoice): void {
    Object.assign(this.#choice, { site, state, shown: 0 })
    this.#host.requestUpdate()
    this.#chosen()
  }

  show(found: PopupList): void {
    this.found = found
    this.#choice.shown = found.popups.length
    this.#host.requestUpdate()
  }

  /** As many as are shown now, so that what others change does not shorten the list. */
  async fetch(signal: AbortSignal): Promise<PopupList> {
    return await readAtLeast('popups', this.#choice.shown ?? 0, (after?: string) =>
      this.#host.api.get<PopupList>(this.#address(after), { signal }),
    )
  }

  /** The next page at the end of the list, unless the list was loaded anew meanwhile. */
  async more(): Promise<void> {
    const { found } = this
    if (!found?.next) return
    const more = await this.#host.api.get<PopupList>(this.#address(found.next))
    if (this.found === found) this.show(joined('popups', found, more))
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
