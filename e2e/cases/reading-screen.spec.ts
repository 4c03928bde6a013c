import type { Page } from '@playwright/test'
import { toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import {
  createRadiologist,
  findingsText,
  openAs,
  saveState,
  submitCase,
  takeCase,
} from '../pages/case-page.ts'
import { submitCases } from '../pages/case-records.ts'
import { fullImage, storeImage } from '../pages/viewer-page.ts'
import { button, row, signInAs, toast } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { dialog, expect, expectAccessible, expectNoHorizontalScroll } from '../support/fixtures.ts'
import { tabTo, waitForDeliberatePress } from '../support/keyboard.ts'

const openCase = (page: Page, caseId: number) => page.goto(`editcases/${String(caseId)}`)

test('a radiologist measures beside the texts, uses the value, and compares an earlier study', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const caseId = await submitCase(records)
  const earlier = await storeImage(records, 3, {
    StudyInstanceUID: toUid(`earlier ${records.clinic.name}`),
    StudyDate: '20250110',
  })
  const attached = await records.api('POST', `radcase/${String(caseId)}/images`, {
    imageIds: [earlier.imageId],
  })
  expect(attached.status).toBe(200)
  const radiologist = await createRadiologist(records, clinicFixture)
  await takeCase(radiologist.username, radiologist.id, caseId)
  await signInAs(page, radiologist.username)
  await page.setViewportSize({ width: 1366, height: 768 })
  await openCase(page, caseId)
  const stage = page.getByRole('application').first()
  const tab = (name: 'measurements' | 'priors' | 'imageData') =>
    page.getByRole('tab', { name: t(`caseReading:reference.${name}`) })

  await test.step('images, request and texts are on one screen', async () => {
    await expect(fullImage(page).first()).toBeInViewport()
    await expect(findingsText(page, t)).toBeInViewport()
    await expect(page.getByText('Coughing for two weeks.')).toBeInViewport()
    await expect(button(page, t('caseReading:action.submit'))).toBeInViewport()
  })

  await test.step('a measurement has its value and its unit, and becomes text', async () => {
    await stage.click()
    await page.keyboard.press('l')
    const box = await stage.boundingBox()
    if (!box) throw new Error('the viewport has no size')
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.5)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.5, { steps: 4 })
    await page.mouse.up()
    await tab('measurements').click()
    const panel = page.getByRole('tabpanel', { name: t('caseReading:reference.measurements') })
    await expect(panel).toContainText(/\d mm/u)
    await panel.getByRole('button', { name: /^Put into the findings: / }).click()
    await expect(findingsText(page, t)).toHaveValue(/\d mm/u)
  })

  await test.step('an earlier study is shown side by side', async () => {
    await tab('priors').click()
    const panel = page.getByRole('tabpanel', { name: t('caseReading:reference.priors') })
    const picture = panel.getByRole('button', { name: /^Put beside the image: / }).first()
    await waitForDeliberatePress(page)
    await picture.click()
    await expect(picture).toHaveAttribute('aria-pressed', 'true')
    await expect(button(panel, t('viewerPanel:priors.stop'))).toBeVisible()
  })

  await test.step('the screen is accessible, and fits every window', async () => {
    await expectAccessible(page)
    for (const [width, height] of [
      [1920, 1080],
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expectNoHorizontalScroll(page)
    }
  })
})

test('a radiologist takes, reads and submits a case and opens the next one with the keyboard alone', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const [first, next] = await submitCases(records, [{ patientName: 'Ada' }, { patientName: 'Bea' }])
  if (first === undefined || next === undefined) throw new Error('no case')
  const radiologist = await createRadiologist(records, clinicFixture)
  await takeCase(radiologist.username, radiologist.id, next)
  await signInAs(page, radiologist.username)
  await openCase(page, first)
  await expect(fullImage(page).first()).toBeVisible()
  await tabTo(page, t('cases:action.take'))
  await page.keyboard.press('Enter')
  await expect(findingsText(page, t)).toBeVisible()
  await page.keyboard.press('F6')
  await expect(page.getByRole('application').first()).toBeFocused()
  await page.keyboard.press('F6')
  await expect(findingsText(page, t)).toBeFocused()
  await page.keyboard.type('Normal thorax.')
  await expect(saveState(page, t, 'saved')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page, t('caseReading:submit.title'))).toBeVisible()
  await waitForDeliberatePress(page)
  await tabTo(page, t('caseReading:submit.andNext'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`editcases/${String(next)}$`, 'u'))
  await expect(page.getByText('Bea', { exact: true }).first()).toBeVisible()
  const { body } = await records.api<{ findings: string }>('GET', `radcase/${String(first)}`)
  expect(body.findings).toBe('Normal thorax.')
})

