/** The folder that an agent keeps current, by its options. */
import type { CheckedOptions } from '../../options/options.ts'
import type { AgentStore } from '../../store/store.ts'
import type { PopupRelay } from '../popup-relay/relay.ts'
import { keptPopups, settingsOf } from './from-store.ts'
import { createPublishing, type Publishing, type PublishingParts } from './keep-current.ts'

export interface AgentParts extends Pick<PublishingParts, 'watch' | 'clock' | 'logger' | 'metrics'> {
  store: AgentStore
  popupRelay: PopupRelay | undefined
  /** As the store has it. */
  serviceUrl: string
}

/** @returns undefined when no folder was named */
export function publishingOf(options: CheckedOptions, parts: AgentParts): Publishing | undefined {
  const { publish, streams, zone, feeds, media, db, popupIntervalMs, popupStaleMs } = options
  if (!publish) return undefined
  const { popupRelay, serviceUrl, ...others } = parts
  const { to, ...checked } = publish
  return createPublishing({
    ...others,
    ...{ to, storePath: db, mediaDir: media?.dir },
    settings: settingsOf(checked, { streams, zone, feeds }),
    popups:
      popupRelay &&
      (async stream => {
        const { kind, answer } = await popupRelay.peek(stream)
        return kind === 'failed' ? undefined : answer.body.toString()
      }),
    keptPopups: keptPopups(others.store, serviceUrl, popupStaleMs, others.clock),
    popupIntervalMs: popupIntervalMs === false ? 0 : popupIntervalMs,
  })
}
