/** What each of the pages asks first. */
export async function askMessages() {
  const response = await fetch('/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US')
  const { code, content } = await response.json()
  if (code !== 'D00000') throw new Error(code)
  return content
}
