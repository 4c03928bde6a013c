import { expectAccessible } from '../support/fixtures.ts'
import { button, toast } from '../support/clinic-fixture.ts'
import { navigateInApp } from '../support/navigate.ts'
import { storeImages } from '../support/stored-images.ts'
import { openGeneralCapture, processingTimeout } from '../pages/capture-page.ts'
import { expect, test, type CaptureFlow } from './capture-fixture.ts'

test.use({ language: 'en' })

async function assignExposure({ page, records, simulator, t }: CaptureFlow) {
  await simulator.exposeForUnknownStudy()
  await simulator.exposeForUnknownStudy()
  const { study, capture } = await openGeneralCapture(page, records, t)
  const banner = page.getByRole('complementary', { name: /^The exposure of /u })
  await expect(banner).toContainText('belongs to no study yet')
  await expect(banner).toContainText(t('capture:unassigned.more_one', { count: 1 }))
  await expect(banner.getByRole('img')).toBeVisible(processingTimeout)
  await expectAccessible(page, 'aside')
  const assign = banner.getByRole('button', { name: /^It is /u })
  await expect(assign).toHaveAccessibleDescription(t('capture:unassigned.choose'))

  await capture.bodyPart('Chest').click()
  await capture.add.click()
  await button(banner, t('capture:unassigned.assign', { name: 'Chest RLAT' })).click()
  await expect(toast(page, t('capture:unassigned.done', { name: 'Chest RLAT' }))).toBeVisible(
    processingTimeout,
  )
  await expect(capture.slides).toHaveCount(1)
  await expect(capture.preview.getByText(t('capture:preview.recovered'))).toBeVisible()
  await expect(capture.annotation('Chest RLAT')).toHaveAccessibleName(/1 image/u)
  const { body: images } = await records.api('GET', `image?studyId=${study}`)
  expect(images).toMatchObject([{ bodyPart: 'Chest', bodyPartView: 'RLAT', isRecovered: true }])

  // The other one is postponed, and offered again when the page is opened next.
  await button(banner, t('capture:unassigned.later')).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(banner).toBeVisible()
  await expect(banner).not.toContainText(t('capture:unassigned.more_one', { count: 1 }))
  await button(banner, t('capture:unassigned.assign', { name: 'Chest RLAT' })).click()
  await expect(capture.slides).toHaveCount(2, processingTimeout)
  await expect(banner).toHaveCount(0)
  await simulator.waitForEmptySpool()
}

async function scrollThumbnails({ page, records, t }: CaptureFlow) {
  const { study, capture } = await openGeneralCapture(page, records, t, { images: 4 })
  await expect(capture.slides).toHaveCount(4)
  await expect(capture.next).toHaveCount(0)
  storeImages(...Array.from({ length: 4 }, () => ({ studyId: study })))
  await page.reload()

  const numbers = async () =>
    (await capture.slides.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))).map(
      (label) => Number(label.split(':')[0]),
    )
  await expect.poll(numbers).toEqual([5, 6, 7, 8])
  await expect(capture.next).toBeDisabled()
  const gap = await capture.slots.evaluateAll(([first, second]) =>
    Math.round(
      (second?.getBoundingClientRect().left ?? 0) - (first?.getBoundingClientRect().right ?? 0),
    ),
  )
  expect(gap).toBe(10)
  await capture.previous.click()
  await expect.poll(numbers).toEqual([2, 3, 4, 5])
  await capture.previous.click()
  await expect.poll(numbers).toEqual([1, 2, 3, 4])
  await expect(capture.previous).toBeDisabled()
  await capture.next.click()
  await expect.poll(numbers).toEqual([4, 5, 6, 7])

  // Scrolling the strip selects nothing; a click does.
  await expect(capture.preview.getByRole('img')).toBeVisible()
  await expect(capture.slides.and(page.locator('[aria-current]'))).toHaveCount(0)
  await capture.slides.nth(1).click()
  await expect(capture.slides.nth(1)).toHaveAttribute('aria-current', 'true')
}

async function captureIncompleteImage({ page, records, simulator, t }: CaptureFlow) {
  const { study, capture } = await openGeneralCapture(page, records, t, { parts: ['Chest'] })
  await simulator.setFault('short-frame')
  await capture.start('xray').click()
  await simulator.expose()
  const notice = capture.preview.getByRole('alert')
  await expect(notice).toContainText(t('common:image.incomplete'), processingTimeout)
  await expect(capture.slides).toHaveCount(1, processingTimeout)
  await expect(capture.slides.first()).toHaveAccessibleName(/Incomplete/u)
  await expect(notice).toBeVisible()
  await expectAccessible(page, 'main')
  const { body: images } = await records.api('GET', `image?studyId=${study}`)
  expect(images).toMatchObject([{ isIncomplete: true }])
  await simulator.setFault('short-frame', false)
  await navigateInApp(page, `viewer?studyId=${study}`)
  await expect(page.getByText(t('common:image.incomplete'))).toBeVisible(processingTimeout)
}

test('the capture page shows the images of its study, incomplete and unassigned ones too', async ({
  page,
  records,
  clinicFixture,
  simulator,
  t,
}) => {
  test.slow()
  const flow = { page, records, clinicFixture, simulator, t }
  await test.step('an unassigned exposure is offered, and is stored in the study that the user chooses', () =>
    assignExposure(flow))
  await test.step('the thumbnail strip shows four images, scrolls by three, and has no arrows while all fit', () =>
    scrollThumbnails(flow))
  await test.step('an incomplete image says so in red on the capture page and in the viewer', () =>
    captureIncompleteImage(flow))
})
