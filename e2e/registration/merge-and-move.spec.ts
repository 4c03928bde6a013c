import { createRegistrationPage } from '../pages/registration-page.ts'
import { button, signInAs, toast } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { dialog, expect, expectAccessible } from '../support/fixtures.ts'

test.use({ language: 'en' })

test('an animal that was registered twice is merged, a study is moved, and both are undone', async ({
  page,
  records,
  t,
}) => {
  test.slow()
  const keepId = await records.createPatient('Filou', { owner: 'Anne Roy', patientId: 'KEEP' })
  const mergeId = await records.createPatient('Filou', { owner: 'Anne Roi', patientId: 'GONE' })
  const otherId = await records.createPatient('Mimi', { owner: 'Luc Cat', speciesId: 2 })
  const studyId = await records.createStudy(mergeId)
  const patientOf = async () =>
    (await records.api<{ patientId: number }>('GET', `study/${studyId}`)).body.patientId
  const registration = createRegistrationPage(page, t)
  await signInAs(page, records.clinic.admin)
  await page.goto('registration')

  await test.step('the records are compared and merged with the keyboard alone', async () => {
    await registration.owner.fill('Anne Roy')
    await expect(registration.options.first()).toContainText('Anne Roy')
    await page.keyboard.press('Enter')
    await expect(registration.section('animal.title')).toContainText('KEEP')
    await registration.button('animal.edit').press('Enter')
    await expect(registration.editAnimal.modal).toBeVisible()
    await waitForDeliberatePress(page)
    await button(registration.editAnimal.modal, t('registration:reassign.menu')).press('Enter')
    const item = page.getByRole('menuitem', { name: t('registration:reassign.merge') })
    await item.press('Enter')
    const merge = dialog(page, t('reassign:mergeAnimals.title'))
    const search = merge.getByRole('combobox', { name: t('reassign:mergeAnimals.find') })
    await expect(search).toBeFocused()
    await waitForDeliberatePress(page)
    await page.keyboard.press('Enter')
    await expect(search).toBeFocused()
    // Typed key by key: an Enter right after the one that opened the dialog counts as its repetition.
    await search.pressSequentially('Filou Roi')
    await expect(registration.options.first()).toContainText('Anne Roi')
    await page.keyboard.press('Enter')
    await expect(merge.getByRole('row', { name: /GONE/u })).toContainText(t('reassign:differs'))
    const value = { field: t('registration:animal.patientId'), value: 'GONE' }
    const number = merge.getByRole('radio', { name: t('reassign:keepValue', value) })
    await number.focus()
    await page.keyboard.press('Space')
    await expectAccessible(page, '[role=dialog]')
    await button(merge, t('reassign:merge')).press('Enter')
    await expect(merge).toHaveCount(0)
    await expect(registration.editAnimal.modal).toHaveCount(0)
    await expect(registration.section('animal.title')).toContainText('GONE')
    expect(await patientOf()).toBe(keepId)
  })

  await test.step('the merge is undone from the notice', async () => {
    await page.keyboard.press('F10')
    await expect(button(page, t('reassign:undo'))).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Filou')).toBeVisible()
    await expect(registration.section('animal.title')).toContainText('KEEP')
    expect(await patientOf()).toBe(mergeId)
  })

  await test.step('the study is moved in the study list', async () => {
    await page.goto('studylist')
    await page.getByRole('row', { name: /Filou/u }).click()
    await button(page, t('studies:action.moveToAnimal')).press('Enter')
    const move = dialog(page, t('reassign:moveStudy.title'))
    await expect(move).toContainText('Filou · GONE · Anne Roi')
    await expect(move.getByRole('combobox', { name: t('reassign:moveStudy.find') })).toBeFocused()
    await move
      .getByRole('combobox', { name: t('reassign:moveStudy.find') })
      .pressSequentially('Mimi')
    await expect(registration.options.first()).toContainText('Luc Cat')
    await page.keyboard.press('Enter')
    await expect(move.getByText(t('reassign:moveStudy.otherSpecies'))).toBeVisible()
    await button(move, t('reassign:move')).click()
    await expect(page.getByRole('row', { name: /Mimi.*Luc Cat/u })).toBeVisible()
    expect(await patientOf()).toBe(otherId)
  })

  await test.step('the move is undone later, from the history of the animal', async () => {
    await page.goto('registration')
    await page.getByRole('row', { name: /Mimi/u }).click()
    await expect(registration.section('animal.title')).toContainText('Mimi')
    await registration.button('animal.edit').click()
    await button(registration.editAnimal.modal, t('registration:reassign.menu')).click()
    await page.getByRole('menuitem', { name: t('registration:reassign.history') }).click()
    const history = dialog(page, t('reassign:history.title'))
    await button(history, t('reassign:undo')).click()
    await expect(history.getByText(records.clinic.admin).last()).toBeVisible()
    await expect(registration.editAnimal.modal).toHaveCount(0)
    await expect(button(history, t('reassign:undo'))).toHaveCount(0)
    expect(await patientOf()).toBe(mergeId)
  })

  await test.step('the former number of a corrected animal is shown, and removed', async () => {
    const path = `patient/${mergeId}`
    const { body: filou } = await records.api<{ patientId: string }>('GET', path)
    await records.api('PUT', 'patient', { ...filou, patientId: 'CORRECTED' })
    await page.goto('registration')
    await page.getByRole('row', { name: /Filou/u }).click()
    await registration.button('animal.edit').click()
    await button(registration.editAnimal.modal, t('registration:reassign.menu')).click()
    await page.getByRole('menuitem', { name: t('registration:reassign.numbers') }).click()
    const numbers = dialog(page, t('reassign:numbers.title'))
    await expect(numbers.getByText(t('reassign:numbers.kind.former'))).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    const number = filou.patientId
    await button(numbers, t('reassign:numbers.forgetNumber', { number })).click()
    await expect(numbers.getByText(t('reassign:numbers.none', { name: 'Filou' }))).toBeVisible()
  })
})
