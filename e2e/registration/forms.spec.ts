import type { Page } from '@playwright/test'
import { test } from '../support/clinic-records.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { dialog, expect } from '../support/fixtures.ts'
import {
  button,
  signInAs,
  expectFieldError,
  expectDisabled,
  row,
} from '../support/clinic-fixture.ts'
import { createRegistrationPage } from '../pages/registration-page.ts'
import { createTranslator } from '../support/i18n-texts.ts'

type Translate = ReturnType<typeof createTranslator>
type RegistrationPage = ReturnType<typeof createRegistrationPage>

const duplicateId = (t: Translate) => ({
  entity: t('entities:patient'),
  field: t('entities:fields.patientId'),
})

test('the owner form validates each field, and offers an owner who exists already', async ({
  page,
  records,
  t,
}) => {
  await records.createOwner('Ada Keller', { phone: '438-555-0177', email: 'ada@example.com' })
  await records.createPatient('Rex')
  const registration = createRegistrationPage(page, t)
  const { field, save, modal } = registration.newOwner
  await signInAs(page, records.clinic.admin)
  await page.goto('registration')

  await test.step('the save button lists missing fields, and each field shows its error', async () => {
    await registration.button('owner.add').click()
    await expect(field('owner.name')).toBeFocused()
    await expectDisabled(save, t('common:form.missing', { fields: t('registration:owner.name') }))

    // The error appears while typing, not only on blur.
    await field('owner.name').fill('A name of 26 characters ab')
    await expectFieldError(field('owner.name'), "You've reached maximum name length")
    await field('owner.name').fill('  Exactly   25 characters  a  ')
    await expect(field('owner.name')).not.toHaveAttribute('aria-invalid', 'true')
    await field('owner.address').fill('An address of 36 characters in total')
    await expectFieldError(field('owner.address'), "You've reached address length")
    await field('owner.phone').fill('555-0143')
    await field('owner.email').fill('nadia@example')
    await field('owner.name').focus()
    await expectFieldError(field('owner.phone'), 'Phone number format is invalid')
    await expectFieldError(field('owner.email'), 'Email format is invalid')
    await expect(save).toBeDisabled()

    await field('owner.address').fill('')
    await field('owner.phone').fill('+1 (514) 555.0143')
    await field('owner.email').fill('nadia@example.com')
    await save.click()
    await expect(modal).toHaveCount(0)
    await expect(registration.section('owner.title')).toContainText('Exactly 25 characters a')
    // The form of the owner's animal opens next.
    await expect(registration.newAnimal.field('animal.name')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(registration.newAnimal.modal).toHaveCount(0)
  })

  await test.step('an existing owner is offered, before and after saving', async () => {
    await registration.owner.fill('Ada K')
    await registration.options.last().click()
    await field('owner.email').fill('ADA@example.com')
    await expect(modal.getByRole('status').first()).toContainText(
      t('registration:owner.known.email', { name: 'Ada Keller' }),
    )
    await field('owner.email').fill('')
    await field('owner.phone').fill('(438) 555 0177')
    await expect(
      modal.getByText(t('registration:owner.known.phone', { name: 'Ada Keller' })),
    ).toBeVisible()
    await save.click()
    await expectFieldError(field('owner.phone'), 'A owner already exists with that phone')
    await expect(field('owner.phone')).toBeFocused()
    await button(modal, t('registration:owner.use')).click()
    await expect(modal).toHaveCount(0)
    await expect(registration.animals).toBeChecked()
    await expect(registration.start('StartStudy')).toBeFocused()
  })

  await test.step('another person with the same number is saved after the question', async () => {
    await registration.owner.fill('Ada K')
    await registration.options.last().click()
    await field('owner.name').fill('Bert Keller')
    await field('owner.phone').fill('(438) 555 0177')
    await button(modal, t('registration:owner.share.phone')).click()
    await expect(
      modal.getByText(t('registration:owner.shared.phone', { name: 'Ada Keller' })),
    ).toBeVisible()
    await save.click()
    await expect(modal).toHaveCount(0)
    await registration.owner.fill('438 555 0177')
    await expect(registration.options.filter({ hasText: /Ada Keller|Bert Keller/u })).toHaveCount(2)
  })
})

test.describe('in fr', () => {
  test.use({ language: 'fr' })

  test('animals and their owner are registered, changed and deleted', async ({
    page,
    records,
    t,
  }) => {
    await records.createStudy(await records.createPatient('Rex', { patientId: 'K-1' }))
    const registration = createRegistrationPage(page, t)
    await signInAs(page, records.clinic.admin, 'fr')
    await page.goto('registration')
    await expectDisabled(registration.button('owner.edit'), t('registration:owner.selectFirst'))
    await expectDisabled(registration.button('animal.edit'), t('registration:animal.selectFirst'))
    await expectDisabled(registration.button('animal.add'), t('registration:owner.selectFirst'))
    await registration.owner.fill('keller')
    await registration.options.first().click()
    await expect(registration.start('AddImagestoTodaysStudy')).toBeFocused()

    await test.step('breeds follow the species, and a duplicate patient ID is reported', () =>
      addMisty(page, registration, t))
    await test.step('owner and animal are changed, and typed text survives Escape', () =>
      changeBoth(page, registration, t))
    await test.step('a soft delete removes owner and animal from the suggestions and keeps their studies', () =>
      deleteBoth(page, registration, t))
    await test.step('an animal without a name is called so in French, and its record keeps the stored name', () =>
      changeUnnamed(page, registration, records, t))
  })
})

async function changeUnnamed(
  page: Page,
  registration: RegistrationPage,
  records: ClinicRecords,
  t: Translate,
) {
  const id = await records.createPatient('Unnamed 3', {
    owner: 'Nora Lind',
    patientId: 'UNNAMED-3',
  })
  await records.createPatient('Filou', { owner: 'Olga Lind', patientId: 'F-1' })
  const name = t('studies:unnamedNumber', { number: '3' })
  expect(name).toBe('Sans nom 3')
  await registration.owner.fill('Nora Lind')
  await expect(registration.options.first()).toContainText('Nora Lind')
  await registration.options.first().click()
  await expect(registration.section('animal.title')).toContainText(name)
  await registration.button('animal.edit').click()
  const { field, save, modal } = registration.editAnimal
  await expect(field('animal.name')).toHaveValue(name)
  await button(modal, t('registration:reassign.menu')).click()
  await page.getByRole('menuitem', { name: t('registration:reassign.merge') }).click()
  const merge = dialog(page, t('reassign:mergeAnimals.title'))
  await expect(merge).toContainText(t('reassign:mergeAnimals.text', { name }))
  await merge
    .getByRole('combobox', { name: t('reassign:mergeAnimals.find') })
    .pressSequentially('Filou')
  await expect(registration.options.first()).toContainText('Olga Lind')
  await page.keyboard.press('Enter')
  const value = { field: t('registration:animal.name'), value: name }
  // The other record has a name of its own, which is proposed.
  await expect(merge.getByRole('radio', { name: t('reassign:keepValue', value) })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(merge).toHaveCount(0)
  await field('animal.name').fill(`${name}0`)
  await field('animal.name').fill(name)
  await field('animal.description').fill('Puce illisible')
  await save.click()
  await expect(modal).toHaveCount(0)
  const { body } = await records.api<{ name: string; description: string }>('GET', `patient/${id}`)
  expect(body).toMatchObject({ name: 'Unnamed 3', description: 'Puce illisible' })
}

async function addMisty(page: Page, registration: RegistrationPage, t: Translate) {
  await registration.button('animal.add').click()
  const { field, choice, save, modal } = registration.newAnimal
  await expectDisabled(
    save,
    t('common:form.missing', {
      fields: `${t('registration:animal.name')}, ${t('registration:animal.species')}`,
    }),
  )
  const breed = field('animal.breed').and(page.locator(':visible'))
  await expect(breed).toBeDisabled()
  await expect(breed).toHaveAttribute('placeholder', t('registration:animal.breedAfterSpecies'))
  await field('animal.name').fill('Misty')
  await choice(t('studies:species.Feline')).check()
  await breed.fill('siam')
  await page.getByRole('option', { name: 'Siamois' }).click()
  await expect(breed).toHaveValue('Siamois')
  await choice(t('studies:species.Canine')).check()
  await expect(breed).toHaveValue('')
  await breed.fill('siam')
  await expect(page.getByText(t('registration:animal.breedNone'))).toBeVisible()
  await breed.fill('labrador')
  await page.keyboard.press('Enter')
  await expect(breed).toHaveValue(/Labrador/u)

  await field('animal.birthDate').fill('2999-01-01')
  await field('animal.patientId').fill(' K-1 ')
  await expectFieldError(field('animal.birthDate'), t('registration:animal.unborn'))
  await field('animal.birthDate').fill('')
  await save.click()
  await expectFieldError(field('animal.patientId'), t('errors:record/exists', duplicateId(t)))
  const english = createTranslator('en')
  expect(english('errors:record/exists', duplicateId(english))).toBe(
    'A patient already exists with that patient ID',
  )
  await field('animal.patientId').fill('')
  await save.click()
  await expect(modal).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /Misty/u })).toBeChecked()
  // The generated patient ID is a timestamp of thirteen digits.
  await expect(registration.section('animal.title')).toContainText(/\d{13}/u)
}

