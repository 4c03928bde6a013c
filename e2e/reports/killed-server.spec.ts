import { startServer } from '../../tools/testing/test-server.ts'
import type { TestServer } from '../../tools/testing/test-server.ts'
import { textEditor } from '../pages/report-page.ts'
import { button, createApi } from '../support/clinic-fixture.ts'
import { dialog, expect, expectAccessible, test as base } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { servers, setLocalServer } from '../support/servers.ts'

interface WorkerFixtures {
  /** A server that only this test uses and kills. */
  ownServer: TestServer
}

const test = base.extend<object, WorkerFixtures>({
  ownServer: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright parses this parameter
    async ({}, use) => {
      const server = await startServer({ PUBLIC_CALLS_PER_MINUTE: '100000' })
      setLocalServer(server.url, server.data)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', auto: true, timeout: 90_000 },
  ],
  baseURL: async ({ ownServer: _server }, use) => {
    await use(servers.local.base)
  },
})

test.use({ user: 'doctor.en' })

test('typing while the server is killed and started again loses nothing, and the editor says what happens', async ({
  page,
  ownServer,
  t,
}) => {
  await page.goto('studylist')
  await page.getByRole('gridcell').first().click()
  await waitForDeliberatePress(page)
  await button(page, t('studies:action.createReport')).click()
  const editor = textEditor(page)
  const isSaved = page.getByText(t('report:status.saved'))
  const notice = page.getByRole('status').filter({ hasText: t('report:draft.unreachable') })
  await editor.click()
  await page.keyboard.type('Before. ')
  await expect(isSaved).toBeVisible()

  await ownServer.kill()
  await page.keyboard.type('While it is gone. ')
  await expect(notice).toBeVisible()
  await expect(page.getByText(t('report:status.failed'))).toBeVisible()
  await expectAccessible(page)
  await test.step('the copy of this browser follows the typing', async () => {
    await page.keyboard.type('Last words.')
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(localStorage)), { timeout: 3500 })
      .toContain('Last words.')
  })

  await test.step('a PDF that cannot be made says so once, and leaves the report as it is', async () => {
    await button(page, t('report:createPdf')).click()
    const create = dialog(page, 'Create Report')
    await waitForDeliberatePress(page)
    await button(create, t('report:create.confirm')).click()
    await expect(create.getByText(t('errors:network'))).toHaveCount(1)
    await waitForDeliberatePress(page)
    await button(create, t('common:action.cancel')).click()
    await expect(editor).toHaveText('Before. While it is gone. Last words.')
  })

  await ownServer.restart()
  const answeredAt = performance.now()
  await expect(isSaved).toBeVisible()
  const savedMs = performance.now() - answeredAt
  console.log(`killed server: saved ${savedMs.toFixed(0)} ms after it was ready again`)
  await expect(notice).toHaveCount(0)
  await expect(editor).toHaveText('Before. While it is gone. Last words.')
  await expect(editor).toBeFocused()
  const api = await createApi('doctor.en')
  const { body: drafts } = await api<readonly { studyId: number }[]>('GET', 'report/draft')
  const { body } = await api('GET', `report/draft/${String(drafts[0]?.studyId)}`)
  expect(JSON.stringify(body)).toContain('Before. While it is gone. Last words.')

  await test.step('a reloaded page offers the same text', async () => {
    await page.reload()
    await button(page, t('report:draft.continue')).click()
    await expect(editor).toHaveText('Before. While it is gone. Last words.')
  })
})
