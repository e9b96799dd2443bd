/** A school's page under development: the mocked school in a service worker, then the widget and a client. Built by mocked-school.test.ts. */
import { setupWorker } from 'msw/browser'
import { createContentClient, createSessionClient } from '../../shared/client/index.ts'
import { failing, schoolHandlers } from '../../shared/client/msw/index.ts'

const worker = setupWorker(...schoolHandlers())
await worker.start({ quiet: true })
await import('../../widget/define.ts')

const SCHOOL = 'https://school.example'
const content = createContentClient({ serviceUrl: `${SCHOOL}/cms` })
const sessions = createSessionClient({ sessionUrl: `${SCHOOL}/session`, appId: 'sample-school' })

const page = {
  titles: async () =>
    (await content.news({ siteId: 'academy', lang: 'zh-HK', lastSyncTime: '20260101000000' })).newsList.map(
      ({ newsTitle }) => newsTitle,
    ),
  role: async () => (await sessions.resolve('sample-guardian')).role,
  async codeOfFailure() {
    worker.use(failing('news', 'D20003'))
    return await page.titles().catch(error => error.returnCode)
  },
}
export type MockedPage = typeof page
Object.assign(window, { page })
