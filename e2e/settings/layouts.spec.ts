import type { HangingProtocol } from '@talus/contract'
import { dialog, expect, expectAccessible, expectNoHorizontalScroll } from '../support/fixtures.ts'
import { test } from '../support/clinic-records.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'

test.use({ language: 'fr' })

test('layouts are listed by species and part, changed by keyboard, and reset', async ({
  page,
  records,
  t,
}) => {
  await signInAs(page, records.clinic.admin, 'fr')
  await page.goto('settings/layouts')
  const chest = page
    .getByRole('listitem')
    .filter({ has: page.getByText('Thorax', { exact: true }) })
  await expect(chest).toContainText('LAT D')
  await expectAccessible(page)
  const listSaved = async () =>
    (await records.api<HangingProtocol[]>('GET', 'hangingProtocol')).body

  await test.step('a layout is changed, another one added, and the order changed', async () => {
    const edit = button(
      chest,
      t('common:labelled', { label: t('common:action.edit'), value: 'Thorax' }),
    )
    await edit.focus()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog')
    await expectAccessible(page)
    const cell = t('settings:layouts.cell', { row: 1, column: 1 })
    const view = form.getByRole('combobox', {
      name: t('common:labelled', { label: cell, value: t('settings:layouts.view') }),
    })
    await view.first().selectOption('DV')
    await button(form, t('settings:layouts.add')).focus()
    await page.keyboard.press('Enter')
    // The focus stays with the layout that was added or moved, and beside one that was removed.
    const rows = form.getByRole('combobox', { name: t('settings:layouts.rows') })
    await expect(rows.nth(5)).toBeFocused()
    await button(form, t('settings:layouts.up', { number: 6 })).focus()
    await page.keyboard.press('Enter')
    await expect(button(form, t('settings:layouts.up', { number: 5 }))).toBeFocused()
    await button(form, t('settings:layouts.remove', { number: 1 })).focus()
    await page.keyboard.press('Enter')
    await expect(button(form, t('settings:layouts.remove', { number: 1 }))).toBeFocused()
    await button(form, t('common:action.save')).focus()
    await page.keyboard.press('Enter')
    await expect(chest.getByText(t('settings:layouts.own'))).toBeVisible()
    const [saved] = await listSaved()
    expect(saved).toMatchObject({ speciesId: 1, bodyPart: 'Chest' })
    expect(saved?.stages).toHaveLength(5)
    expect(saved?.stages.at(3)).toMatchObject({ rows: 1, columns: 2 })
  })

  await test.step('the page and its form fit a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoHorizontalScroll(page)
  })

  await test.step('a reset brings the built-in layouts back', async () => {
    await button(
      chest,
      t('common:labelled', { label: t('settings:layouts.reset'), value: 'Thorax' }),
    ).click()
    const question = dialog(page, t('settings:layouts.resetTitle'))
    await button(question, t('settings:layouts.reset')).click()
    await expect(chest.getByText(t('settings:layouts.own'))).toHaveCount(0)
    expect(await listSaved()).toEqual([])
  })
})
