import { button, signInAs } from '../support/clinic-fixture.ts'
import { pageUrl } from '../support/fixtures.ts'
import { createCapturePage, processingTimeout } from '../pages/capture-page.ts'
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
  await page.keyboard.press('Enter')
  await registration.start('StartStudy').click()
  await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=\d+`))
  const study = new URL(page.url()).searchParams.get('studyId')

  await expect(capture.add).toHaveAccessibleDescription(t('capture:human.noPart'))
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
})