async function changeBoth(page: Page, registration: RegistrationPage, t: Translate) {
  await registration.button('owner.edit').click()
  await registration.editOwner.field('owner.address').fill('7 Mill Road')
  await page.keyboard.press('Escape')
  await expect(registration.editOwner.modal).toHaveCount(0)
  await expect(registration.button('owner.edit')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(registration.editOwner.field('owner.address')).toHaveValue('7 Mill Road')
  await registration.editOwner.save.click()
  await expect(registration.section('owner.title')).toContainText('7 Mill Road')
  await expect(registration.button('owner.edit')).toBeFocused()

  await registration.button('animal.edit').click()
  await registration.editAnimal.field('animal.name').fill('Misty II')
  await registration.editAnimal.choice(t('registration:animal.sexes.Male')).check()
  await page.keyboard.press('Enter')
  await expect(registration.editAnimal.modal).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /Misty II/u })).toBeChecked()
  await expect(registration.section('animal.title')).toContainText(
    t('registration:animal.sexes.Male'),
  )
}

async function deleteBoth(page: Page, registration: RegistrationPage, t: Translate) {
  await page.getByRole('radio', { name: /Rex/u }).check()
  await registration.button('animal.edit').click()
  await button(registration.editAnimal.modal, t('common:action.delete')).click()
  const animalQuestion = dialog(page, t('registration:remove.title.animal'))
  await button(animalQuestion, t('common:action.delete')).click()
  await expect(registration.editAnimal.modal).toHaveCount(0)
  // The only remaining animal is selected automatically.
  await expect(registration.animals).toHaveCount(1)
  await expect(page.getByRole('radio', { name: /Misty/u })).toBeChecked()
  await expect(row(page, 'Rex')).toHaveCount(1)

  await registration.button('owner.edit').click()
  await button(registration.editOwner.modal, t('common:action.delete')).click()
  const ownerQuestion = dialog(page, t('registration:remove.title.owner'))
  await button(ownerQuestion, t('common:action.delete')).click()
  await expect(registration.editOwner.modal).toHaveCount(0)
  await registration.owner.fill('keller')
  await expect(registration.options).toHaveCount(1)
  await expect(registration.options).toContainText('keller')
}
