import type { Page } from '@playwright/test'
import { tabTo } from '../keys.ts'
import { button } from '../office.ts'
import { openGeneral } from './capture-desk.ts'
import { focusedRegion, tabToMap } from './map-keys.ts'
import { expect, test } from './room.ts'

test.use({ language: 'en', hasTouch: true })

/** By arrows alone; to where they lead from here, one after the other. */
async function walk(page: Page, keys: readonly string[]) {
  const seen: (string | undefined)[] = []
  for (const key of keys) {
    await page.keyboard.press(key)
    seen.push(await focusedRegion(page))
  }
  return seen
}

test('the body map by keyboard and with a finger', async ({ page, day, t }) => {
  const { desk } = await openGeneral(page, day, t)

  await test.step('one stop of Tab, arrows to the neighbours, Enter and Space choose', async () => {
    const first = await tabToMap(page)
    // The map draws it around the part.
    const ring = page.locator('path[data-focused]')
    await expect(ring).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(desk.part(first)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('End')
    const last = (await focusedRegion(page)) ?? ''
    expect(last).not.toBe(first)
    await page.keyboard.press('Space')
    await expect(desk.part(last)).toHaveAttribute('aria-selected', 'true')
    await expect(desk.part(first)).toHaveAttribute('aria-selected', 'false')
    // Every part is reached by arrows.
    const seen = new Set<string>()
    await page.keyboard.press('Home')
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'])
      for (const name of await walk(
        page,
        Array.from({ length: 8 }, () => key),
      ))
        if (name !== undefined) seen.add(name)
    expect(seen.size).toBeGreaterThanOrEqual(6)
    // Tab goes on, out of the map.
    await page.keyboard.press('Tab')
    expect(await focusedRegion(page)).toBeUndefined()
  })

  await test.step('parts are chosen with a finger', async () => {
    await desk.part('Chest').tap()
    await expect(desk.part('Chest')).toHaveAttribute('aria-selected', 'true')
    await desk.part('Abdomen').tap()
    await expect(desk.part('Abdomen')).toHaveAttribute('aria-selected', 'true')
    await expect(desk.part('Chest')).toHaveAttribute('aria-selected', 'false')
    await desk.size('Large').tap()
    await desk.views.getByRole('button', { name: 'VD' }).tap()
    await desk.add.tap()
    await expect(desk.line('Abdomen VD')).toBeVisible()
  })
})

test('a horse’s leg opens by keyboard and under a finger, with all its views', async ({
  page,
  day,
  t,
}) => {
  const { desk } = await openGeneral(page, day, t, { speciesId: 3 })
  const leg = page.getByRole('option', { name: /^Front Legs/u })
  const carpus = desk.part('Left Carpus')

  await test.step('it opens, is walked through and left by keyboard', async () => {
    await tabToMap(page)
    await leg.focus()
    await page.keyboard.press('Enter')
    await expect(carpus).toBeVisible()
    // The focus stays in the map, on what is chosen.
    expect(await focusedRegion(page)).toBe('Front Legs')
    await page.keyboard.press('ArrowUp')
    expect(await focusedRegion(page)).toMatch(/^(?:Left|Right) /u)
    await carpus.focus()
    await page.keyboard.press('Space')
    await expect(carpus).toHaveAttribute('aria-selected', 'true')
    await expect(desk.views.getByRole('button')).toHaveText(['LM', 'DP', 'DLMPO', 'More'])

    // All views of a horse, of which three are buttons.
    await tabTo(page, t('capture:view.more'))
    await page.keyboard.press('Enter')
    const more = page.getByRole('menuitem')
    await expect(more).toHaveCount(8)
    // The list is seen a moment before it listens to keys; whoever sees nothing move presses again.
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown')
        return page.locator('[role=menuitem]:focus').count()
      })
      .toBe(1)
    await page.keyboard.press('Enter')
    await expect(more).toHaveCount(0)
    await page.keyboard.press('a')
    await expect(desk.lines).toHaveCount(1)
    await expect(desk.lines).toContainText('Left Carpus')

    await carpus.focus()
    await page.keyboard.press('Escape')
    await expect(leg).toBeVisible()
    expect(await focusedRegion(page)).toBeDefined()
  })

  await test.step('and with a finger', async () => {
    await leg.tap()
    await desk.part('Right Carpus').tap()
    await expect(desk.part('Right Carpus')).toHaveAttribute('aria-selected', 'true')
    await button(desk.views, t('capture:view.more')).tap()
    await page.getByRole('menuitem', { name: /^PA55PR_PADIO/u }).tap()
    await desk.add.tap()
    await expect(desk.line('Right Carpus PA55PR_PADIO')).toBeVisible()
    await button(page, t('maps:wholeAnimal')).tap()
    await expect(leg).toBeVisible()
  })
})
