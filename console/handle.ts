/** The console of a service as its host holds it: where it is, and links that sign in. */
import type { ConsoleContext } from './context.ts'

export interface ConsoleHandle {
  /** As in `http://127.0.0.1:4010/console/`. */
  readonly url: string
  /** A link that signs a browser in once, within a quarter of an hour. It lets anybody in who has it: keep it secret. */
  signInLink(): string
  /** Called whenever a link was used, or tried after it was used or had expired. @returns ends it */
  onLinkUsed(listener: () => void): () => void
  /** Signs every browser out. */
  signOutEverywhere(): void
}

export function consoleHandle({ access, changes }: ConsoleContext): ConsoleHandle {
  return {
    get url() {
      return access.url()
    },
    signInLink: () => access.linkTo(access.links.make()),
    onLinkUsed: access.links.onUse,
    signOutEverywhere() {
      access.sessions.endAll()
      changes.changed('access')
    },
  }
}
