import { expectAccessible } from '../support/fixtures.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import {
  createCapturePage,
  openDentalCapture,
  processingTimeout,
  stopCapture,
} from '../pages/capture-page.ts'
import { tabToMap } from './map-keyboard.ts'
import { expect, test } from './capture-fixture.ts'

test.describe('in French', () => {
  test.use({ language: 'fr', hasTouch: true })

  test('teeth are planned by click, by touch, by keyboard and all at once, and are captured', async ({
    page,
    records,
    simulator,
    t,
  }) => {
    test.slow()
    const { study, capture } = await openDentalCapture(page, records, t, 'fr')
    const tooth = (number: string) =>
      page.getByRole('option', { name: new RegExp(`^${number}`, 'u') })

    await test.step('by click', async () => {
      await expect(page.getByRole('option')).toHaveCount(16)
      // Dental exposures do not use the generator, so there are no technique values.
      await expect(page.getByText('kV')).toHaveCount(0)
      await tooth('204').click()
      await expect(capture.annotations).toHaveCount(1)
      await expect(tooth('204')).toHaveAttribute('aria-selected', 'true')
      await tooth('404').click()
      await expect(capture.annotations).toHaveCount(2)
      // The list is ordered by quadrant 1, 4, 2, 3; the selection stays.
      await expect(capture.annotations.first()).toContainText('404')
      await expect(capture.selected).toHaveAccessibleName(/^204/u)
      await tooth('204').click()
      await expect(capture.annotations).toHaveCount(2)
    })

    await test.step('by touch', async () => {
      await tooth('109').tap()
      await expect(capture.annotations).toHaveCount(3)
      await tooth('304').tap()
      await expect(capture.annotations).toHaveCount(4)
    })

    await test.step('by keyboard', async () => {
      await tabToMap(page)
      await page.keyboard.press('Home')
      await page.keyboard.press('Enter')
      await expect(capture.annotations).toHaveCount(5)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      await expect(capture.annotations).toHaveCount(6)
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await expect(capture.annotations).toHaveCount(7)
      // A tooth that is planned already is selected, not added again.
      await page.keyboard.press('Enter')
      await expect(capture.annotations).toHaveCount(7)
      await expect(page.locator('[role="option"][aria-selected="true"]')).toHaveCount(7)
    })

    await test.step('all at once', async () => {
      await button(page, t('capture:teeth.all')).tap()
      await expect(capture.annotations).toHaveCount(16)
    })

    await test.step('captured', async () => {
      await capture.annotation('204').click()
      await capture.start('xray').click()
      await expect(capture.start('waiting')).toBeVisible()
      await simulator.expose('dental')
      await expect(capture.slides).toHaveCount(1, processingTimeout)
      await expect(capture.start('waiting')).toBeVisible(processingTimeout)
      await expectAccessible(page)
      await stopCapture(capture, t)
      await button(page, t('capture:teeth.none')).click()
      await expect(capture.annotations).toHaveCount(1)
      await expect(capture.annotations).toContainText('204')
      const { body: images } = await records.api('GET', `image?studyId=${study}`)
      expect(images).toMatchObject([
        { modality: 'Dental', bodyPart: '204 - LU - Canine', bodyPartView: '', animalSize: null },
      ])
    })
  })
})

test.describe('capture screens that cannot be shown', () => {
  test.use({ language: 'en', clinicType: 'Human' })

  test('the capture screen reports an unknown study, and a species without teeth', async ({
    page,
    records,
    t,
  }) => {
    const { body: patient } = await records.api<{ id: number }>('POST', 'patient', { name: 'Doe' })
    const { body: study } = await records.api<{ id: number }>('POST', 'study', {
      patientId: patient.id,
      modality: 'Dental',
    })
    await signInAs(page, records.clinic.admin)
    await page.goto('dental')
    await expect(page.getByRole('heading', { name: 'Unable to load study' })).toBeVisible()
    await page.goto('general?studyId=999999')
    await expect(page.getByRole('heading', { name: 'Unable to load study' })).toBeVisible()
    await page.goto(`dental?studyId=${study.id}`)
    await expect(page.getByText('Species has no teeth dictionary')).toBeVisible()
    await expect(createCapturePage(page, t).start('xray')).toHaveAccessibleDescription(
      t('capture:start.obstacle.noAnnotation'),
    )
  })
})
