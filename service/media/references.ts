/** How a body refers to a medium: `media:NAME` as the value of an attribute. In running text it stays as it is. */
export const MEDIA_REFERENCE = /(=\s*["']?)media:([^\s"'<>]+)/g

/** Names of all media that a body refers to. */
export function referencesIn(html: string): string[] {
  return [...html.matchAll(MEDIA_REFERENCE)].map(([, , name = '']) => name)
}
