/** The phone of `schoolbell open-extension`, and its lines for the terminal. */
import type { Logger } from 'pino'
import type { Exchange } from '../../simulator/exchanges.ts'
import type { OpenExtensionFlags } from './flags.ts'
import type { SessionPlace } from './why-refused.ts'

export interface OpenPhone {
  /** Opens the web-app in any browser on this machine. */
  link: string
  entranceUrl: string
  /** Where the entrance URL comes from. */
  setIn: 'settings' | 'option'
  language: OpenExtensionFlags['lang']
  /** What whoever opens it is, as in `signed in as Yuk-lan Sheung`. */
  signsIn: string
  /** Lines below the link: names and texts. */
  about: [name: string, text: string][]
  exchanges(): Exchange[]
  /** Undefined with the user's own token, which is not resolved here. */
  sessions?(): SessionPlace
  close(): Promise<void>
}

export interface PhoneParts {
  logger: Logger
  /** Something was sent or received. */
  changed?(): void
}

/** Where it listens, unless it is told otherwise. */
export const HOST = '127.0.0.1'
