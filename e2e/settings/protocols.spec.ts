import type { Page } from '@playwright/test'
import { dialog, expect, expectAccessible, expectNoHorizontalScroll } from '../support/fixtures.ts'
import { tabTo } from '../support/keyboard.ts'
import { test, type RecordsFlow } from '../support/clinic-records.ts'
import { openPage } from '../support/navigate.ts'
import { button, signInAs, expectDisabled, field, toast } from '../support/clinic-fixture.ts'

test.describe.configure({ timeout: 120_000 })

const thorax = { en: 'Thorax, 3 views', fr: 'Thorax, 3 incidences' } as const
/** A protocol in the list, by its name. */
const protocol = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })

test.describe('in fr', () => {
  test.use({ language: 'fr' })

  test('protocols are created, changed, deleted and restored; a concurrent change is reported', async ({
    page,
    clinicFixture,
    t,
  }) => {
    const clinic = await clinicFixture.createClinic()
    await signInAs(page, clinic.admin, 'fr')
    await page.goto('settings/protocols')
    await expect(protocol(page, thorax.fr)).toContainText('LAT D LAT G VD')
    await expectAccessible(page)

    await test.step('created', async () => {
      await button(page, t('protocols:new')).click()
      const form = dialog(page, t('protocols:new'))
      const create = button(form, t('common:action.create'))
      const missing = `${t('protocols:name')}, ${t('protocols:steps')}`
      await expectDisabled(create, t('common:form.missing', { fields: missing }))
      await field(form, t('protocols:name')).fill('Cough')
      await field(form, t('protocols:part')).selectOption('Chest')
      await button(form, 'LAT D').click()
      await button(form, 'VD').click()
      await expect(button(form, 'VD')).toHaveAttribute('aria-pressed', 'true')
      const chest = 'Thorax VD'
      await button(form, t('protocols:up', { name: chest })).click()
      await expect(form.getByRole('listitem').first()).toContainText(chest)
      await expectAccessible(page, '[role=dialog]')
      await create.click()
      await expect(toast(page, t('common:form.saved'))).toBeVisible()
      await expect(protocol(page, 'Cough')).toContainText(t('protocols:own'))
      const path = `protocol?ClinicId=${clinic.id}`
      const { body } = await clinicFixture.asSuper<readonly object[]>('GET', path)
      expect(body.at(-1)).toMatchObject({
        name: 'Cough',
        steps: [
          { bodyPart: 'Chest', bodyPartView: 'VD' },
          { bodyPart: 'Chest', bodyPartView: 'RLAT' },
        ],
      })
    })

    await test.step('changed', async () => {
      await button(
        page,
        t('common:labelled', { label: t('common:action.edit'), value: thorax.fr }),
      ).click()
      const edited = dialog(page, t('protocols:edit'))
      await button(edited, t('protocols:remove', { name: 'Thorax LAT G' })).click()
      await button(edited, t('common:action.save')).click()
      await expect(edited).toHaveCount(0)
      await expect(protocol(page, thorax.fr)).toContainText(t('protocols:changed'))
      await expect(protocol(page, thorax.fr)).not.toContainText('LAT G')
    })

    await test.step('deleted and restored', async () => {
      await button(
        page,
        t('common:labelled', { label: t('common:action.delete'), value: 'Crâne' }),
      ).click()
      const question = dialog(page, t('protocols:deleteTitle'))
      await button(question, t('common:action.delete')).click()
      await expect(protocol(page, 'Crâne')).toHaveCount(0)

      await button(page, t('protocols:restore')).click()
      const restore = dialog(page, t('protocols:restoreTitle'))
      await button(restore, t('protocols:restore')).click()
      await expect(protocol(page, 'Crâne')).toBeVisible()
      await expect(protocol(page, thorax.fr)).not.toContainText(t('protocols:changed'))
      await expect(protocol(page, 'Cough')).toBeVisible()
    })

    await test.step('a concurrent change is reported, and the typed text is kept', async () => {
      const edit = t('common:action.edit')
      await button(page, t('common:labelled', { label: edit, value: thorax.fr })).click()
      const form = dialog(page, t('protocols:edit'))
      await field(form, t('protocols:name')).fill('Mine')
      await clinicFixture.asSuper('PUT', 'protocol/dog-thorax', {
        clinicId: clinic.id,
        name: 'Theirs',
        speciesId: 1,
        modality: 'General',
        steps: [{ bodyPart: 'Chest', bodyPartView: 'LAT' }],
      })
      await button(form, t('common:action.save')).click()
      await expect(form.getByRole('alert')).toHaveText(t('errors:record/changed-meanwhile'))
      await expect(field(form, t('protocols:name'))).toHaveValue('Mine')
      await page.keyboard.press('Escape')
      await expect(protocol(page, 'Theirs')).toBeVisible()
      await button(page, t('common:labelled', { label: edit, value: 'Theirs' })).click()
      await button(form, t('common:action.save')).click()
      await expect(protocol(page, 'Mine')).toBeVisible()
    })
  })
})

async function captureWithProtocol({ page, records, t }: RecordsFlow) {
  const id = await records.createStudy(await records.createPatient('Rex'))
  await openPage(page, `general?studyId=${id}`)
  await button(page, t('protocols:menu')).click()
  await page.getByRole('menuitem', { name: thorax.en }).click()
  await expect(toast(page, '3 views added')).toBeVisible()
  const { body } = await records.api<readonly object[]>('GET', `study/${id}/annotations`)
  expect(body).toHaveLength(3)

  const restraint = page.getByRole('button', { name: t('restraint:holders') })
  await restraint.click()
  // The panel has the name of its button.
  const panel = page.getByRole('dialog', { name: t('restraint:holders') })
  await field(panel, t('restraint:add')).fill('Zoe')
  await page.keyboard.press('Enter')
  await expect(button(panel, 'Zoe')).toHaveAttribute('aria-pressed', 'true')
  await panel.getByRole('switch').press('Space')
  await expectAccessible(page, '[role=dialog]')
  // Each choice is saved at once: an exposure may come while the panel is open.
  await expect
    .poll(async () => (await records.api<object>('GET', `study/${id}/restraint`)).body)
    .toEqual({ holders: 'Zoe', isSedated: true })
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(restraint).toContainText('Zoe · Sedated')
}

async function createByKeyboard({ page, t }: RecordsFlow) {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, 'settings/protocols')
  await page.getByRole('radio', { name: 'Dog' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(protocol(page, 'Full mouth')).toBeVisible()
  await expectNoHorizontalScroll(page)
  await tabTo(page, t('protocols:new'))
  await page.keyboard.press('Enter')
  const form = dialog(page, t('protocols:new'))
  await expect(field(form, t('protocols:name'))).toBeFocused()
  await page.keyboard.type('All of them')
  await tabTo(page, t('protocols:addAll'))
  await page.keyboard.press('Enter')
  await expect(form.getByRole('listitem')).toHaveCount(20)
  // Enter in a field saves, so a keyboard user need not tab through all the teeth.
  await field(form, t('protocols:name')).press('Enter')
  await expect(protocol(page, 'All of them')).toBeVisible()
}

test('a clinic uses a protocol at capture, and creates one by keyboard on a narrow screen', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  await signInAs(page, records.clinic.admin)
  const flow = { page, records, clinicFixture, t }
  await test.step('one click on a protocol plans its views at capture, and the holders of the animal are saved with the study', () =>
    captureWithProtocol(flow))
  await test.step('a protocol with all teeth is created by keyboard on a narrow screen', () =>
    createByKeyboard(flow))
})
