/** Lists that the API gives page by page: the `next` of one page asks for the one after it. */

type Pages<Name extends string, Next> = { [name in Name]: unknown[] } & { next?: Next }

/** Two parts of a list as one; what else the later one says is newer. @param rows their name, as in `people` */
export const joined = <Name extends string, List extends Pages<Name, unknown>>(
  rows: Name,
  before: List,
  after: List,
): List => ({ ...before, ...after, next: after.next, [rows]: [...before[rows], ...after[rows]] })

/** As many rows as were shown, so that nobody loses the place when somebody else changes something. */
export async function readAtLeast<Name extends string, Next, List extends Pages<Name, Next>>(
  rows: Name,
  shown: number,
  read: (after?: Next) => Promise<List>,
): Promise<List> {
  let list = await read()
  while (list.next !== undefined && list[rows].length < shown)
    list = joined(rows, list, await read(list.next))
  return list
}