test('presence, status and the acknowledgement of a critical finding reach an open page', async ({
  page: clinic,
  browser,
  baseURL,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const caseId = await submitCase(records)
  const radiologist = await createRadiologist(records, clinicFixture)
  const reader = await openAs(browser, radiologist.username, 'en', baseURL)
  await openCase(reader, caseId)
  await expect(button(reader, t('cases:action.take'))).toBeVisible()
  await signInAs(clinic, records.clinic.admin)
  await openCase(clinic, caseId)
  await expect(clinic.getByText(/^Open at Rachel Dunmore since \d\d:\d\d$/u)).toBeVisible()
  const status = (name: '1' | '2') => clinic.getByText(t(`cases:status.${name}`), { exact: true })
  await expect(status('1')).toBeVisible()
  await button(reader, t('cases:action.take')).click()
  await expect(status('2')).toBeVisible()

  const tick = reader.getByRole('checkbox', { name: t('cases:critical') })
  await expect(tick).not.toBeChecked()
  await tick.click()
  const report = dialog(reader, t('caseReading:critical.title'))
  await report.getByLabel(t('caseReading:critical.note')).fill('Pneumothorax')
  await waitForDeliberatePress(reader)
  await button(report, t('caseReading:critical.send')).click()
  await expect(tick).toBeChecked()
  await waitForDeliberatePress(clinic)
  await button(clinic, t('caseReading:critical.acknowledge')).first().click()
  await expect(reader.getByText(/^Acknowledged by .+, \d{4}-\d\d-\d\d \d\d:\d\d$/u)).toBeVisible()

  await waitForDeliberatePress(reader)
  await button(reader, t('cases:action.release')).click()
  const release = dialog(reader, t('cases:release.title'))
  await waitForDeliberatePress(reader)
  await button(release, t('cases:action.release')).click()
  await expect(status('1')).toBeVisible()
  await reader.context().close()
})

test('an administrator reopens a cancelled case, which a radiologist can take again', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  const name = `Reopened ${clinicFixture.mark}`
  const caseId = await submitCase(records, { patientName: name })
  await records.api('POST', 'radcase/cancel', { caseId, reason: 'Sent twice' })
  await signInAs(page, records.clinic.admin)
  await page.goto('cases?status=5')
  await row(page, name).click()
  await waitForDeliberatePress(page)
  await button(page, t('cases:action.reopen')).click()
  const form = dialog(page, t('cases:reopen.title'))
  await form.getByRole('textbox').fill('It was the right one')
  await waitForDeliberatePress(page)
  await button(form, t('cases:action.reopen')).click()
  await expect(row(page, name)).toHaveCount(0)
  const radiologist = await createRadiologist(records, clinicFixture)
  await takeCase(radiologist.username, radiologist.id, caseId)
})

test('files that were chosen on the page of the case are sent with its report', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const caseId = await submitCase(records)
  const radiologist = await createRadiologist(records, clinicFixture)
  await takeCase(radiologist.username, radiologist.id, caseId)
  await signInAs(page, radiologist.username)
  await openCase(page, caseId)
  await findingsText(page, t).fill('Normal thorax.')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'table.txt', mimeType: 'text/plain', buffer: Buffer.from('VHS') })
  await expect(saveState(page, t, 'saved')).toBeVisible()
  // Not the PDF itself: the browser of the tests has no viewer for it, and offers it as a link.
  const preview = page.waitForResponse((reply) => reply.url().endsWith('/report/preview'))
  await button(page, t('shell:title.casereport')).click()
  expect((await preview).status()).toBe(200)
  await button(page, t('caseReading:report.create')).click()
  const submit = dialog(page, t('caseReading:submit.title'))
  await expect(submit).toContainText('table.txt')
  await waitForDeliberatePress(page)
  await button(submit, t('caseReading:action.submit')).click()
  await expect(toast(page, t('caseReading:submit.done'))).toBeVisible()
  const { body } = await records.api<{ fileName: string }[]>(
    'GET',
    `radcase/fileIds/${String(caseId)}`,
  )
  expect(body.map(({ fileName }) => fileName)).toContain('table.txt')
})

test('a radiologist adds and changes a macro on the page of a case and types it', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  const caseId = await submitCase(records)
  const radiologist = await createRadiologist(records, clinicFixture)
  await takeCase(radiologist.username, radiologist.id, caseId)
  await signInAs(page, radiologist.username)
  await openCase(page, caseId)
  await button(page, t('caseReading:text.macros')).click()
  const macros = dialog(page, t('caseReading:text.macros'))
  await macros.getByLabel(t('caseReading:macro.shortcut')).fill('norm')
  await macros.getByLabel(t('caseReading:macro.content')).fill('The thorax is normal.')
  await waitForDeliberatePress(page)
  await button(macros, t('caseReading:macro.add')).click()
  await expect(macros.getByRole('listitem')).toContainText('The thorax is normal.')
  await button(macros, t('caseReading:macro.edit', { shortcut: 'norm' })).click()
  await macros.getByLabel(t('caseReading:macro.content')).fill('The whole thorax is normal.')
  await waitForDeliberatePress(page)
  await button(macros, t('caseReading:macro.save')).click()
  await expect(macros.getByRole('listitem')).toContainText('The whole thorax is normal.')
  await button(macros, t('common:action.close')).click()
  await findingsText(page, t).pressSequentially('.norm ')
  await expect(findingsText(page, t)).toHaveValue('The whole thorax is normal. ')
})
