import { toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import { writeMessage } from '../../packages/volume/src/index.ts'
import { draw, fullImage, openStudy } from '../pages/viewer-page.ts'
import { signInAs } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { expect, pageUrl } from '../support/fixtures.ts'
import { openPage } from '../support/navigate.ts'
import { tabTo, waitForDeliberatePress } from '../support/keyboard.ts'
import { count, countFrom, showSeries, storeSeries } from './series-records.ts'
import { chooseLayout, expectSlice, layer, line, seriesList, viewport } from './stack-page.ts'

/** Two series without common coordinates, and a series of two phases. */
async function storeStudy(records: ClinicRecords) {
  await storeSeries(records, { name: 'Lungs', number: 1, places: countFrom(0, count, 2) })
  await storeSeries(records, {
    name: 'Earlier',
    number: 2,
    places: countFrom(700, 7, 4),
    attributes: { FrameOfReferenceUID: toUid(`earlier ${records.clinic.name}`) },
  })
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
}

test('series are linked by hand, phases are beside each other, and a reload keeps the viewports', async ({
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
    // Another layout shows the linked slices at once.
    await layer(page).focus()
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowDown')
    await expectSlice(page, 6, 7, 1)
    await chooseLayout(page, '3', '1x4')
    await expectSlice(page, 5, count)
    await expectSlice(page, 6, 7, 1)
    await page.keyboard.press('Home')
    await page.keyboard.press('s')
    await expect(viewport(page, 1).getByText(/Linked by hand/u)).toBeHidden()
    await page.keyboard.press('ArrowDown')
    await expectSlice(page, 4, 7, 1)
  })

  await test.step('a page that is loaded again shows what it showed', async () => {
    await chooseLayout(page, '2', '2x2')
    await layer(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('3')
    await expect(line(page, 'window')).toHaveText('W 1500 L 300')
    await expectSlice(page, 2, count)
    await page.reload()
    await expect(page.locator("[data-layout='2x2'] [data-viewport]")).toHaveCount(4)
    await expectSlice(page, 2, count)
    await expect(line(page, 'window')).toHaveText('W 1500 L 300')
    const keys = () =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('stacks.')))
    expect(await keys()).toHaveLength(1)
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
  const address = `viewer?studyId=${studyId}&image=image/${imageId}`

  await test.step('a request that is never answered leaves Back and another try', async () => {
    await openPage(page, 'studylist')
    let requests = 0
    await page.route(/\/study\/\d+\/stacks$/u, (route) => {
      requests += 1
      return requests > 2 ? route.continue() : undefined
    })
    await openPage(page, address)
    const overlay = page.locator('[data-loading]')
    await expect(overlay.getByRole('status')).toHaveText(t('stacks:status.study'))
    await tabTo(page, t('viewerPanel:back'))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(pageUrl('studylist'))
    await openPage(page, address)
    await tabTo(page, t('common:action.tryAgain'))
    expect(requests).toBe(2)
    await page.keyboard.press('Enter')
    await expectSlice(page, count, count)
    await expect(overlay).toHaveCount(0)
    await page.unroute(/\/study\/\d+\/stacks$/u)
    // The study itself is requested before its series.
    let studyRequests = 0
    await page.route(/\/study\/\d+$/u, (route) => {
      studyRequests += 1
      return studyRequests > 1 ? route.continue() : undefined
    })
    await page.goto(address)
    await expect(page.getByText(t('viewer:none.waiting'))).toBeVisible()
    await page.getByRole('button', { name: t('common:action.tryAgain'), exact: true }).click()
    await expectSlice(page, count, count)
    await page.unroute(/\/study\/\d+$/u)
    // An address may name the image alone.
    let imageRequests = 0
    await page.route(/\/image\/\d+\/location$/u, (route) => {
      imageRequests += 1
      return imageRequests > 1 ? route.continue() : undefined
    })
    await page.goto(`viewer?image=image/${imageId}`)
    await expect(page.getByText(t('viewer:none.waiting'))).toBeVisible()
    await page.getByRole('button', { name: t('common:action.tryAgain'), exact: true }).click()
    await expectSlice(page, count, count)
    await page.unroute(/\/image\/\d+\/location$/u)
    // The code of the viewer may not arrive either.
    const code = /\/stack-viewer-code-[^/]+\.js$/u
    let hasAnswer = false
    await page.route(code, (route) => (hasAnswer ? route.continue() : undefined))
    await page.goto(address)
    await expect(page.getByText(t('viewer:none.waiting'))).toBeVisible()
    hasAnswer = true
    await page.getByRole('button', { name: t('shell:failure.reload') }).click()
    await expectSlice(page, count, count)
    await page.unroute(code)
  })

  await test.step('slices that could not be read are requested again', async () => {
    const unreadable = Array.from({ length: count }, (_, index) => writeMessage(index, null))
    let isDamaged = true
    await page.route(/\/slices\?/u, (route) =>
      isDamaged ? route.fulfill({ body: Buffer.concat(unreadable) }) : route.continue(),
    )
    await openPage(page, address)
    const note = viewport(page).getByRole('alert')
    await expect(note).toContainText(t('stacks:error.slice'))
    isDamaged = false
    await note.getByRole('button', { name: t('common:action.tryAgain') }).click()
    await expectSlice(page, count, count)
    await page.unroute(/\/slices\?/u)
  })

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
