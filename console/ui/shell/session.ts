/** Who is signed in, in this tab and in others, and whether the service is reached. */
import { ApiProblem, createApi } from '../api.ts'
import { keepKey, watchKey } from '../session-key.ts'
import { createTopics } from '../topics.ts'
import { takeToken } from './link-token.ts'

const RETRY_MS = 3_000

export interface SessionListener {
  changed(): void
  /** @param wasLost the page is still there, behind the sign-in */
  signedIn(wasLost: boolean): void
  signedOut(): void
  /** What was asked of the session did not work. */
  refused(problem: ApiProblem): void
  reachedAgain(): void
}

export class Session {
  /** `lost`: signed out while at work; the page stays behind. */
  access: 'asking' | 'in' | 'out' | 'lost' = 'asking'
  isOffline = false
  /** Of a link that signs in. */
  token = takeToken()
  readonly api = createApi({
    signedOut: () => this.#signedOut(),
    reached: isReached => this.#reached(isReached),
  })
  readonly topics = createTopics(() => this.#lookAgain())
  readonly #listener: SessionListener
  #signedInAgain: Promise<void> | undefined
  #tellSignedInAgain = (): void => {}
  #retry: ReturnType<typeof setTimeout> | undefined

  constructor(listener: SessionListener) {
    this.#listener = listener
    watchKey(() => void this.#signedInElsewhere())
    // A link opened in a tab that shows the console already changes the address alone.
    addEventListener('hashchange', this.#onLink)
    void this.#enter()
  }

  get isInside(): boolean {
    return this.access === 'in' || this.access === 'lost'
  }

  signedIn = (): void => {
    const wasLost = this.access === 'lost'
    this.token = undefined
    this.#set('in')
    this.topics.start()
    this.#listener.signedIn(wasLost)
    this.#tellSignedInAgain()
    this.#signedInAgain = undefined
  }

  signOut = async (): Promise<void> => {
    try {
      await this.api.post('/sign-out')
    } catch (error) {
      // Whose session is over already is signed out.
      if (!(error instanceof ApiProblem)) throw error
      if (error.status !== 401) return this.#listener.refused(error)
    }
    keepKey(undefined)
    this.topics.stop()
    await import('./console-sign-in.ts')
    this.#set('out')
    this.#listener.signedOut()
  }

  /** Rejects when the service is not reached. */
  ask(): Promise<{ signedIn: boolean }> {
    return this.api.get('/access')
  }

  /** Undefined when the service is not reached. */
  async #isSignedIn(): Promise<boolean | undefined> {
    return (await this.ask().catch(() => undefined))?.signedIn
  }

  /** Skips signing in for a browser with a session; a link in the address is always used. */
  async #enter(): Promise<void> {
    if (this.token === undefined) {
      const isSignedIn = await this.#isSignedIn()
      if (isSignedIn) return this.signedIn()
      if (isSignedIn === undefined) return this.#retryLater(() => this.#enter())
    }
    await import('./console-sign-in.ts')
    this.#set('out')
  }

  #onLink = (): void => {
    const token = takeToken()
    if (token === undefined) return
    this.token = token
    this.#set('asking')
    void this.#enter()
  }

  /** Another tab has the session for this one, too: cookie and key are those of all tabs. */
  async #signedInElsewhere(): Promise<void> {
    if ((await this.#isSignedIn()) && (this.access === 'out' || this.access === 'lost')) this.signedIn()
  }

  /** What was refused is asked once more when somebody has signed in over the page. */
  #signedOut(): Promise<void> | undefined {
    if (!this.isInside) return undefined
    this.#signedInAgain ??= new Promise(resolve => {
      this.#tellSignedInAgain = resolve
    })
    if (this.access === 'in') {
      this.topics.stop()
      void import('./console-sign-in.ts').then(() => this.#set('lost'))
    }
    return this.#signedInAgain
  }

  /** Events are refused: somebody has signed out everywhere, or the session has ended while nothing was done. */
  async #lookAgain(): Promise<void> {
    if ((await this.#isSignedIn()) === false) void this.#signedOut()
    else this.#retryLater(() => this.topics.start())
  }

  #reached(isReached: boolean): void {
    if (isReached === !this.isOffline) return
    this.isOffline = !isReached
    this.#listener.changed()
    if (isReached) {
      this.#listener.reachedAgain()
      // A service without a data folder has lost its sessions when it comes back.
      void this.#lookAgain()
    } else this.#reachAgain()
  }

  #reachAgain(): void {
    this.#retryLater(() => this.ask().catch(() => this.#reachAgain()))
  }

  #retryLater(act: () => unknown): void {
    clearTimeout(this.#retry)
    this.#retry = setTimeout(act, RETRY_MS)
  }

  #set(access: Session['access']): void {
    this.access = access
    this.#listener.changed()
  }
}
