import type { Page } from '@playwright/test'
import { test } from './clinic-day.ts'
import { dialog, expect } from './fixtures.ts'
import { button, enter, expectFault, expectShut, row } from './office.ts'
import { deskOf } from './registration-desk.ts'
import { wordsIn } from './words.ts'

type Words = ReturnType<typeof wordsIn>
type Desk = ReturnType<typeof deskOf>

const takenId = (t: Words) => ({
  entity: t('entities:patient'),
  field: t('entities:fields.patientId'),
})

test('an owner is checked field by field, and one who is known already is offered', async ({
  page,
  day,
  t,
}) => {
  await day.owner('Ada Keller', { phone: '438-555-0177', email: 'ada@example.com' })
  await day.patient('Rex')
  const desk = deskOf(page, t)
  const { field, save, shown } = desk.newOwner
  await enter(page, day.clinic.admin)
  await page.goto('registration')

  await test.step('Save says what is missing, each field what is wrong', async () => {
    await desk.button('owner.add').click()
    await expect(field('owner.name')).toBeFocused()
    await expectShut(save, t('common:form.missing', { fields: t('registration:owner.name') }))

    // At once, not when the field is left.
    await field('owner.name').fill('A name of 26 characters ab')
    await expectFault(field('owner.name'), "You've reached maximum name length")
    await field('owner.name').fill('  Exactly   25 characters  a  ')
    await expect(field('owner.name')).not.toHaveAttribute('aria-invalid', 'true')
    await field('owner.address').fill('An address of 36 characters in total')
    await expectFault(field('owner.address'), "You've reached address length")
    await field('owner.phone').fill('555-0143')
    await field('owner.email').fill('nadia@example')
    await field('owner.name').focus()
    await expectFault(field('owner.phone'), 'Phone number format is invalid')
    await expectFault(field('owner.email'), 'Email format is invalid')
    await expect(save).toBeDisabled()

    await field('owner.address').fill('')
    await field('owner.phone').fill('+1 (514) 555.0143')
    await field('owner.email').fill('nadia@example.com')
    await save.click()
    await expect(shown).toHaveCount(0)
    await expect(desk.part('owner.title')).toContainText('Exactly 25 characters a')
    // Whose animal comes next.
    await expect(desk.newAnimal.field('animal.name')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(desk.newAnimal.shown).toHaveCount(0)
  })

  await test.step('somebody who is known is offered, before and after saving', async () => {
    await desk.owner.fill('Ada K')
    await desk.options.last().click()
    await field('owner.email').fill('ADA@example.com')
    await expect(shown.getByRole('status').first()).toContainText(
      t('registration:owner.known.email', { name: 'Ada Keller' }),
    )
    await field('owner.email').fill('')
    await field('owner.phone').fill('(438) 555 0177')
    await expect(
      shown.getByText(t('registration:owner.known.phone', { name: 'Ada Keller' })),
    ).toBeVisible()
    await save.click()
    await expectFault(field('owner.phone'), 'A owner already exists with that phone')
    await expect(field('owner.phone')).toBeFocused()
    await button(shown, t('registration:owner.use')).click()
    await expect(shown).toHaveCount(0)
    await expect(desk.animals).toBeChecked()
    await expect(desk.start('StartStudy')).toBeFocused()
  })
})

test.describe('in fr', () => {
  test.use({ language: 'fr' })

  test('animals and their owner are registered, changed and deleted', async ({ page, day, t }) => {
    await day.study(await day.patient('Rex', { patientId: 'K-1' }))
    const desk = deskOf(page, t)
    await enter(page, day.clinic.admin, 'fr')
    await page.goto('registration')
    await expectShut(desk.button('owner.edit'), t('registration:owner.selectFirst'))
    await expectShut(desk.button('animal.edit'), t('registration:animal.selectFirst'))
    await expectShut(desk.button('animal.add'), t('registration:owner.selectFirst'))
    await desk.owner.fill('keller')
    await desk.options.first().click()
    await expect(desk.start('AddImagestoTodaysStudy')).toBeFocused()

    await test.step('breeds follow the species, and identifiers that are taken are told', () =>
      addMisty(page, desk, t))
    await test.step('owner and animal are changed, and what was typed survives Escape', () =>
      changeBoth(page, desk, t))
    await test.step('deleted softly: no longer offered, their studies stay', () =>
      deleteBoth(page, desk, t))
  })
})

async function addMisty(page: Page, desk: Desk, t: Words) {
  await desk.button('animal.add').click()
  const { field, choice, save, shown } = desk.newAnimal
  await expectShut(
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
  await page.getByRole('option', { name: 'Siamese' }).click()
  await expect(breed).toHaveValue('Siamese')
  await choice(t('studies:species.Canine')).check()
  await expect(breed).toHaveValue('')
  await breed.fill('siam')
  await expect(page.getByText(t('registration:animal.breedNone'))).toBeVisible()
  await breed.fill('labrador')
  await page.keyboard.press('Enter')
  await expect(breed).toHaveValue(/Labrador/u)

  await field('animal.birthDate').fill('2999-01-01')
  await field('animal.patientId').fill(' K-1 ')
  await expectFault(field('animal.birthDate'), t('registration:animal.unborn'))
  await field('animal.birthDate').fill('')
  await save.click()
  await expectFault(field('animal.patientId'), t('errors:record/exists', takenId(t)))
  const english = wordsIn('en')
  expect(english('errors:record/exists', takenId(english))).toBe(
    'A patient already exists with that patient ID',
  )
  await field('animal.patientId').fill('')
  await save.click()
  await expect(shown).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /Misty/u })).toBeChecked()
  // Numbers of thirteen digits: the time.
  await expect(desk.part('animal.title')).toContainText(/\d{13}/u)
}

