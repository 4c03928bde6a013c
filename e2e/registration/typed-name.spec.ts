import { test } from '../support/clinic-records.ts'
import { pageUrl, expect } from '../support/fixtures.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import { createRegistrationPage } from '../pages/registration-page.ts'

test.use({ language: 'en' })

test('a name typed on the registration page lands in the owner field and starts nothing, also after an examination', async ({
  page,
  records,
  t,
}) => {
  const rex = await records.createPatient('Rex')
  await records.createStudy(rex)
  const registration = createRegistrationPage(page, t)
  const started: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/(?:study|capture-xray)$/u.test(request.url()))
      started.push(request.url())
  })
  const typeName = async () => {
    await expect(registration.owner).toBeFocused()
    await page.keyboard.type('susan smith')
    await expect(registration.owner).toHaveValue('susan smith')
    await expect(page).toHaveURL(pageUrl('registration'))
    await registration.owner.fill('')
  }
  const openCapture = async () => {
    await page.getByRole('row', { name: /Rex/u }).click()
    await registration.start('AddImages').click()
    await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=\d+`))
    await expect(button(page, t('capture:finish'))).toBeVisible()
  }
  await signInAs(page, records.clinic.admin)
  await page.goto('registration')
  await typeName()

  await test.step('after a reload, with an animal selected', async () => {
    await page.getByRole('row', { name: /Rex/u }).click()
    await expect(registration.start('AddImages')).toBeEnabled()
    await page.reload()
    await typeName()
  })

  for (const leave of ['finish', 'back'] as const)
    await test.step(`after ${leave} the examined animal is not selected`, async () => {
      await openCapture()
      if (leave === 'finish') await button(page, t('capture:finish')).click()
      else await page.goBack()
      await expect(page).toHaveURL(pageUrl('registration'))
      await expect(registration.start('StartStudy')).toHaveAccessibleDescription(
        t('registration:obstacle.noSubject'),
      )
      await typeName()
    })

  await test.step('a name typed while nothing has the focus', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(registration.owner).not.toBeFocused()
    await page.keyboard.type('susan smith')
    await expect(registration.owner).toHaveValue('susan smith')
  })
  expect(started).toEqual([])
})
