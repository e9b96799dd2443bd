/** As it is typed: in quotation marks that both kinds of shell have, where it needs them. */
export const asWord = (text: string): string =>
  /^[\w@%+=:,./\\-]+$/.test(text) ? text : `"${text.replaceAll('"', '\\"')}"`
