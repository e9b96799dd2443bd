/** Whether a store's `db` is an address of PostgreSQL, and not a file. */
export const isPostgres = (db: string): boolean => /^postgres(ql)?:\/\//.test(db)
