import type { Page } from '@playwright/test'
import { tabTo } from '../support/keyboard.ts'
import { button } from '../support/clinic-fixture.ts'
import { openGeneralCapture, processingTimeout, stopCapture } from '../pages/capture-page.ts'
import { dialog, expectAccessible } from '../support/fixtures.ts'
import { getFocusedRegion, tabToMap } from './map-keyboard.ts'
import { expect, test, type CaptureFlow } from './capture-fixture.ts'

test.use({ language: 'en', hasTouch: true })

/** Presses the keys one after the other, and returns the region that has the focus after each. */
async function pressKeys(page: Page, keys: readonly string[]) {
  const seen: (string | undefined)[] = []
  for (const key of keys) {
    await page.keyboard.press(key)
    seen.push(await getFocusedRegion(page))
  }
  return seen
}

async function chooseBodyParts({ page, records, t }: CaptureFlow) {
  const { capture } = await openGeneralCapture(page, records, t)

  await test.step('the map is one tab stop, arrows move to neighbours, Enter and Space choose', async () => {
    const first = await tabToMap(page)
    // The map draws the focus ring around the body part.
    const ring = page.locator('path[data-focused]')
    await expect(ring).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(capture.bodyPart(first)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('End')
    const last = (await getFocusedRegion(page)) ?? ''
    expect(last).not.toBe(first)
    await page.keyboard.press('Space')
    await expect(capture.bodyPart(last)).toHaveAttribute('aria-selected', 'true')
    await expect(capture.bodyPart(first)).toHaveAttribute('aria-selected', 'false')
    // The arrow keys reach the body parts.
    const seen = new Set<string>()
    await page.keyboard.press('Home')
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'])
      for (const name of await pressKeys(
        page,
        Array.from({ length: 8 }, () => key),
      ))
        if (name !== undefined) seen.add(name)
    expect(seen.size).toBeGreaterThanOrEqual(6)
    // Tab leaves the map.
    await page.keyboard.press('Tab')
    expect(await getFocusedRegion(page)).toBeUndefined()
  })

  await test.step('body parts are chosen by touch', async () => {
    await capture.bodyPart('Chest').tap()
    await expect(capture.bodyPart('Chest')).toHaveAttribute('aria-selected', 'true')
    await capture.bodyPart('Abdomen').tap()
    await expect(capture.bodyPart('Abdomen')).toHaveAttribute('aria-selected', 'true')
    await expect(capture.bodyPart('Chest')).toHaveAttribute('aria-selected', 'false')
    await capture.size('Large').tap()
    await capture.views.getByRole('button', { name: 'VD' }).tap()
    await capture.add.tap()
    await expect(capture.annotation('Abdomen VD')).toBeVisible()
  })
}

async function openLegOfHorse({ page, records, t }: CaptureFlow) {
  const { capture } = await openGeneralCapture(page, records, t, { speciesId: 3 })
  const leg = page.getByRole('option', { name: /^Front Legs/u })
  const carpus = capture.bodyPart('Left Carpus')

  await test.step('it is opened, traversed and left by keyboard', async () => {
    await tabToMap(page)
    await leg.focus()
    await page.keyboard.press('Enter')
    await expect(carpus).toBeVisible()
    // The focus stays in the map, and an image of the leg needs a side.
    expect(await getFocusedRegion(page)).toBe('Right Front Leg')
    await expect(capture.add).toHaveAccessibleDescription(t('capture:add.noSide'))
    await page.keyboard.press('ArrowUp')
    expect(await getFocusedRegion(page)).toMatch(/^(?:Left|Right) /u)
    await carpus.focus()
    await page.keyboard.press('Space')
    await expect(carpus).toHaveAttribute('aria-selected', 'true')
    await expect(capture.views.getByRole('button')).toHaveText(['LM', 'DP', 'DLMPO', 'More'])

    // Three views are buttons; the menu lists five.
    await tabTo(page, t('capture:view.more'))
    await page.keyboard.press('Enter')
    const more = page.getByRole('menuitem')
    await expect(more).toHaveCount(5)
    // The menu is visible a moment before it handles keys, so the key press is repeated.
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown')
        return page.locator('[role=menuitem]:focus').count()
      })
      .toBe(1)
    await page.keyboard.press('Enter')
    await expect(more).toHaveCount(0)
    await page.keyboard.press('a')
    await expect(capture.annotations).toHaveCount(1)
    await expect(capture.annotations).toContainText('Left Carpus')

    await carpus.focus()
    await page.keyboard.press('Escape')
    await expect(leg).toBeVisible()
    expect(await getFocusedRegion(page)).toBeDefined()
  })

  await test.step('and by touch', async () => {
    await leg.tap()
    await capture.bodyPart('Right Carpus').tap()
    await expect(capture.bodyPart('Right Carpus')).toHaveAttribute('aria-selected', 'true')
    await button(capture.views, t('capture:view.more')).tap()
    await page.getByRole('menuitem', { name: /^PA55PR_PADIO/u }).tap()
    await capture.add.tap()
    await expect(capture.annotation('Right Carpus PA55PR_PADIO')).toBeVisible()
    await button(page, t('maps:wholeAnimal')).tap()
    await expect(leg).toBeVisible()
  })
}

