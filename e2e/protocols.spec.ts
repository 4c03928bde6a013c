import type { Page } from '@playwright/test'
import { dialog, expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts'
import { tabTo } from './keys.ts'
import { test } from './clinic-day.ts'
import { button, enter, expectShut, field, toast } from './office.ts'

test.describe.configure({ timeout: 120_000 })

const thorax = { en: 'Thorax, 3 views', fr: 'Thorax, 3 incidences' } as const
/** By the words that it begins with. */
const protocol = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })

test.describe('in fr', () => {
  test.use({ language: 'fr' })

  test('protocols are made, changed, deleted and restored; who is second is told', async ({
    page,
    office,
    t,
  }) => {
    const clinic = await office.clinic()
    await enter(page, clinic.admin, 'fr')
    await page.goto('settings/protocols')
    await expect(protocol(page, thorax.fr)).toContainText('LAT VD DV')
    await expectAccessible(page)

    await test.step('made', async () => {
      await button(page, t('protocols:new')).click()
      const form = dialog(page, t('protocols:new'))
      const create = button(form, t('common:action.create'))
      const missing = `${t('protocols:name')}, ${t('protocols:steps')}`
      await expectShut(create, t('common:form.missing', { fields: missing }))
      await field(form, t('protocols:name')).fill('Cough')
      await field(form, t('protocols:part')).selectOption('Chest')
      await button(form, 'LAT').click()
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
      const { body } = await office.asSuper<readonly object[]>('GET', path)
      expect(body.at(-1)).toMatchObject({
        name: 'Cough',
        steps: [
          { bodyPart: 'Chest', bodyPartView: 'VD' },
          { bodyPart: 'Chest', bodyPartView: 'LAT' },
        ],
      })
    })

    await test.step('changed', async () => {
      await button(page, `${t('common:action.edit')}: ${thorax.fr}`).click()
      const edited = dialog(page, t('protocols:edit'))
      await button(edited, t('protocols:remove', { name: 'Thorax DV' })).click()
      await button(edited, t('common:action.save')).click()
      await expect(edited).toHaveCount(0)
      await expect(protocol(page, thorax.fr)).toContainText(t('protocols:changed'))
      await expect(protocol(page, thorax.fr)).not.toContainText('DV')
    })

    await test.step('deleted and restored', async () => {
      await button(page, `${t('common:action.delete')}: Crâne`).click()
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

    await test.step('who is second is told, and nothing typed is lost', async () => {
      const edit = t('common:action.edit')
      await button(page, `${edit}: ${thorax.fr}`).click()
      const form = dialog(page, t('protocols:edit'))
      await field(form, t('protocols:name')).fill('Mine')
      await office.asSuper('PUT', 'protocol/dog-thorax', {
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
      await button(page, `${edit}: Theirs`).click()
      await button(form, t('common:action.save')).click()
      await expect(protocol(page, 'Mine')).toBeVisible()
    })
  })
})

test('teeth are chosen all at once, without a mouse, on a phone too', async ({
  page,
  office,
  t,
}) => {
  const clinic = await office.clinic()
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, clinic.admin)
  await page.goto('settings/protocols')
  await page.getByRole('radio', { name: 'Dog' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(protocol(page, 'Full mouth')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await tabTo(page, t('protocols:new'))
  await page.keyboard.press('Enter')
  const form = dialog(page, t('protocols:new'))
  await expect(field(form, t('protocols:name'))).toBeFocused()
  await page.keyboard.type('All of them')
  await tabTo(page, t('protocols:addAll'))
  await page.keyboard.press('Enter')
  await expect(form.getByRole('listitem')).toHaveCount(20)
  // Enter in a field saves: nobody has to pass all the teeth.
  await field(form, t('protocols:name')).press('Enter')
  await expect(protocol(page, 'All of them')).toBeVisible()
})

test('at capture one click plans its views, and who holds the animal stays with the study', async ({
  page,
  day,
  t,
}) => {
  const id = await day.study(await day.patient('Rex'))
  await enter(page, day.clinic.admin)
  await page.goto(`general?studyId=${id}`)
  await button(page, t('protocols:menu')).click()
  await page.getByRole('menuitem', { name: thorax.en }).click()
  await expect(toast(page, '3 views added')).toBeVisible()
  const { body } = await day.api<readonly object[]>('GET', `study/${id}/annotations`)
  expect(body).toHaveLength(3)

  const restraint = page.getByRole('button', { name: t('restraint:holders') })
  await restraint.click()
  // Named by its button.
  const panel = page.getByRole('dialog', { name: t('restraint:holders') })
  await field(panel, t('restraint:add')).fill('Zoe')
  await page.keyboard.press('Enter')
  await expect(button(panel, 'Zoe')).toHaveAttribute('aria-pressed', 'true')
  await panel.getByRole('switch').press('Space')
  await expectAccessible(page, '[role=dialog]')
  const [saved] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PUT'),
    page.keyboard.press('Escape'),
  ])
  expect(saved.status()).toBe(200)
  await page.reload()
  await expect(restraint).toContainText('Zoe · Sedated')
  expect((await day.api('GET', `study/${id}/restraint`)).body).toEqual({
    holders: 'Zoe',
    isSedated: true,
  })
})
