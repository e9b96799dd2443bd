/** As `URL.parse`, which browsers have since 2024 only. @returns undefined for what is no address */
export function parsedUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
