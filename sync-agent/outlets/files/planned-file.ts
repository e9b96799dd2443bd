/** A file to publish, and its source. */

export interface PlannedFile {
  path: string
  /** The same source gives the same bytes. */
  source: string
  content: FileContent
}

export type FileContent =
  | { kind: 'text'; make: () => Promise<string> }
  /** Path of a file to copy. */
  | { kind: 'copy'; original: string; sha256: string }

/** Files of a stage do not link to files of a later one. */
export interface Stage {
  /** New files come first, in this order. */
  files: readonly PlannedFile[]
  /** Order of existing files; default: the same. */
  standing?: readonly PlannedFile[]
}
