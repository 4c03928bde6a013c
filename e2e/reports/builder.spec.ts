import type { Page } from '@playwright/test'
import { createWriter, openReport, pageThumbnails, textEditor } from '../pages/report-page.ts'
import { storeImage } from '../pages/viewer-page.ts'
import { button, createApi, row, signInAs } from '../support/clinic-fixture.ts'
import { test, type RecordsFlow } from '../support/clinic-records.ts'
import { changeUser, dialog, expect, expectAccessible, pageUrl } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { navigateInApp, openPage } from '../support/navigate.ts'

/** The paths of the API calls of a page, with their search, from now on. */
function recordCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${pathname.slice('/api/'.length)}${search}`)
  })
  return calls
}

async function openDirectly(page: Page) {
  await page.goto('report')
  await expect(page).toHaveURL(pageUrl('studylist'))

  await test.step("without a selected study: 'No study has been selected'", async () => {
    await navigateInApp(page, 'report')
    const error = dialog(page, 'Error')
    await expect(error).toContainText('No study has been selected')
    await expect(page).toHaveURL(pageUrl('studylist'))
    await page.keyboard.press('Escape')
    await expect(error).toHaveCount(0)
  })
}

async function buildPages({ page, t }: RecordsFlow) {
  const editor = textEditor(page)
  const sheets = page.locator('[data-page]')
  const active = page.locator('[data-page][data-active]')

  await test.step('page thumbnails are on the left; the default first page is one empty page with 0 slots, active', async () => {
    await expect(pageThumbnails(page, t)).toHaveCount(1)
    await expect(sheets).toHaveCount(1)
    await expect(active).toHaveCount(1)
    await expect(editor).toHaveText('')
    await expect(active.getByRole('radio', { checked: true })).toHaveValue('0')
    const list = await pageThumbnails(page, t).first().boundingBox()
    const sheet = await sheets.first().boundingBox()
    expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(sheet?.x ?? 0)
    await expect(active.getByRole('textbox', { name: t('report:pages.title') })).toBeVisible()
  })

  await test.step('the buttons are Back, AddPage and CreatePDF', async () => {
    for (const name of ['Back', 'Add Page', 'Create PDF'])
      await expect(button(page, name)).toBeVisible()
  })

  await test.step('image layout slots are 0, 1, 2 or 4', async () => {
    const counts = await active
      .getByRole('radio')
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')))
    expect(counts).toEqual(['0', '1', '2', '4'])
  })

  await test.step('AddPage creates a page with the image count in the page itself, without a call', async () => {
    const calls = recordCalls(page)
    await button(page, t('report:addPage')).click()
    await expect(sheets).toHaveCount(2)
    await expect(sheets.nth(1)).toHaveAttribute('data-active')
    await expect(active.getByRole('radio', { checked: true })).toHaveValue('0')
    expect(calls.filter((call) => call.includes('createPage'))).toEqual([])
  })

  await test.step('the editor has heading levels 2 and 3 only', async () => {
    await editor.click()
    for (const level of [1, 2, 3, 4]) {
      await page.keyboard.press(`Control+Alt+${String(level)}`)
      await page.keyboard.type(`Level ${String(level)}`)
      await page.keyboard.press('Enter')
    }
    await expect(editor.locator('h2')).toHaveText('Level 2')
    await expect(editor.locator('h3')).toHaveText('Level 3')
    await expect(editor.locator('h1, h4, h5, h6')).toHaveCount(0)
    await expect(button(page, t('report:editor.heading2'))).toBeVisible()
    await expect(button(page, t('report:editor.heading3'))).toBeVisible()
  })

  await test.step('all pages are disabled before PDF generation, and the page is active again without it', async () => {
    await button(page, t('report:createPdf')).click()
    const create = dialog(page, 'Create Report')
    await expect(create).toBeVisible()
    await expect(active).toHaveCount(0)
    await expect(editor).toHaveCount(0)
    await waitForDeliberatePress(page)
    await button(create, t('common:action.cancel')).click()
    await expect(active).toHaveCount(1)
  })
}

async function throttleSaves(page: Page) {
  await textEditor(page).click()
  const saves: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('report/draft'))
      saves.push(performance.now())
  })
  const end = performance.now() + 8000
  while (performance.now() < end) await page.keyboard.type('abc ', { delay: 200 })
  expect(saves.length).toBeGreaterThanOrEqual(1)
  expect(saves.length).toBeLessThanOrEqual(3)
  const gaps = saves.slice(1).map((time, index) => time - (saves[index] ?? 0))
  // The test receives the events a moment after the browser has sent the requests.
  for (const gap of gaps) expect(gap).toBeGreaterThan(2500)
}

/** `calls` are the calls of the page since the report was opened. */
async function pickImage(
  { page, records, t }: RecordsFlow,
  studyId: number,
  calls: readonly string[],
) {
  const { body: study } = await records.api<{ patientId: number }>(
    'GET',
    `study/${String(studyId)}`,
  )
  await page
    .getByText(t('report:slot.count_one', { count: 1 }), { exact: true })
    .first()
    .click()
  await page.getByRole('button', { name: t('report:slot.choose', { number: 1 }) }).click()
  const picker = dialog(page, t('report:picker.title'))
  await expect(picker.getByRole('radio')).toHaveCount(1)
  await waitForDeliberatePress(page)
  await picker.getByRole('button', { name: /Rex/u }).click()
  await expect(picker.getByRole('button', { name: /\d{4}-\d{2}-\d{2}/u })).toBeVisible()
  const patientId = String(study.patientId)
  await expect
    .poll(() => calls.filter((call) => /^study\?.*patientId=/iu.test(call)).join(' '))
    .toContain(patientId)
  expect(calls).toContain(`patient/${patientId}`)
  expect(calls.some((call) => /^owner\/\d+/u.test(call))).toBe(true)
  await waitForDeliberatePress(page)
  const crumbs = picker.getByRole('navigation').getByRole('button')
  await crumbs.nth(1).click()
  await expect(picker.getByRole('button', { name: /Rex/u })).toBeVisible()
  expect(calls.some((call) => /^patient\?.*ownerId=\d+/iu.test(call))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
}

test('a report is opened, built from pages, texts and images, and saved while it is written', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const flow = { page, records, clinicFixture, t }
  const { studyId } = await storeImage(records, 1)
  const writer = await createWriter(records, clinicFixture.createUser)
  await signInAs(page, writer.username)
  await test.step('/report opened directly redirects to /studylist, and needs a selected study', () =>
    openDirectly(page))
  const calls = recordCalls(page)
  await openReport(page, t)
  await test.step('the report page: thumbnails, one empty first page, AddPage, headings 2 and 3, pages disabled for the PDF', () =>
    buildPages(flow))
  await test.step('an editor update is throttled at 3 seconds', () => throttleSaves(page))
  await test.step('the image picker calls patient/{id}, patient?ownerId=, owner/{id} and study?patientId=', () =>
    pickImage(flow, studyId, calls))

  await test.step('without the permission there is no button, and the address leads to another page', async () => {
    const { username } = await clinicFixture.createUser(records.clinic, 'reader', {})
    await changeUser(page, username, t)
    await openPage(page, 'studylist')
    await row(page, 'Rex').click()
    await expect(button(page, t('studies:action.createReport'))).toHaveCount(0)
    await navigateInApp(page, 'report')
    await expect(page).toHaveURL(pageUrl('studylist'))
  })
})

test('a newer version by another author is announced while the report is written', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  const { studyId } = await storeImage(records, 1)
  const writer = await createWriter(records, clinicFixture.createUser)
  const { username } = await clinicFixture.createUser(records.clinic, 'colleague', { report: true })
  const colleague = await createApi(username)
  await page.clock.install()
  await signInAs(page, writer.username)
  await openReport(page, t)
  await textEditor(page).click()
  await page.keyboard.type('Mine')
  const { status } = await colleague('POST', `report/create/${String(studyId)}`, {
    key: crypto.randomUUID(),
    document: {
      version: 1,
      language: 'en',
      orientation: 'landscape',
      pages: [
        {
          id: '00000000-0000-4000-8000-000000000001',
          title: 'Theirs',
          imageCount: 0,
          images: [],
          body: { type: 'doc', content: [{ type: 'paragraph' }] },
          hasSpaceForSignature: false,
        },
      ],
    },
  })
  expect(status).toBe(200)
  await page.clock.runFor(31_000)
  const notice = page.getByRole('status').filter({ hasText: username })
  await expect(notice).toContainText('version 1')
  await expectAccessible(page)
  await button(notice, t('report:others.dismiss')).click()
  await expect(notice).toHaveCount(0)
  await expect(textEditor(page)).toHaveText('Mine')
})

test.describe('in French', () => {
  test.use({ language: 'fr' })

  test('a new report has the language of the clinic, and the switch changes what is printed', async ({
    page,
    records,
    clinicFixture,
    t,
  }) => {
    await storeImage(records, 1)
    const writer = await createWriter(records, clinicFixture.createUser)
    await signInAs(page, writer.username, 'fr')
    await openReport(page, t)
    const sheet = page.locator('[data-page]').first()
    // The clinic is English, and the interface of this user is French.
    await expect(sheet.locator('dt').first()).toHaveText('Patient')
    await expect(sheet).toContainText('Owner')
    const current = (code: string, language: string) =>
      t('report:language.label', { code, language })
    await button(page, current('EN', 'English')).click()
    await waitForDeliberatePress(page)
    await page.getByRole('menuitemradio', { name: 'Français' }).click()
    await expect(button(page, current('FR', 'Français'))).toBeVisible()
    await expect(sheet).toContainText('Propriétaire')
    const described = textEditor(page).locator('xpath=ancestor::*[@lang][1]')
    await expect(described).toHaveAttribute('lang', 'fr')
  })
})
