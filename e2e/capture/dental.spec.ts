import { expectAccessible } from '../fixtures.ts'
import { button, enter } from '../office.ts'
import { captureDesk, openDental, patient, stop } from './capture-desk.ts'
import { tabToMap } from './map-keys.ts'
import { expect, test } from './room.ts'

test.describe('in French', () => {
  test.use({ language: 'fr', hasTouch: true })

  test('teeth are planned by a press, with a finger, by keyboard, all at once, and taken', async ({
    page,
    day,
    simulator,
    t,
  }) => {
    test.slow()
    const { study, desk } = await openDental(page, day, t, 'fr')
    const tooth = (number: string) =>
      page.getByRole('option', { name: new RegExp(`^${number}`, 'u') })

    await test.step('by a press', async () => {
      await expect(page.getByRole('option')).toHaveCount(16)
      // The technique is the general generator's.
      await expect(page.getByText('kV')).toHaveCount(0)
      await tooth('204').click()
      await expect(desk.lines).toHaveCount(1)
      await expect(tooth('204')).toHaveAttribute('aria-selected', 'true')
      await tooth('404').click()
      await expect(desk.lines).toHaveCount(2)
      // By quadrant 1, 4, 2, 3; the selection stays.
      await expect(desk.lines.first()).toContainText('404')
      await expect(desk.selected).toHaveAccessibleName(/^204/u)
      await tooth('204').click()
      await expect(desk.lines).toHaveCount(2)
    })

    await test.step('with a finger', async () => {
      await tooth('109').tap()
      await expect(desk.lines).toHaveCount(3)
      await tooth('304').tap()
      await expect(desk.lines).toHaveCount(4)
    })

    await test.step('by keyboard', async () => {
      await tabToMap(page)
      await page.keyboard.press('Home')
      await page.keyboard.press('Enter')
      await expect(desk.lines).toHaveCount(5)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      await expect(desk.lines).toHaveCount(6)
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await expect(desk.lines).toHaveCount(7)
      // The same one again is selected, not planned twice.
      await page.keyboard.press('Enter')
      await expect(desk.lines).toHaveCount(7)
      await expect(page.locator('[role="option"][aria-selected="true"]')).toHaveCount(7)
    })

    await test.step('all at once', async () => {
      await button(page, t('capture:teeth.all')).tap()
      await expect(desk.lines).toHaveCount(16)
    })

    await test.step('taken', async () => {
      await desk.line('204').click()
      await desk.start('xray').click()
      await expect(desk.start('waiting')).toBeVisible()
      await simulator.expose('dental')
      await expect(desk.slides).toHaveCount(1, patient)
      await expect(desk.start('waiting')).toBeVisible(patient)
      await expectAccessible(page)
      await stop(desk, t)
      await button(page, t('capture:teeth.none')).click()
      await expect(desk.lines).toHaveCount(1)
      await expect(desk.lines).toContainText('204')
      const { body: images } = await day.api('GET', `image?studyId=${study}`)
      expect(images).toMatchObject([
        { modality: 'Dental', bodyPart: '204 - LU - Canine', bodyPartView: '', animalSize: null },
      ])
    })
  })
})

test.describe('what cannot be shown', () => {
  test.use({ language: 'en', clinicType: 'Human' })

  test('a study that is not there, and a species without teeth', async ({ page, day, t }) => {
    const { body: patient } = await day.api<{ id: number }>('POST', 'patient', { name: 'Doe' })
    const { body: study } = await day.api<{ id: number }>('POST', 'study', {
      patientId: patient.id,
      modality: 'Dental',
    })
    await enter(page, day.clinic.admin)
    await page.goto('dental')
    await expect(page.getByRole('heading', { name: 'Unable to load study' })).toBeVisible()
    await page.goto('general?studyId=999999')
    await expect(page.getByRole('heading', { name: 'Unable to load study' })).toBeVisible()
    await page.goto(`dental?studyId=${study.id}`)
    await expect(page.getByText('Species has no teeth dictionary')).toBeVisible()
    await expect(captureDesk(page, t).start('xray')).toHaveAccessibleDescription(
      t('capture:start.obstacle.noAnnotation'),
    )
  })
})
