/** What kind of store its `db` names. */
import { StoreError } from '../shared/sqlite/open.ts'

/** Whether it is an address of PostgreSQL, and not a file. */
export const isPostgres = (db: string): boolean => /^postgres(ql)?:\/\//.test(db)

/**
 * What looks like an address is not taken for a file, which messages would show: it may hold a password.
 *
 * @throws {StoreError}
 */
export function refuseOtherAddress(db: string): void {
  if (isPostgres(db) || !OTHER_ADDRESSES.some(address => address.test(db))) return
  throw new StoreError(
    'STORE_ADDRESS',
    'the store’s name is neither a file nor an address of PostgreSQL, as in postgres://user@db.example:5432/school',
  )
}

const OTHER_ADDRESSES = [
  // Also in quotation marks, which some container platforms leave around a value. One letter is a drive.
  /(?<![\w+.-])[a-z][\w+.-]+:\/\/|^["'\s]*postgres(ql)?:/i,
  // As libpq takes it: host=db.example user=clerk password=…
  /(?<![\w-])(host|hostaddr|port|dbname|user|password|passfile|service)\s*=/i,
  // An address without its scheme, or with a colon missing: clerk:…@db.example/school, postgres//clerk:…@db.example.
  /^(?:[a-z]*:?\/\/)?[^:/\\@]{2,}:[^@]*@/i,
]
