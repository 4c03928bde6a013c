import { expect, test } from '../support/fixtures.ts'

test.use({ user: 'doctor.en', language: 'en' })

test('a page says that it may be old while the server or its database cannot be reached', async ({
  page,
  t,
}) => {
  await page.goto('studylist')
  const notice = page.getByRole('status').filter({ hasText: t('shell:serverLost') })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toHaveCount(0)

  const isAlive = '**/api/account/alive'
  await page.route(isAlive, (route) =>
    route.fulfill({ status: 503, json: { code: 'server/unavailable', message: 'Unavailable' } }),
  )
  // The page asks at once when it is shown again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(notice).toBeVisible({ timeout: 15_000 })

  const refreshed = page.waitForResponse('**/api/study/page**')
  await page.unroute(isAlive)
  await expect(notice).toHaveCount(0, { timeout: 10_000 })
  await refreshed
})
