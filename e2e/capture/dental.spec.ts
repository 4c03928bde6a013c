import { expectAccessible } from '../fixtures.ts'
import { button, enter } from '../office.ts'
import { captureDesk } from './capture-desk.ts'
import { expect, test } from './room.ts'

test.describe('in French', () => {
  test.use({ language: 'fr' })

  test('teeth are planned by a press, all at once, and taken', async ({
    page,
    day,
    simulator,
    t,
  }) => {
    test.slow()
    const patientId = await day.patient('Mistigri', { speciesId: 2 })
    const { body: study } = await day.api<{ id: number }>('POST', 'study', {
      patientId,
      modality: 'Dental',
    })
    const desk = captureDesk(page, t)
    await enter(page, day.clinic.admin, 'fr')
    await page.goto(`dental?studyId=${study.id}`)
    await expect(page.getByRole('option')).toHaveCount(16)
    // The technique is the general generator's.
    await expect(page.getByText('kV')).toHaveCount(0)

    const canine = page.getByRole('option', { name: /^204/u })
    await canine.click()
    await expect(desk.lines).toHaveCount(1)
    await expect(canine).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('option', { name: /^404/u }).click()
    await expect(desk.lines).toHaveCount(2)
    // By quadrant 1, 4, 2, 3; the selection stays.
    await expect(desk.lines.first()).toContainText('404')
    await expect(desk.selected).toHaveAccessibleName(/^204/u)
    await canine.click()
    await expect(desk.lines).toHaveCount(2)

    await button(page, t('capture:teeth.all')).click()
    await expect(desk.lines).toHaveCount(16)
    await desk.start('xray').click()
    await expect(desk.start('waiting')).toBeVisible()
    await simulator.expose('dental')
    await expect(desk.slides).toHaveCount(1, { timeout: 30_000 })
    await expect(desk.start('waiting')).toBeVisible({ timeout: 30_000 })
    await expectAccessible(page)
    await desk.start('waiting').click()
    await button(desk.cancelling, t('capture:cancel.confirm')).click()
    await expect(desk.start('xray')).toBeVisible()

    await button(page, t('capture:teeth.none')).click()
    await expect(desk.lines).toHaveCount(1)
    await expect(desk.lines).toContainText('204')
    const { body: images } = await day.api('GET', `image?studyId=${study.id}`)
    expect(images).toMatchObject([
      { modality: 'Dental', bodyPart: '204 - LU - Canine', bodyPartView: '', animalSize: null },
    ])
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
