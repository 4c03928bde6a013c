import type { Locator } from '@playwright/test'
import { toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import { test } from '../pages/case-fixture.ts'
import { findingsText, openAs, openCase, openCaseViewer, saveState } from '../pages/case-page.ts'
import { submitCase, submitCases, takeCase } from '../pages/case-records.ts'
import { fullImage, storeImage } from '../pages/viewer-page.ts'
import { button, row, signInAs, toast } from '../support/clinic-fixture.ts'
import { dialog, expect, expectAccessible, expectNoHorizontalScroll } from '../support/fixtures.ts'
import { getText } from '../support/i18n-texts.ts'
import { tabTo, waitForDeliberatePress } from '../support/keyboard.ts'

/** Drags between two points of a viewport, which are shares of its width and height. */
async function dragOn(stage: Locator, from: readonly [number, number], to: typeof from) {
  const box = await stage.boundingBox()
  if (!box) throw new Error('the viewport has no size')
  const at = ([x, y]: typeof from) => [box.x + box.width * x, box.y + box.height * y] as const
  const { mouse } = stage.page()
  await mouse.move(...at(from))
  await mouse.down()
  await mouse.move(...at(to), { steps: 4 })
  await mouse.up()
}

test('a radiologist measures beside the texts, compares an earlier study, and crops an image', async ({
  page,
  pageErrors,
  records,
  t,
  assignedCase: caseId,
  radiologist,
}) => {
  test.slow()
  const earlier = await storeImage(records, 3, {
    StudyInstanceUID: toUid(`earlier ${records.clinic.name}`),
    StudyDate: '20250110',
  })
  const attached = await records.api('POST', `radcase/${String(caseId)}/images`, {
    imageIds: [earlier.imageId],
  })
  expect(attached.status).toBe(200)
  const stateRequests: string[] = []
  page.on('request', (request) => {
    const [, path] = /\/(viewerState\/.*)$/u.exec(request.url()) ?? []
    if (path !== undefined) stateRequests.push(`${request.method()} ${path}`)
  })
  await signInAs(page, radiologist.username)
  await page.setViewportSize({ width: 1366, height: 768 })
  await openCase(page, caseId)
  const stage = page.getByRole('application').first()
  const radiographs = page.getByRole('list', { name: t('caseReading:part.radiographs') })
  const tab = (name: 'request' | 'measurements' | 'priors') =>
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
    await dragOn(stage, [0.3, 0.5], [0.6, 0.5])
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

  await tab('request').click()
  await test.step('one press rates an image', async () => {
    const motion = button(page, t('common:image.fault.motion')).first()
    await motion.click()
    await expect(motion).toHaveAttribute('aria-pressed', 'true')
  })

  const crop = async () => {
    await waitForDeliberatePress(page)
    await openCaseViewer(page, t)
    await expect(fullImage(page).first()).toBeVisible()
    await page.keyboard.press('x')
    await dragOn(stage, [0.4, 0.4], [0.6, 0.6])
    await waitForDeliberatePress(page)
    await button(page, t('measure:crop.accept')).click()
  }

  await test.step('a crop of which no picture can be taken is only logged', async () => {
    await page.evaluate(() => {
      const canvases = HTMLCanvasElement.prototype
      const original = Object.getOwnPropertyDescriptor(canvases, 'toBlob') ?? {}
      canvases.toBlob = function failOnce(onBlob) {
        Object.defineProperty(canvases, 'toBlob', original)
        onBlob(null)
      }
    })
    await crop()
    await expect.poll(() => pageErrors.length).toBe(1)
    pageErrors.length = 0
    await expect(toast(page, t('caseReading:crop.done'))).toHaveCount(0)
    await button(page, t('viewerPanel:back')).click()
    await expect(radiographs.getByRole('listitem')).toHaveCount(3)
  })

  await test.step('a crop in the case viewer becomes a radiograph of the case', async () => {
    await crop()
    await expect(toast(page, t('caseReading:crop.done'))).toBeVisible()
    await button(page, t('viewerPanel:back')).click()
    await expect(radiographs.getByRole('listitem')).toHaveCount(4)
    await expect(button(radiographs, 'Remove Chest VD, crop.png')).toBeVisible()
    await expect(toast(page, t('caseReading:crop.done'))).toBeVisible()
    const isUncovered = await button(page, t('caseReading:action.submit')).evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
    expect(isUncovered).toBe(true)
  })

  await test.step('nobody else sees the crop before the report, and it can be removed', async () => {
    await expect(radiographs.getByText(t('caseReading:file.unpublished'))).toBeVisible()
    const listed = await records.api<readonly unknown[]>('GET', `radcase/fileIds/${String(caseId)}`)
    expect(listed.body).toHaveLength(3)
    await waitForDeliberatePress(page)
    const label = t('caseReading:file.remove', { name: '' }).trim()
    await radiographs.getByRole('button', { name: new RegExp(`^${label} .*png$`, 'u') }).click()
    await waitForDeliberatePress(page)
    await button(page, t('caseReading:file.removeConfirm')).click()
    await expect(radiographs.getByRole('listitem')).toHaveCount(3)
  })

  await test.step('the drawings are read with the case, and none of the radiologist is saved', () => {
    expect(new Set(stateRequests)).toEqual(
      new Set([`GET viewerState/case/${String(caseId)}/state`]),
    )
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

  const release = button(page, getText('fr', 'cases:action.release'))
  await test.step('a person who opens the same case moves no button, also in French with every action', async () => {
    await takeCase(radiologist, await submitCase(records, { patientName: 'Ada' }))
    const critical = { text: 'Pneumothorax on the left side, with a shift of the mediastinum.' }
    await radiologist.api('POST', `radcase/${String(caseId)}/critical`, critical)
    await page.setViewportSize({ width: 1366, height: 768 })
    await signInAs(page, radiologist.username, 'fr')
    await page.reload()
    const next = button(page, getText('fr', 'caseReading:action.next'))
    await expect(next).toBeVisible()
    const actions = next.locator('..')
    const before = await release.boundingBox()
    expect((await actions.boundingBox())?.height).toBe(before?.height)
    const since = new Date().toISOString()
    await page.route('**/presence', (route) =>
      route.fulfill({
        json: ['Rachel Dunmore', 'Jean-Christophe Beausoleil'].map((name, index) => ({
          userId: 900 + index,
          name,
          since,
        })),
      }),
    )
    await page.reload()
    await expect(page.getByText(/^Ouvert par Jean-Christophe Beausoleil depuis/u)).toBeVisible()
    await expect(next).toBeVisible()
    expect(await release.boundingBox()).toEqual(before)
  })

  await test.step('on a phone, bar and critical finding are short and a menu has the other actions', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(release).toHaveCount(0)
    const images = page.getByRole('region', { name: getText('fr', 'caseReading:part.images') })
    const above = (await images.first().boundingBox())?.y
    expect(above).toBeLessThan(240)
    await waitForDeliberatePress(page)
    await button(page, getText('fr', 'caseReading:action.more')).click()
    await expect(
      page.getByRole('menuitem', { name: getText('fr', 'cases:action.release') }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expectNoHorizontalScroll(page)
  })
})

test('a radiologist takes, reads and submits a case and opens the next one with the keyboard alone', async ({
  page,
  records,
  t,
  radiologist,
}) => {
  test.slow()
  const [first, next] = await submitCases(records, [{ patientName: 'Ada' }, { patientName: 'Bea' }])
  if (first === undefined || next === undefined) throw new Error('no case')
  await takeCase(radiologist, next)
  await signInAs(page, radiologist.username)
  await openCase(page, first)
  await expect(fullImage(page).first()).toBeVisible()
  await tabTo(page, t('cases:action.take'))
  await page.keyboard.press('F2')
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
  t,
  radiologist,
}) => {
  test.slow()
  const caseId = await submitCase(records)
  const reader = await openAs(browser, radiologist.username, 'en', baseURL)
  await openCase(reader, caseId)
  await expect(button(reader, t('cases:action.take'))).toBeVisible()
  await signInAs(clinic, records.clinic.admin)
  await openCase(clinic, caseId)
  await expect(
    clinic.getByText(/^Rachel Dunmore has had this case open since \d\d:\d\d$/u),
  ).toBeVisible()
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
  await clinic.getByRole('button', { name: /^Acknowledge ?: Rex, / }).click()
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
  radiologist,
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
  await takeCase(radiologist, caseId)
})
