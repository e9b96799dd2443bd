const ENGLISH = new Intl.PluralRules('en-US')

/** As in `1 file` and `2 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${ENGLISH.select(count) === 'one' ? one : many}`
}
