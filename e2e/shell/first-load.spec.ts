import type { Page } from '@playwright/test'
import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { button, findRow, signInAs } from '../support/clinic-fixture.ts'

/** Compressed bytes of script that the study list may load until it is usable. */
const scriptMax = 200_000

const lazyScript = /\/assets\/(?:next|sign-in)-[^/]+\.js$/u
const nextScript = /\/assets\/next-[^/]+\.js$/u

/** Records the scripts that a page has received, with their compressed bytes. */
function recordScripts(page: Page) {
  const received: { readonly url: string; readonly bytes: Promise<number> }[] = []
  page.on('response', (response) => {
    const url = response.url()
    if (url.endsWith('.js'))
      received.push({ url, bytes: response.headerValue('content-length').then(Number) })
  })
  return {
    sum: async () =>
      (await Promise.all(received.map(({ bytes }) => bytes))).reduce((sum, one) => sum + one, 0),
    count: (file = /./u) => received.filter(({ url }) => file.test(url)).length,
  }
}

test('the study list loads little script, and its other parts when the page is idle or they are needed', async ({
  page,
  pageErrors,
  records,
  t,
}) => {
  await records.createStudy(await records.createPatient('Rex'))
  await signInAs(page, records.clinic.admin)
  const preview = page.getByRole('complementary', { name: t('studies:preview.title') })

  await test.step('a part that cannot be loaded says so, and is loaded by Try again', async () => {
    const scripts = recordScripts(page)
    await page.route(lazyScript, (route) => route.abort())
    await page.goto('studylist')
    await (await findRow(page, 'Rex')).click()
    expect(await scripts.sum()).toBeGreaterThan(100_000)
    expect(await scripts.sum()).toBeLessThan(scriptMax)
    const failure = preview.getByRole('alert').first()
    await expect(failure).toContainText(t('shell:failure.newVersionText'))
    await page.unroute(lazyScript)
    await failure.getByRole('button', { name: t('common:action.tryAgain') }).click()
    await expect(preview.getByRole('heading', { name: 'Rex' })).toBeVisible()
    // The browser logs the files that it could not load.
    pageErrors.length = 0
  })

  await test.step('the code of dialogs is loaded while the page is idle, and opens them without a request', async () => {
    const scripts = recordScripts(page)
    await page.reload()
    await findRow(page, 'Rex')
    // Fetched into the cache and imported from it.
    await expect.poll(() => scripts.count(nextScript)).toBeGreaterThan(1)
    await expect(async () => {
      const before = scripts.count()
      await page.waitForTimeout(1000)
      expect(scripts.count(), 'no file arrives any more').toBe(before)
    }).toPass()
    const received = scripts.count()
    await (await findRow(page, 'Rex')).click()
    await expect(preview.getByRole('heading', { name: 'Rex' })).toBeVisible()
    await button(page, t('studies:action.delete')).click()
    const question = page.getByRole('dialog', { name: t('studies:delete.title') })
    await expect(question.getByRole('button', { name: t('common:action.cancel') })).toBeFocused()
    expect(scripts.count()).toBe(received)
  })
})
