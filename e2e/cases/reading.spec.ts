import {
  createRadiologist,
  findingsText,
  openAs,
  saveState,
  submitCase,
  takeCase,
} from '../pages/case-page.ts'
import { button, signInAs, toast } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { dialog, expect, expectAccessible, expectNoHorizontalScroll } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

test('typed findings survive a reload, count code points, and are submitted only when complete', async ({
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
  await page.goto(`editcases/${String(caseId)}`)
  const findings = findingsText(page, t)

  await test.step('the patient info has every field', async () => {
    const info = page.getByRole('region', { name: t('caseReading:part.patient') })
    for (const text of [`VWR-CASE-${String(caseId + 1000)}`, 'Rex', '31.5', 'Ada Keller', 'Thorax'])
      await expect(info).toContainText(text)
    await expect(info).toContainText(t('cases:sex.male'))
  })

  await test.step('a reload right after typing loses nothing', async () => {
    await findings.fill('🐕 heart')
    await expect(page.getByText(t('cases:remaining_other', { count: 1193 }))).toBeVisible()
    await page.reload()
    await expect(findings).toHaveValue('🐕 heart')
    await expect(saveState(page, t, 'saved')).toBeVisible()
  })

  await test.step('an open field stops the report, and the check leads to it', async () => {
    await findings.fill('The heart is [normal | large].')
    await button(page, t('caseReading:action.submit')).click()
    const submit = button(
      dialog(page, t('caseReading:submit.title')),
      t('caseReading:action.submit'),
    )
    await expect(submit).toHaveAttribute('aria-disabled', 'true')
    await waitForDeliberatePress(page)
    await dialog(page, t('caseReading:submit.title')).getByText('[normal | large]').click()
    await expect(findings).toBeFocused()
  })

  await test.step('the page is accessible and fits its window', async () => {
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoHorizontalScroll(page)
  })
})

test('texts that another computer has changed are never overwritten without a decision', async ({
  page,
  browser,
  baseURL,
  records,
  clinicFixture,
  t,
}) => {
  const caseId = await submitCase(records)
  const radiologist = await createRadiologist(records, clinicFixture)
  await takeCase(radiologist.username, radiologist.id, caseId)
  await signInAs(page, radiologist.username)
  await page.goto(`editcases/${String(caseId)}`)
  await findingsText(page, t).fill('Here.')
  await expect(saveState(page, t, 'saved')).toBeVisible()
  const other = await openAs(browser, radiologist.username, 'en', baseURL)
  await other.goto(`editcases/${String(caseId)}`)
  await expect(findingsText(other, t)).toHaveValue('Here.')
  await findingsText(other, t).fill('There.')
  await expect(saveState(other, t, 'saved')).toBeVisible()
  await findingsText(page, t).fill('Here again.')
  await expect(page.getByText(t('caseReading:draft.conflict'))).toBeVisible()
  await expect(findingsText(page, t)).toHaveValue('Here again.')
  await button(page, t('caseReading:draft.loadOther')).click()
  await expect(findingsText(page, t)).toHaveValue('There.')
  await other.context().close()
})

test('a crop in the case viewer becomes a radiograph of the case, and one press rates an image', async ({
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
  await page.goto(`editcases/${String(caseId)}`)

  await test.step('a press rates an image', async () => {
    const motion = button(page, t('caseReading:fault.motion')).first()
    await motion.click()
    await expect(motion).toHaveAttribute('aria-pressed', 'true')
  })

  await button(page, t('caseReading:action.viewRadiographs')).click()
  const stage = page.getByRole('application').first()
  await expect(stage).toBeVisible()
  await page.keyboard.press('x')
  const box = await stage.boundingBox()
  if (!box) throw new Error('the viewport has no size')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(0.4, 0.4))
  await page.mouse.down()
  await page.mouse.move(...at(0.6, 0.6), { steps: 4 })
  await page.mouse.up()
  await waitForDeliberatePress(page)
  await button(page, t('measure:crop.accept')).click()
  await expect(toast(page, t('caseReading:crop.done'))).toBeVisible()
  await button(page, t('viewerPanel:back')).click()
  const radiographs = page.getByRole('list', { name: t('caseReading:part.radiographs') })
  await expect(radiographs.getByRole('listitem')).toHaveCount(3)

  await test.step('nobody else sees the crop before the report, and it can be removed', async () => {
    await expect(radiographs.getByText(t('caseReading:file.unpublished'))).toBeVisible()
    const listed = await records.api<readonly unknown[]>('GET', `radcase/fileIds/${String(caseId)}`)
    expect(listed.body).toHaveLength(2)
    await waitForDeliberatePress(page)
    const label = t('caseReading:file.remove', { name: '' }).trim()
    await radiographs.getByRole('button', { name: new RegExp(`^${label} .*png$`, 'u') }).click()
    await waitForDeliberatePress(page)
    await button(page, t('caseReading:file.removeConfirm')).click()
    await expect(radiographs.getByRole('listitem')).toHaveCount(2)
  })
})