async function changeBoth(page: Page, desk: Desk, t: Words) {
  await desk.button('owner.edit').click()
  await desk.editOwner.field('owner.address').fill('7 Mill Road')
  await page.keyboard.press('Escape')
  await expect(desk.editOwner.shown).toHaveCount(0)
  await expect(desk.button('owner.edit')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(desk.editOwner.field('owner.address')).toHaveValue('7 Mill Road')
  await desk.editOwner.save.click()
  await expect(desk.part('owner.title')).toContainText('7 Mill Road')
  await expect(desk.button('owner.edit')).toBeFocused()

  await desk.button('animal.edit').click()
  await desk.editAnimal.field('animal.name').fill('Misty II')
  await desk.editAnimal.choice(t('registration:animal.sexes.Male')).check()
  await page.keyboard.press('Enter')
  await expect(desk.editAnimal.shown).toHaveCount(0)
  await expect(page.getByRole('radio', { name: /Misty II/u })).toBeChecked()
  await expect(desk.part('animal.title')).toContainText(t('registration:animal.sexes.Male'))
}

async function deleteBoth(page: Page, desk: Desk, t: Words) {
  await page.getByRole('radio', { name: /Rex/u }).check()
  await desk.button('animal.edit').click()
  await button(desk.editAnimal.shown, t('common:action.delete')).click()
  const aboutAnimal = dialog(page, t('registration:remove.title.animal'))
  await button(aboutAnimal, t('common:action.delete')).click()
  await expect(desk.editAnimal.shown).toHaveCount(0)
  // The one that is left is selected by itself.
  await expect(desk.animals).toHaveCount(1)
  await expect(page.getByRole('radio', { name: /Misty/u })).toBeChecked()
  await expect(row(page, 'Rex')).toHaveCount(1)

  await desk.button('owner.edit').click()
  await button(desk.editOwner.shown, t('common:action.delete')).click()
  const aboutOwner = dialog(page, t('registration:remove.title.owner'))
  await button(aboutOwner, t('common:action.delete')).click()
  await expect(desk.editOwner.shown).toHaveCount(0)
  await desk.owner.fill('keller')
  await expect(desk.options).toHaveCount(1)
  await expect(desk.options).toContainText('keller')
}
