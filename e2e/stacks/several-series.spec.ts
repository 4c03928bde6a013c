import { toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import { draw, fullImage, openStudy, storeImage } from '../pages/viewer-page.ts'
import { row, signInAs } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { count, countFrom, showSeries, storeSeries } from './series-records.ts'
import {
  chooseLayout,
  expectSlice,
  layer,
  line,
  pressCommand,
  readPicture,
  seriesList,
  viewport,
} from './stack-page.ts'

const mrImageStorage = '1.2.840.10008.5.1.4.1.1.4'

/** A series, MR, a series with a gap, and two radiographs. */
async function storeStudy(records: ClinicRecords) {
  await storeSeries(records, { name: 'Lungs', number: 1, places: countFrom(0, count, 2) })
  await storeSeries(records, {
    name: 'Brain',
    number: 3,
    places: countFrom(0, 5, 3),
    attributes: {
      SOPClassUID: mrImageStorage,
      Modality: 'MR',
      RescaleType: 'US',
      WindowCenter: 1200,
      WindowWidth: 900,
      FrameOfReferenceUID: toUid(`mr ${records.clinic.name}`),
    },
  })
  // The third and the fourth place of eight were not scanned.
  await storeSeries(records, { name: 'Gap', number: 4, places: [0, 2, 8, 10, 12, 14] })
  await storeImage(records, 9)
  await storeImage(records, 10)
}

test('series are compared and corrected; gaps and MR are shown for what they are', async ({
  page,
  records,
  t,
}) => {
  test.setTimeout(240_000)
  await storeStudy(records)
  await signInAs(page, records.clinic.admin)
  await openStudy(page)
  const list = t('stacks:list')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(fullImage(page).first()).toBeVisible({ timeout: 30_000 })
  await expectSlice(page, 7, count)

  await test.step('the labels of neighbouring lengths do not cover each other', async () => {
    for (const y of [0.48, 0.5, 0.52]) {
      await layer(page).focus()
      await page.keyboard.press('l')
      await draw(page, layer(page), { x: 0.4, y }, { x: 0.6, y })
    }
    const labels = viewport(page).locator('[data-label] text')
    await expect(labels).toHaveCount(3)
    const boxes = await Promise.all((await labels.all()).map((label) => label.boundingBox()))
    const [first, second, third] = boxes.map((box) => box?.y ?? 0).toSorted((a, b) => a - b)
    const height = boxes[0]?.height ?? 0
    const left = boxes.map((box) => box?.x ?? 0)
    // All are at the same end of their lines, one above the other; the box includes the outline.
    expect(Math.max(...left) - Math.min(...left)).toBeLessThan(80)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(height * 0.7)
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThan(height * 0.7)
    await page.keyboard.press('Escape')
    // The list names the series of each drawing, which the next steps look for.
    for (let undone = 0; undone < 3; undone += 1) await page.keyboard.press('Control+z')
    await expect(labels).toHaveCount(0)
    await page.keyboard.press('w')
  })

  await test.step('MR has no Hounsfield units and no presets in them', async () => {
    await chooseLayout(page, '1', '2d')
    await showSeries(page, list, 'Brain')
    await expectSlice(page, 3, 5)
    await layer(page).hover()
    await expect(line(page, 'probe')).toHaveText(/^-?\d+$/u)
    await button(t('stacks:preset.title')).click()
    await expect(page.getByRole('menuitemradio', { name: t('stacks:preset.file') })).toBeVisible()
    await expect(page.getByRole('menuitemradio', { name: t('stacks:preset.bone') })).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('planes are hatched where slices are missing', async () => {
    await waitForDeliberatePress(page)
    await showSeries(page, list, 'Gap')
    // One line in the corner; a press on it shows the sentence.
    const notice = viewport(page).getByText(/^2 slices are missing after 2\./u)
    await expect(line(page, 'notices')).toHaveText(t('stacks:notice.missingSlices'))
    await expect(notice).toBeHidden()
    await line(page, 'notices').click()
    await expect(notice).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(notice).toBeHidden()
    await layer(page).focus()
    await chooseLayout(page, '5', 'mpr')
    for (const number of [1, 2])
      await expect(viewport(page, number).locator('[data-gaps="1"] polygon')).toBeVisible()
    // Every viewport tells it, and no slice that exists is hatched.
    for (const number of [0, 1, 2])
      await expect(line(page, 'notices', number)).toHaveText(t('stacks:notice.missingSlices'))
    for (const key of ['Home', 'End']) {
      await page.keyboard.press(key)
      await expect(viewport(page).getByText(/^Slice [16] of 6/u)).toBeVisible()
      await expect(viewport(page).locator('[data-gaps]')).toHaveCount(0)
    }
    await chooseLayout(page, '1', '2d')
  })

  await test.step('a correction of how the animal lay turns the words and never mirrors', async () => {
    await showSeries(page, list, 'Lungs')
    const edges = () =>
      Promise.all(
        ['right', 'bottom', 'left', 'top'].map((edge) =>
          viewport(page).locator(`[data-edge=${edge}]`).textContent(),
        ),
      )
    await expect.poll(edges).toEqual(['Le', 'V', 'Rt', 'D'])
    await button(t('stacks:sides.title')).click()
    const asScanned = page.getByRole('menuitemcheckbox', { name: t('stacks:sides.asScanned') })
    await asScanned.click()
    await expect.poll(edges).toEqual(['Le', 'D', 'Rt', 'V'])
    await waitForDeliberatePress(page)
    await button(t('stacks:sides.title')).click()
    await asScanned.click()
    await expect.poll(edges).toEqual(['Le', 'V', 'Rt', 'D'])
    await waitForDeliberatePress(page)
    const scanned = await readPicture(fullImage(page).first())
    await pressCommand(page, t, t('stacks:position.open'))
    await page.getByRole('menuitemradio', { name: t('stacks:position.HFP') }).click()
    await expect(line(page, 'corrected')).toContainText(t('stacks:position.HFP'))
    // Half a turn of the words and of the picture: left stays on the right, and nothing is mirrored.
    await expect.poll(edges).toEqual(['Le', 'V', 'Rt', 'D'])
    await expect.poll(() => readPicture(fullImage(page).first())).not.toBe(scanned)
    const thumbnail = seriesList(page, list)
      .getByRole('button', { name: t('stacks:series.slice', { number: 1 }), exact: true })
      .locator('img')
    await expect(thumbnail).toHaveAttribute('style', /rotate\(0deg\) scaleX\(-1\)/u)
    await waitForDeliberatePress(page)
    await layer(page).focus()
    await page.keyboard.press('r')
    for (const [key, layout] of [
      ['9', '3d-only'],
      ['-', 'frame-view'],
      ['1', '2d'],
    ] as const) {
      await chooseLayout(page, key, layout)
      await expect(line(page, 'corrected')).toContainText(t('stacks:position.HFP'))
    }
    await layer(page).focus()
    // Undo takes back the correction, and not a drawing that was made before it.
    await page.keyboard.press('Control+z')
    await expect(line(page, 'corrected')).toHaveCount(0)
    await page.keyboard.press('Control+y')
    await expect(line(page, 'corrected')).toContainText(t('stacks:position.HFP'))
    await waitForDeliberatePress(page)
    await pressCommand(page, t, t('stacks:position.open'))
    await page.getByRole('menuitemradio', { name: t('stacks:position.asScanned') }).click()
    await expect(line(page, 'corrected')).toHaveCount(0)
    await expect.poll(edges).toEqual(['Le', 'V', 'Rt', 'D'])
    await expect.poll(() => readPicture(fullImage(page).first())).toBe(scanned)
  })

  await test.step('the radiograph of the study has the other viewer, and a button leads back', async () => {
    await waitForDeliberatePress(page)
    await button(t('viewer:viewers.count_other', { count: 2 }))
      .first()
      .click()
    await expect(page.locator('[data-stack-viewer]')).toHaveCount(0)
    await expect(page.getByText('Chest 9', { exact: true }).first()).toBeVisible()
    await waitForDeliberatePress(page)
    await button(t('viewer:viewers.stacks')).click()
    await expect(page.locator('[data-stack-viewer]')).toBeVisible()
    await expectSlice(page, 7, count)
  })

  await test.step('the lists of both viewers and of the study list lead to each image', async () => {
    await waitForDeliberatePress(page)
    const others = seriesList(page, list).getByRole('region', { name: t('viewer:viewers.images') })
    await expect(others.locator('img')).toHaveCount(2)
    await others.getByRole('listitem').nth(1).getByRole('button').click()
    await expect(page.getByText('Chest 10', { exact: true }).first()).toBeVisible()
    await expect(page).toHaveURL(/image=image\/\d+$/u)
    await waitForDeliberatePress(page)
    await button(t('viewer:viewers.slices_other', { count: 24 })).click()
    await expectSlice(page, 7, count)
    await expect(page).toHaveURL(/viewer\?studyId=\d+$/u)
    await page.goto('studylist')
    await row(page, 'Rex').click()
    // Other images come first: a scan may have hundreds of slices.
    const tiles = page
      .getByRole('complementary', { name: t('studies:preview.title') })
      .getByRole('listitem')
    await tiles.nth(1).getByRole('button').click()
    await expect(page.getByText('Chest 10', { exact: true }).first()).toBeVisible()
    await page.goBack()
    await row(page, 'Rex').click()
    await tiles.nth(2).getByRole('button').click()
    // The files are numbered against their positions.
    await expectSlice(page, count, count)
  })
})
