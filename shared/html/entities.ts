/** The four entities that the sanitiser writes. */
const CHARACTERS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const ENTITIES = Object.fromEntries(
  Object.entries(CHARACTERS).map(([entity, character]) => [character, entity]),
)

export const unescaped = (html: string): string =>
  html.replace(/&(?:amp|lt|gt|quot);/g, entity => CHARACTERS[entity] ?? '')

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, character => ENTITIES[character] ?? '')
