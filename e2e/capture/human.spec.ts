import { waitForDeliberatePress } from '../support/keyboard.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import { dialog, pageUrl } from '../support/fixtures.ts'
import { createCapturePage, processingTimeout, stopCapture } from '../pages/capture-page.ts'
import { createRegistrationPage } from '../pages/registration-page.ts'
import { expect, test } from './capture-fixture.ts'

test.use({ clinicType: 'Human' })

test('a human clinic registers a patient and captures an image without a species', async ({
  page,
  records,
  simulator,
  t,
}) => {
  test.slow()
  const registration = createRegistrationPage(page, t)
  const capture = createCapturePage(page, t)
  await signInAs(page, records.clinic.admin)
  await page.goto('registration')
  await registration.patient.fill('Jane Poe')
  await page.keyboard.press('Enter')
  await registration.newPatient.field('animal.birthDate').fill('1980-05-04')
  await waitForDeliberatePress(page)
  await page.keyboard.press('Enter')
  await registration.start('StartStudy').click()
  await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=\d+`))
  const study = new URL(page.url()).searchParams.get('studyId')

  // A person has no owner, and no size for which a technique could be saved.
  await expect(page.getByText(t('capture:study.noOwner'))).toHaveCount(0)
  await expect(button(page, t('common:action.save'))).toHaveCount(0)
  await expect(capture.add).toHaveAccessibleDescription(t('capture:human.noPart'))
  await expect(capture.views.getByRole('button')).toHaveText(['AP', 'PA', 'LAT', 'More'])
  for (const part of ['Left Foot', 'Right Foot']) {
    await expect(button(page, part)).toBeInViewport({ ratio: 1 })
  }
  await button(page, 'Left Hand').click()
  await capture.views.getByRole('button', { name: 'PA' }).click()
  await capture.add.click()
  await expect(capture.annotation('Left Hand PA')).toBeVisible()
  await capture.start('xray').click()
  await expect(capture.start('waiting')).toBeVisible(processingTimeout)
  await simulator.expose()
  await expect(capture.slides).toHaveCount(1, processingTimeout)
  const { body } = await records.api('GET', `image?studyId=${study}`)
  expect(body).toMatchObject([
    { bodyPart: 'Left Hand', bodyPartView: 'PA', animalSize: null, modality: 'General' },
  ])

  await stopCapture(capture, t)
  await button(page, t('capture:relabel.action')).click()
  const form = dialog(page, t('capture:relabel.title', { name: 'Left Hand PA' }))
  const save = button(form, t('common:action.save'))
  await expect(save).toHaveAccessibleDescription(t('capture:relabel.same'))
  await button(form, 'Right Hand').click()
  await button(form, t('capture:view.more')).click()
  await page.getByRole('menuitem', { name: /^OBL/u }).click()
  await save.click()
  await expect(capture.slides).toHaveAccessibleName(/Right Hand OBL/u)
})