async function openLegOfDog({ page, records, t }: CaptureFlow) {
  const { capture } = await openGeneralCapture(page, records, t)
  const leg = page.getByRole('option', { name: /^Back Legs/u })
  const side = page.getByRole('group', { name: t('capture:side.title') })

  await leg.tap()
  await expect(button(side, t('maps:side.both'))).toHaveAttribute('aria-pressed', 'true')
  await expect(capture.views.getByRole('button')).toHaveText(['VD', 'DV'])
  await capture.bodyPart('Left Stifle').tap()
  await expect(button(side, t('maps:side.left'))).toHaveAttribute('aria-pressed', 'true')
  await expect(capture.views.getByRole('button')).toHaveText(['ML', 'CDCR', 'CRCD'])
  await button(side, t('maps:side.right')).click()
  await expect(capture.bodyPart('Right Stifle')).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await capture.add.tap()
  await expect(capture.annotation('Right Stifle ML')).toBeVisible()

  await button(page, t('maps:wholeAnimal')).tap()
  await capture.bodyPart('Scapula').tap()
  await button(side, t('maps:side.left')).tap()
  await capture.add.tap()
  await expect(capture.annotation('Left Scapula ML')).toBeVisible()
}

async function refuseMissingSide({ page, records, t }: CaptureFlow) {
  const { capture, study } = await openGeneralCapture(page, records, t)
  const annotation = { bodyPart: 'Abdomen', bodyPartView: 'LAT', animalSize: 'Medium' }
  await records.api('POST', `study/${study}/annotations`, annotation)
  await page.reload()
  await expect(capture.annotation('Abdomen LAT')).toBeVisible()
  await expect(capture.start('xray')).toHaveAccessibleDescription(
    t('capture:start.obstacle.noSide'),
  )
}

async function relabelImage({ page, records, simulator, t }: CaptureFlow) {
  const { capture, study } = await openGeneralCapture(page, records, t, { parts: ['Chest'] })
  await capture.start('xray').click()
  await expect(capture.start('waiting')).toBeVisible(processingTimeout)
  await simulator.expose()
  await expect(capture.slides).toHaveCount(1, processingTimeout)
  await expect(capture.start('waiting')).toBeVisible(processingTimeout)
  await stopCapture(capture, t)
  await button(page, t('capture:relabel.action')).click()
  const form = dialog(page, t('capture:relabel.title', { name: 'Chest RLAT' }))
  const save = button(form, t('common:action.save'))
  await expect(save).toHaveAccessibleDescription(t('capture:relabel.same'))
  const notice = form.getByText(t('common:image.sideMarker', { letter: 'R' }))
  await expect(notice).toHaveCount(0)
  await form.getByRole('button', { name: /^LLAT/u }).click()
  await expect(notice).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await save.click()
  await expect(capture.annotation('Chest LLAT')).toHaveAccessibleName(/1 image/u)
  const { body } = await records.api<readonly object[]>('GET', `image?studyId=${study}`)
  expect(body).toMatchObject([{ bodyPart: 'Chest', bodyPartView: 'LLAT', originalSide: 'R' }])
  await expect(capture.preview.getByText(t('common:image.sideCorrected.R'))).toBeVisible()
  await button(page, t('capture:viewer.open')).click()
  await page.waitForURL(/\/viewer\?/u)
  await expect(page.getByText(t('common:image.sideCorrected.R'))).toBeVisible(processingTimeout)
}

test('exposures are planned and relabelled with the map, by keyboard and by touch', async ({
  page,
  records,
  clinicFixture,
  simulator,
  t,
}) => {
  test.slow()
  const flow = { page, records, clinicFixture, simulator, t }
  await test.step('body parts are chosen on the map by keyboard and by touch', () =>
    chooseBodyParts(flow))
  await test.step('a horse’s leg opens on the map by keyboard and by touch, with all its views', () =>
    openLegOfHorse(flow))
  await test.step('a dog’s leg opens on the map, and its side is stated in words', () =>
    openLegOfDog(flow))
  await test.step('a planned image without a side is not exposed', () => refuseMissingSide(flow))
  await test.step('a captured image is relabelled with the map', () => relabelImage(flow))
})
