import type { Page } from '@playwright/test'
import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { button, findRow, signInAs } from '../support/clinic-fixture.ts'

/** Compressed bytes of script that the study list may load until it is usable. */
const scriptMax = 200_000

const isScript = (url: string) => url.endsWith('.js')
const next = /\/assets\/next-[^/]+\.js$/u

/** Counts the compressed bytes of the scripts that a page loads, by file. */
function countScripts(page: Page) {
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (!isScript(response.url())) return
    const size = response.headerValue('content-length').then(Number)
    sizes.set(response.url(), size)
  })
  return {
    sum: async () => (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0),
    has: (file: RegExp) => [...sizes.keys()].some((url) => file.test(url)),
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
  const scripts = countScripts(page)
  const preview = page.getByRole('complementary', { name: t('studies:preview.title') })

  await test.step('a part that cannot be loaded says so, and is loaded by Try again', async () => {
    await page.route(next, (route) => route.abort())
    await page.goto('studylist')
    await (await findRow(page, 'Rex')).click()
    expect(await scripts.sum()).toBeGreaterThan(100_000)
    expect(await scripts.sum()).toBeLessThan(scriptMax)
    const failure = preview.getByRole('alert').first()
    await expect(failure).toContainText(t('shell:failure.newVersionText'))
    await page.unroute(next)
    await failure.getByRole('button', { name: t('common:action.tryAgain') }).click()
    await expect(preview.getByRole('heading', { name: 'Rex' })).toBeVisible()
    // The browser logs the files that it could not load.
    pageErrors.length = 0
  })

  await test.step('the code of dialogs is loaded while the page is idle, and opens them without a request', async () => {
    await page.reload()
    await findRow(page, 'Rex')
    await expect.poll(() => scripts.has(next)).toBe(true)
    await page.waitForLoadState('load')
    await page.route(/\.js$/u, (route) => route.abort())
    await (await findRow(page, 'Rex')).click()
    await expect(preview.getByRole('heading', { name: 'Rex' })).toBeVisible()
    await button(page, t('studies:action.delete')).click()
    const question = page.getByRole('dialog', { name: t('studies:delete.title') })
    await expect(question.getByRole('button', { name: t('common:action.cancel') })).toBeFocused()
  })
})
