/** The console of a service as its host holds it: where it is, links that sign in, and the websites that it links to. */
import { signOutEverywhere } from './access/sign-out.ts'
import type { ConsoleContext } from './context.ts'
import type { Websites } from './websites.ts'

export interface ConsoleHandle {
  /** As in `http://127.0.0.1:4010/console/`. */
  readonly url: string
  /** A link that signs a browser in once, within a quarter of an hour. It lets anybody in who has it: keep it secret. */
  signInLink(): string
  /** Called whenever a link was used, tried after it was used or had expired, or ended in the console with all others. @returns ends it */
  onLinkUsed(listener: () => void): () => void
  /** The school's websites, where they are known: the console links to what it has put there. @throws {TypeError} */
  websites: Websites
  /** Signs every browser out, and ends the links that were not used. */
  signOutEverywhere(): void
}

export function consoleHandle({ access, changes, websites }: ConsoleContext): ConsoleHandle {
  return {
    get url() {
      return access.url()
    },
    signInLink: () => access.linkTo(access.links.make()),
    get websites() {
      return websites.known
    },
    set websites(known) {
      websites.know(known)
    },
    onLinkUsed: access.links.onUse,
    signOutEverywhere() {
      signOutEverywhere(access)
      changes.changed('access')
    },
  }
}
