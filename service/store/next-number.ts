/** Identifiers that are numbers, each given once, see `last_number` in the migrations. */

/** In SQL, the next one of a table: to be read in the transaction that inserts its row. */
export const nextNumber = (table: 'unit' | 'year' | 'person' | 'student_group' | 'attendance_entry') =>
  `(SELECT number + 1 FROM last_number WHERE name = '${table}')`
