/** The console of a service as its host holds it: where it is, and links that sign in. */
import { signOutEverywhere } from './access/sign-out.ts'
import type { ConsoleContext } from './context.ts'

export interface ConsoleHandle {
  /** As in `http://127.0.0.1:4010/console/`. */
  readonly url: string
  /** A link that signs a browser in once, within a quarter of an hour. It lets anybody in who has it: keep it secret. */
  signInLink(): string
  /** Called whenever a link was used, tried after it was used or had expired, or ended in the console with all others. @returns ends it */
  onLinkUsed(listener: () => void): () => void
  /** Signs every browser out, and ends the links that were not used. */
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
      signOutEverywhere(access)
      changes.changed('access')
    },
  }
}
