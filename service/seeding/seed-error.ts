/** An invalid seed: which file, where in it, and why. Nothing was changed. */
export class SeedError extends Error {
  override name = 'SeedError'
  readonly code: 'SEED_UNREADABLE' | 'SEED_INVALID'
  /** The seed's file, or `sample` or `empty`. */
  readonly file: string
  /** JSON pointer to the fault, as in `/news/3/cover`; empty for the file as a whole. */
  readonly path: string

  constructor(code: SeedError['code'], file: string, path: string, reason: string, options?: ErrorOptions) {
    super(`seed ${file}: ${path ? `${path} ` : ''}${reason}`, options)
    this.code = code
    this.file = file
    this.path = path
  }
}
