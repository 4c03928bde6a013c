import { test } from '../support/clinic-records.ts'
import { pageUrl, expect } from '../support/fixtures.ts'
import { signInAs, expectDisabled } from '../support/clinic-fixture.ts'
import { createRegistrationPage } from '../pages/registration-page.ts'
import { storeImages } from '../support/stored-images.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

interface Row {
  readonly patientName: string
  readonly owner: string
  readonly modality: string
}

test.describe('in fr', () => {
  test.use({ language: 'fr' })

  test('a new owner with a new animal, and an existing owner, are registered by keyboard', async ({
    page,
    records,
    t,
  }) => {
    await records.createOwner('Ada Keller', {
      phone: '(438) 555-0177',
      email: 'ada.keller@example.com',
    })
    await records.createPatient('Rex')
    await records.createPatient('Milo', { owner: 'Max Olsen' })
    const registration = createRegistrationPage(page, t)
    await signInAs(page, records.clinic.admin, 'fr')
    await page.goto('registration')

    await test.step('a new owner, a new animal and the study', async () => {
      await expect(registration.owner).toBeFocused()
      await page.keyboard.type('Nadia Roy')
      await page.keyboard.press('Enter')

      await expect(registration.newOwner.field('owner.phone')).toBeFocused()
      await expect(registration.newOwner.field('owner.name')).toHaveValue('Nadia Roy')
      await page.keyboard.type('514 555-0143')
      await waitForDeliberatePress(page)
      await page.keyboard.press('Enter')

      await expect(registration.newAnimal.field('animal.name')).toBeFocused()
      await page.keyboard.type('Filou')
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')

      await expect(registration.start('StartStudy')).toBeFocused()
      await waitForDeliberatePress(page)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=\d+`))

      const { body } = await records.api<{ rows: Row[] }>('GET', 'study/page')
      expect(body.rows).toMatchObject([
        { patientName: 'Filou', owner: 'Nadia Roy', modality: 'General', speciesId: 2 },
      ])

      await page.goBack()
      await expect(registration.owner).toBeFocused()
      await expectDisabled(registration.start('StartStudy'), t('registration:obstacle.noSubject'))
    })

    await test.step('an owner is found by phone with the only animal, and Enter starts the study', async () => {
      await page.keyboard.type('438-555')
      await expect(registration.options).toHaveText([
        /Ada Keller.*\(438\) 555-0177.*Rex/u,
        t('registration:owner.newNamed', { text: '438-555' }),
      ])
      await page.keyboard.press('Enter')
      await expect(registration.start('StartStudy')).toBeFocused()
      await expect(registration.animals).toBeChecked()
      await expect(registration.section('owner.title')).toContainText('ada.keller@example.com')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=\d+`))
    })
  })
})

test('the selection of owner, animal and study is consistent, and is stored per user', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  const rex = await records.createPatient('Rex')
  const milo = await records.createPatient('Milo', { owner: 'Max Olsen' })
  await records.createPatient('Nala', { owner: 'Max Olsen', speciesId: 2 })
  await records.createStudy(milo, '2026-02-10T15:00:00.000Z')
  const study = await records.createStudy(rex)
  storeImages(
    { studyId: study, bodyPart: 'Chest', bodyPartView: 'lat' },
    { studyId: study, bodyPart: 'Skull', bodyPartView: 'VD', isRejected: true },
  )
  const registration = createRegistrationPage(page, t)
  const nala = page.getByRole('radio', { name: /Nala/u })
  await signInAs(page, records.clinic.admin)
  await page.goto('registration')

  await test.step('another owner clears animal and study; with several animals the user chooses', async () => {
    await page.getByRole('row', { name: /Rex/u }).click()
    await expect(registration.section('owner.title')).toContainText('Ada Keller')
    await expect(registration.animals).toBeChecked()
    await expect(registration.start('AddImages')).toBeEnabled()
    // The rejected image is not shown.
    await expect(registration.study.getByRole('img')).toHaveAccessibleName('Chest LAT')

    await registration.owner.fill('olsen')
    await registration.options.filter({ hasText: 'Max Olsen' }).click()
    await expect(registration.animals).toHaveCount(2)
    await expect(registration.animals.first()).toBeFocused()
    await expect(registration.study).toHaveCount(0)
    await expect(page.getByRole('row', { selected: true })).toHaveCount(0)
    await expect(registration.start('StartStudy')).toHaveAccessibleDescription(
      t('registration:obstacle.noAnimal'),
    )
    await page.keyboard.press('ArrowRight')
    await expect(registration.animals.nth(1)).toBeChecked()
    await page.keyboard.press('Enter')
    await expect(registration.start('StartStudy')).toBeFocused()
  })

  await test.step('another animal of the owner clears the study of the first', async () => {
    await page.getByRole('row', { name: /Milo/u }).click()
    await expect(registration.study).toBeVisible()
    await nala.check()
    await expect(registration.study).toHaveCount(0)
    await expect(registration.start('StartStudy')).toBeEnabled()
  })

  await test.step('it survives a reload and another page, and is not shown to another user', async () => {
    await page.reload()
    await expect(nala).toBeChecked()
    await page.getByRole('link', { name: t('shell:nav.studylist') }).click()
    await expect(page).toHaveURL(pageUrl('studylist'))
    await page.getByRole('link', { name: t('shell:nav.registration') }).click()
    await expect(nala).toBeChecked()

    const nurse = await clinicFixture.createUser(records.clinic, 'nurse')
    await signInAs(page, nurse.username)
    await page.goto('registration')
    await expect(registration.owner).toBeFocused()
    await expect(registration.animals).toHaveCount(0)
  })
})
