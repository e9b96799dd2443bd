/** What the phone on the page has sent and received. */
import type { Exchange } from '../../../api/simulator.ts'
import type { ApiHost } from '../../console-page.ts'

export class PhoneExchanges {
  all: readonly Exchange[] = []
  readonly #host: ApiHost

  constructor(host: ApiHost) {
    this.#host = host
  }

  /** Names of the cookies that the phone has forgotten since More was tapped last. */
  get forgotten(): string[] {
    const visit = this.all.slice(this.all.findLastIndex(({ kind }) => kind === 'entrance'))
    return [...new Set(visit.flatMap(({ forgotten }) => forgotten))]
  }

  clear(): void {
    this.all = []
    this.#host.requestUpdate()
  }

  /**
   * Reads all from the oldest that was still under way.
   *
   * @param isWanted whether the phone is still the one on the page when the answer is there
   */
  async read(phoneId: number, isWanted: () => boolean): Promise<void> {
    const open = this.all.find(({ isOver }) => !isOver)
    const from = (open?.exchangeId ?? (this.all.at(-1)?.exchangeId ?? 0) + 1) - 1
    const answer = await this.#host.api
      .get<{ exchanges: Exchange[] }>(`/simulator/phones/${phoneId}/exchanges?after=${from}`)
      .catch(() => undefined)
    if (!answer || !isWanted()) return
    this.all = [...this.all.filter(({ exchangeId }) => exchangeId <= from), ...answer.exchanges]
    this.#host.requestUpdate()
  }
}
