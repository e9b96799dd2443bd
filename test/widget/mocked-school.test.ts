// @vitest-environment happy-dom
/** The widget before the mocked school in Node, as in a test of a website that runs in happy-dom. */
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { failing, schoolHandlers } from '../../shared/client/msw/index.ts'
import '../../widget/define.ts'

const server = setupServer(...schoolHandlers())
beforeAll(() => server.listen())
afterEach(() => {
  document.body.replaceChildren()
  server.resetHandlers()
})
afterAll(() => server.close())

/** Resolves with the next event of this name. */
const heard = (name: 'show' | 'error') =>
  new Promise<CustomEvent>(resolve =>
    document.addEventListener(`school-popup-${name}`, resolve as never, { once: true }),
  )

function mount() {
  document.body.innerHTML = '<school-popup service="https://school.example/cms" lang="zh-HK"></school-popup>'
  return document.querySelector('school-popup')
}

it('shows the first of the example messages', async () => {
  const shown = heard('show')
  const popup = mount()
  await shown
  expect(popup?.shadowRoot?.textContent).toContain('八號烈風或暴風信號生效：全校停課')
})

it('says what went wrong', async () => {
  server.use(failing('popups', 'D20003'))
  const failed = heard('error')
  mount()
  expect(`${(await failed).detail}`).toMatch(/D20003/)
})
