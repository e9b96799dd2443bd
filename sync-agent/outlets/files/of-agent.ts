/** The folder that an agent keeps up to date, by its options. */
import type { AgentContext } from '../../context.ts'
import type { PopupRelay } from '../popup-relay/relay.ts'
import { keptPopups, settingsOf } from './from-store.ts'
import { Publishing } from './keep-current.ts'

/** @returns undefined without a folder */
export function publishingOf(
  context: AgentContext,
  popupRelay: PopupRelay | undefined,
): Publishing | undefined {
  const { publish, streams, zone, feeds, media, db, widgetDir, popupStaleMs } = context.settings
  if (!publish) return undefined
  const { store, watch, serviceUrl, clock, logger, metrics } = context
  const { to, ...checked } = publish
  return new Publishing({
    ...{ store, watch, clock, logger, metrics, to, storePath: db, mediaDir: media?.dir, widgetDir },
    settings: settingsOf(checked, { streams, zone, feeds }),
    afterPublish: checked.afterPublish,
    popups:
      popupRelay &&
      (async stream => {
        const { kind, answer } = await popupRelay.peek(stream)
        return kind === 'failed' ? undefined : answer.body.toString()
      }),
    keptPopups: keptPopups(store, serviceUrl, popupStaleMs, clock),
  })
}
