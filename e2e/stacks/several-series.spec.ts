import type { Page } from '@playwright/test'
import { createSliceFile } from '../../apps/server/src/testing/stacks/slice-files.ts'
import type { SliceOptions } from '../../apps/server/src/testing/stacks/slice-files.ts'
import { toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import { draw, fullImage, openStudy, storeFile, storeImage } from '../pages/viewer-page.ts'
import { row, signInAs } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { openPage } from '../support/navigate.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
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

/** Slices of the first series. */
const count = 13
const size = { rows: 32, columns: 32 }
const mrImageStorage = '1.2.840.10008.5.1.4.1.1.4'

interface SeriesOptions {
  /** Another study of the patient. */
  readonly study?: string
  readonly name: string
  readonly number: number
  /** Distinguishes the files of two phases of one series. */
  readonly phase?: number
  /** Places in millimetres. */
  readonly places: readonly number[]
  readonly attributes?: Parameters<typeof createSliceFile>[1]
}

async function storeSeries(
  records: ClinicRecords,
  { study: other = '', name, number, phase = 1, places, attributes }: SeriesOptions,
) {
  const study = `study ${records.clinic.name}${other}`
  const options: SliceOptions = { study, series: `${name} ${phase}`, ...size }
  let stored = { studyId: 0, imageId: 0 }
  for (const [index, place] of places.entries()) {
    const file = createSliceFile(
      index,
      {
        PatientName: 'Keller^Rex',
        PatientID: `X-${records.clinic.name}`,
        SeriesNumber: number,
        SeriesDescription: name,
        ImagePositionPatient: [-8, -8, place],
        ...attributes,
      },
      options,
    )
    stored = await storeFile(records, name, new Uint8Array(file))
  }
  return stored
}

const countFrom = (first: number, count: number, gap: number) =>
  Array.from({ length: count }, (_, index) => first + gap * index)

/** Two series without common coordinates, two phases, a series with a gap, MR, and a radiograph. */
async function storeStudy(records: ClinicRecords) {
  await storeSeries(records, { name: 'Lungs', number: 1, places: countFrom(0, count, 2) })
  await storeSeries(records, {
    name: 'Earlier',
    number: 2,
    places: countFrom(700, 7, 4),
    attributes: { FrameOfReferenceUID: toUid(`earlier ${records.clinic.name}`) },
  })
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
  for (const phase of [1, 2])
    await storeSeries(records, {
      name: 'Liver',
      number: 5,
      phase,
      places: countFrom(0, 4, 2),
      attributes: {
        SeriesInstanceUID: toUid(`liver ${records.clinic.name}`),
        TemporalPositionIdentifier: phase,
      },
    })
  await storeImage(records, 9)
  await storeImage(records, 10)
}

/** Shows a series in the active viewport. */
async function showSeries(page: Page, list: string, name: string) {
  await seriesList(page, list).getByRole('button', { name }).click()
  await expect(seriesList(page, list).getByRole('button', { name })).toHaveAttribute(
    'aria-current',
    'true',
  )
}

test('series are linked, compared and corrected; gaps, phases and MR are shown for what they are', async ({
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

  await test.step('keys go through the slices at once, and a drag with the scroll tool does', async () => {
    await page.keyboard.press('ArrowDown')
    await expectSlice(page, 8, count)
    await page.keyboard.press('c')
    const box = await layer(page).boundingBox()
    if (!box) throw new Error('no picture')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 25, { steps: 8 })
    await page.mouse.up()
    await expectSlice(page, 12, count)
    await page.keyboard.press('Home')
  })

  await test.step('series without common coordinates are linked by hand', async () => {
    await chooseLayout(page, '2', '2x2')
    await expectSlice(page, 4, 7, 1)
    await layer(page).focus()
    await page.keyboard.press('Shift+L')
    await expect(viewport(page, 1).getByText('Linked by hand, shifted by 712 mm')).toBeVisible()
    await expect(button(t('stacks:between.link'))).toHaveAttribute('aria-pressed', 'true')
    // Four millimetres are two slices of the first series and one of the second.
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowDown')
    await expectSlice(page, 5, count)
    await expectSlice(page, 6, 7, 1)
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    await expectSlice(page, 4, 7, 1)
    await page.keyboard.press('s')
    await expect(viewport(page, 1).getByText(/Linked by hand/u)).toBeHidden()
    await page.keyboard.press('ArrowDown')
    await expectSlice(page, 4, 7, 1)
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

  await test.step('one key shows the next phase at the same place', async () => {
    await showSeries(page, list, 'Liver')
    await expect(viewport(page).getByText(/^Phase 1 of 2/u)).toBeVisible()
    await layer(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('n')
    await expect(viewport(page).getByText(/^Phase 2 of 2/u)).toBeVisible()
    await expectSlice(page, 1, 4)
    await page.keyboard.press('n')
    await expect(viewport(page).getByText(/^Phase 1 of 2/u)).toBeVisible()
    // A press on the words does the same, also where slices are computed.
    for (const [key, layout] of [
      ['1', '2d'],
      ['5', 'mpr'],
      ['9', '3d-only'],
      ['-', 'frame-view'],
    ] as const) {
      await chooseLayout(page, key, layout)
      await expect(line(page, 'phase')).toHaveText(/^Phase 1 of 2 · time 1$/u)
      for (const shown of [2, 1]) {
        await waitForDeliberatePress(page)
        await line(page, 'phase').click()
        await expect(line(page, 'phase')).toHaveText(`Phase ${shown} of 2 · time ${shown}`)
      }
    }
    await chooseLayout(page, '1', '2d')
    // In several viewports, the phases are beside each other at one place.
    await chooseLayout(page, '2', '2x2')
    for (const number of [0, 1]) {
      await expect(viewport(page, number).getByText(`Phase ${number + 1} of 2`)).toBeVisible()
      await expectSlice(page, 1, 4, number)
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
    await button(t('viewer:viewers.slices_other', { count: 39 })).click()
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

test('an earlier study of the patient is shown beside the open one and scrolls with it', async ({
  page,
  records,
  t,
}) => {
  test.setTimeout(120_000)
  const { studyId, imageId } = await storeSeries(records, {
    name: 'Control',
    number: 1,
    places: countFrom(0, count, 2),
    attributes: { StudyDate: '20260105' },
  })
  // The earlier study began as a radiograph.
  await storeSeries(records, {
    study: ' before',
    name: 'Film',
    number: 9,
    places: [0],
    attributes: {
      Modality: 'DX',
      SOPClassUID: '1.2.840.10008.5.1.4.1.1.1.1',
      StudyDate: '20250302',
      StudyTime: '120000',
    },
  })
  await storeSeries(records, {
    study: ' before',
    name: 'Before',
    number: 1,
    places: countFrom(300, 9, 4),
    attributes: {
      StudyDate: '20250302',
      StudyTime: '120000',
      FrameOfReferenceUID: toUid(`before ${records.clinic.name}`),
    },
  })
  await signInAs(page, records.clinic.admin)
  await openPage(page, `viewer?studyId=${studyId}&image=image/${imageId}`)
  await expectSlice(page, count, count)
  const list = t('stacks:list')
  const others = seriesList(page, list).getByRole('region', { name: t('stacks:prior.title') })
  await others.getByRole('button', { name: '2025-03-02' }).click()
  await expect(page.locator("[data-layout='1x2'] [data-viewport]")).toHaveCount(2)
  await expectSlice(page, 5, 9, 1)
  await expect(line(page, 'prior', 1)).toHaveText(t('stacks:prior.of', { day: '2025-03-02' }))
  await expect(line(page, 'prior')).toHaveCount(0)
  await expect(others.getByRole('button', { name: 'Before' })).toHaveAttribute(
    'aria-current',
    'true',
  )

  await test.step('every layout names the day of the study that it shows', async () => {
    for (const [key, name] of [
      ['9', '3d-only'],
      ['-', 'frame-view'],
    ] as const) {
      await chooseLayout(page, key, name)
      await expect(line(page, 'prior')).toBeVisible()
      await expect(viewport(page).getByText('2026-01-05')).toHaveCount(0)
    }
    await chooseLayout(page, '1', '2d')
    await seriesList(page, list).getByRole('button', { name: 'Control' }).click()
    await others.getByRole('button', { name: 'Before' }).click()
    await expectSlice(page, 5, 9, 1)
    await layer(page).focus()
    await page.keyboard.press('End')
    await expectSlice(page, count, count)
  })

  await test.step('both are linked by hand and scroll by millimetres', async () => {
    await layer(page).focus()
    await page.keyboard.press('Shift+L')
    await expect(viewport(page, 1).getByText(/^Linked by hand/u)).toBeVisible()
    // Eight millimetres are four slices of this study and two of the earlier one.
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowUp')
    await expectSlice(page, count - 4, count)
    await expectSlice(page, 3, 9, 1)
  })

  await test.step('nothing is drawn on the earlier study', async () => {
    for (const number of [1, 0]) {
      await layer(page, number).focus()
      await page.keyboard.press('l')
      await draw(page, layer(page, number), { x: 0.4, y: 0.5 }, { x: 0.6, y: 0.5 })
      await page.keyboard.press('Escape')
      const drawn = viewport(page, number).locator('svg[data-drawings-of] text')
      await (number === 1 ? expect(drawn).toHaveCount(0) : expect(drawn.first()).toBeVisible())
    }
  })
})
