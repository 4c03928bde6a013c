import { dialog, expect } from '../support/fixtures.ts'
import { isFocusVisible, tabTo } from '../support/keyboard.ts'
import {
  button,
  signInAs,
  expectFieldError,
  expectDisabled,
  field,
  row,
  test,
  toast,
  type ClinicFlow,
  type TestClinic,
} from '../support/clinic-fixture.ts'
import { openPage } from '../support/navigate.ts'

// End-to-end workflows: on a busy computer one of them takes a minute.
test.describe.configure({ timeout: 120_000 })

interface DoctorFlow extends ClinicFlow {
  readonly clinic: TestClinic
}

interface Doctor {
  readonly id: number
  readonly lastName: string
}

async function manageDoctors({ page, clinicFixture, clinic, t }: DoctorFlow) {
  await openPage(page, 'settings/doctors')
  await expect(page.getByText(t('settings:doctor.emptyTitle'))).toBeVisible()
  await button(page, t('settings:doctor.create')).click()
  const created = dialog(page, t('settings:doctor.create'))
  const [first, last] = [t('settings:user.firstName'), t('settings:user.lastName')]
  const create = button(created, t('common:action.create'))
  await expectDisabled(create, t('common:form.missing', { fields: `${first}, ${last}` }))
  await field(created, first).fill('  Ada   Marie ')
  await field(created, last).press('Enter')
  await expectFieldError(field(created, last), t('errors:field/required'))
  await field(created, last).fill('Keller')
  const [request] = await Promise.all([page.waitForRequest('**/api/clinicprofile'), create.click()])
  await expect(toast(page, t('common:form.saved'))).toBeVisible()
  expect(request.postDataJSON()).toMatchObject({
    clinicId: clinic.id,
    role: 1,
    isActive: true,
  })
  const path = `ClinicProfile/GetByClinic/${clinic.id}`
  const { body } = await clinicFixture.asSuper('GET', path)
  expect(body).toHaveLength(1)
  expect(body[0]).toMatchObject({ firstName: 'Ada Marie', lastName: 'Keller', role: 1 })

  await row(page, 'Keller').click()
  await button(page, t('common:action.edit')).click()
  const edited = dialog(page, t('settings:doctor.edit'))
  await expectDisabled(button(edited, t('common:action.save')), t('common:form.unchanged'))
  await field(edited, last).fill('Weir')
  await button(edited, t('common:action.save')).click()
  await expect(edited).toHaveCount(0)
  await expect(row(page, 'Weir')).toContainText('Ada Marie')

  const question = dialog(page, t('settings:doctor.deleteTitle'))
  const remove = button(page, t('common:action.delete'))
  await remove.click()
  await button(question, t('common:action.cancel')).click()
  await expect(question).toHaveCount(0)
  await remove.click()
  await button(question, t('common:action.delete')).click()
  await expect(page.getByText(t('settings:doctor.emptyTitle'))).toBeVisible()
  expect((await clinicFixture.asSuper('GET', path)).body).toEqual([])
  await remove.click()
  await expect(toast(page, t('settings:doctor.noneSelected'))).toBeVisible()
}

async function manageByKeyboard({ page, clinicFixture, clinic, t }: DoctorFlow) {
  const form = dialog(page, t('settings:doctor.create'))
  await openPage(page, 'settings')
  await tabTo(page, t('settings:section.doctors'))
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('settings:doctor.emptyTitle'))).toBeVisible()

  await test.step('by keyboard', async () => {
    for (const [first, last] of [
      ['Ada', 'Keller'],
      ['Grace', 'Weir'],
    ] as const) {
      await tabTo(page, t('settings:doctor.create'))
      expect(await isFocusVisible(page)).toBe(true)
      await page.keyboard.press('Enter')
      await expect(field(form, t('settings:user.firstName'))).toBeFocused()
      await page.keyboard.type(first)
      await page.keyboard.press('Tab')
      await page.keyboard.type(last)
      await page.keyboard.press('Enter')
      await expect(row(page, last)).toBeVisible()
      await expect(button(page, t('settings:doctor.create'))).toBeFocused()
      await page.keyboard.press('Shift+Tab')
    }
    await tabTo(page, t('settings:user.registered'))
    await page.keyboard.press('Tab')
    await expect(row(page, 'Keller')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(row(page, 'Weir')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    const edited = dialog(page, t('settings:doctor.edit'))
    await expect(field(edited, t('settings:user.firstName'))).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(row(page, 'Weir')).toBeFocused()
  })

  await test.step('another user has deleted the doctor', async () => {
    const goTo = (section: string) =>
      page.getByRole('link', { name: t(`settings:section.${section}`), exact: true }).click()
    await goTo('about')
    await expect(page.getByText(t('settings:about.text'))).toBeVisible()
    await goTo('doctors')
    await expectDisabled(button(page, 'Edit'), 'Missing a selected doctor')
    await button(page, 'Delete').click()
    await expect(toast(page, 'Missing a selected doctor')).toBeVisible()
    await row(page, 'Keller').click()
    await button(page, 'Delete').click()
    const path = `ClinicProfile/GetByClinic/${clinic.id}`
    const { body } = await clinicFixture.asSuper<Doctor[]>('GET', path)
    const keller = body.find(({ lastName }) => lastName === 'Keller')
    await clinicFixture.asSuper('DELETE', `clinicprofile/delete/${keller?.id}`)
    const question = dialog(page, t('settings:doctor.deleteTitle'))
    await button(question, 'Delete').click()
    await expect(question.getByRole('alert')).toHaveText('Failed To Delete')
    await page.keyboard.press('Escape')
  })

  await test.step('the server refuses', async () => {
    await button(page, t('settings:doctor.create')).click()
    await field(form, t('settings:user.firstName')).fill('Ada')
    await field(form, t('settings:user.lastName')).fill('Weir')
    await page.route('**/api/clinicprofile', (route) =>
      route.fulfill({ status: 500, json: { message: 'Out of film' } }),
    )
    await button(form, 'Create').click()
    await expect(form.getByRole('alert')).toHaveText('Out of film')
    await page.unroute('**/api/clinicprofile')
    await page.route('**/api/clinicprofile', (route) =>
      route.fulfill({ status: 502, body: '<html>' }),
    )
    await button(form, 'Create').click()
    await expect(form.getByRole('alert')).toHaveText('An unknown error occurred.')
    await expect(field(form, t('settings:user.lastName'))).toHaveValue('Weir')
  })
}

test.describe('doctors', () => {
  test.use({ language: 'en' })

  test('a clinic admin manages doctors by mouse and by keyboard', async ({
    page,
    clinicFixture,
    t,
  }) => {
    const clinic = await clinicFixture.createClinic()
    await signInAs(page, clinic.admin)
    const flow = { page, clinicFixture, clinic, t }
    await test.step('doctors are created, edited and deleted', () => manageDoctors(flow))
    await test.step('doctors are created and selected by keyboard; a refusal is shown in its dialog, and typed text is kept', () =>
      manageByKeyboard(flow))
  })
})
