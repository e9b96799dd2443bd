/** Whether a text names a host, as in `media.school.example` or `10.1.2.3:8080`. */
export function isHost(text: string): boolean {
  const url = URL.parse(`https://${text}`)
  return url !== null && `${url.origin}/` === url.href && !/[/?#@*\s]/.test(text)
}
