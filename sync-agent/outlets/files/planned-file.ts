/** A file that there should be, and what it is made from. */

export interface PlannedFile {
  path: string
  /** Tells what it is made from: the same source, the same bytes. */
  source: string
  content: FileContent
}

export type FileContent =
  | { kind: 'text'; make: () => Promise<string> }
  /** A file from elsewhere, by its path; never compressed. */
  | { kind: 'copy'; original: string; sha256: string }

/** Nothing in a stage points to what comes in a later one. */
export interface Stage {
  /** Files that are not there yet come first, in this order. */
  files: readonly PlannedFile[]
  /** The same files in the order for those that are there already; default: the same. */
  standing?: readonly PlannedFile[]
}
