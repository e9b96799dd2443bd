/** The whole installation: one script tag from the agent, in a real browser on another site's page. */
import { expect, it } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { scratch } from '../support/scratch.ts'
import { serve } from '../support/serve.ts'
import { startSmallSchool } from '../support/small-school.ts'
import { agentBefore, RELAYING } from '../sync-agent/support.ts'

// Promise: website/one-tag
it('a bare tag shows the message, also after the service went down and the agent was started anew', async () => {
  using files = scratch()
  const school = await startSmallSchool()
  const upstream = { url: school.addresses.serviceUrl.replace(/\/cms$/, '') }
  const db = files.path('news.db')
  await using site = await pageWithTag()
  const browser = await sharedBrowser()
  const titleOn = async (agent: Awaited<ReturnType<typeof agentBefore>>) => {
    const page = await browser.newPage()
    const asked: string[] = []
    // Its pictures may come from the service, its messages not.
    page.on('request', request => {
      const { origin, pathname } = new URL(request.url())
      if (pathname.endsWith('/popupmsg/check')) asked.push(origin)
    })
    const address = await agent.listen()
    await page.goto(`${site.origin}/?${new URLSearchParams({ agent: address })}`)
    const title = await page.getByRole('dialog').getByRole('heading', { level: 2 }).textContent()
    await page.close()
    expect(asked).toEqual([address])
    return title
  }
  {
    await using agent = await agentBefore(upstream, db, RELAYING)
    expect(await titleOn(agent)).toBe('Classes suspended')
  }
  await school[Symbol.asyncDispose]()
  await using later = await agentBefore(upstream, db, RELAYING)
  expect(await titleOn(later)).toBe('Classes suspended')
})

/** A school's page with nothing on it but the tag, at an origin of its own. */
const pageWithTag = () =>
  serve((request, response) => {
    const agent = new URL(request.url ?? '', 'http://page.invalid').searchParams.get('agent')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><title>Larkwater School</title><h1>Welcome</h1>
       <script async src="${agent}/widget/popup.js"></script></html>`,
    )
  })
