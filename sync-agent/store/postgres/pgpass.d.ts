/** The package has no types of its own. */
declare module 'pgpass' {
  /** Looks in the file of PGPASSFILE, or in ~/.pgpass. */
  export default function pgpass(
    asked: { host: string; port: number; user: string; database: string },
    found: (password: string | undefined) => void,
  ): void
}
