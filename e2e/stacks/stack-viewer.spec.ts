import { createSliceFile } from '../../apps/server/src/testing/stacks/slice-files.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { test } from '../support/clinic-records.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { signInAs } from '../support/clinic-fixture.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { draw, fullImage, openStudy, storeFile } from '../pages/viewer-page.ts'
import {
  chooseLayout,
  expectSlice,
  layer,
  line,
  pretendGraphicsCard,
  readPicture,
  readReduced,
  seriesList,
  viewport,
} from './stack-page.ts'

const size = { rows: 64, columns: 64 }
const count = 12

/** Stored values: a bright ball in air; a mark of 2000 in the left upper corner of the first slice. */
function createPixels(index: number) {
  return Uint16Array.from({ length: size.rows * size.columns }, (_, at) => {
    const [x, y] = [at % size.columns, Math.floor(at / size.columns)]
    if (index === 0 && x < 16 && y < 16) return 2000
    const radius = Math.hypot(x - 32, y - 32, 5 * (index - 6))
    return radius < 24 ? 1324 : 24
  })
}

async function storeSeries(records: ClinicRecords) {
  const study = `ct ${records.clinic.name}`
  for (let index = 0; index < count; index += 1) {
    const file = createSliceFile(
      index,
      {
        PatientName: 'Keller^Rex',
        PatientID: `X-${records.clinic.name}`,
      },
      { study, ...size, pixels: createPixels(index) },
    )
    await storeFile(records, `slice-${index}`, new Uint8Array(file))
  }
}

test('slices are scrolled, windowed, played, measured and saved; every layout shows the series', async ({
  page,
  records,
  t,
}) => {
  test.setTimeout(240_000)
  await storeSeries(records)
  await signInAs(page, records.clinic.admin)
  await openStudy(page)

  await test.step('the middle slice opens with the window of the file', async () => {
    await expect(fullImage(page).first()).toBeVisible({ timeout: 30_000 })
    await expectSlice(page, 6, count)
    // The scanner has numbered the slices in the other direction.
    await expect(viewport(page).getByText(`Slice 6 of ${count} · image 95`)).toBeVisible()
    await expect(line(page, 'window')).toHaveText('W 400 L 40')
    await expect(page.getByRole('navigation', { name: t('stacks:list') })).toContainText('Thorax')
    const slices = page.getByRole('navigation').locator('img')
    await expect(slices).toHaveCount(count)
  })

  await test.step('keys and wheel go through the slices', async () => {
    await layer(page).focus()
    await page.keyboard.press('ArrowDown')
    await expectSlice(page, 7, count)
    await page.keyboard.press('Home')
    await expectSlice(page, 1, count)
    await page.keyboard.press('End')
    await expectSlice(page, count, count)
    await layer(page).hover()
    await page.mouse.wheel(0, -100)
    await expectSlice(page, count - 1, count)
  })

  await test.step('digits choose the presets of the specification', async () => {
    for (const [key, shown] of [
      ['1', 'W 400 L 40'],
      ['2', 'W 1500 L -600'],
      ['3', 'W 1500 L 300'],
      ['4', 'W 80 L 40'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(line(page, 'window')).toHaveText(shown)
    }
  })

  await test.step('the value under the pointer is that of the file', async () => {
    await page.keyboard.press('Home')
    await expectSlice(page, 1, count)
    const box = await fullImage(page).first().boundingBox()
    if (!box) throw new Error('no picture')
    // The picture is square and fills the height of the viewport.
    const left = box.x + (box.width - box.height) / 2
    // The file has the back of the animal at the bottom; slices hang with the belly down.
    await expect(viewport(page).locator('[data-edge=bottom]')).toHaveText('V')
    await expect(viewport(page).locator('[data-edge=right]')).toHaveText('Le')
    await page.mouse.move(left + box.height * 0.1, box.y + box.height * 0.9)
    await expect(viewport(page).locator('[data-line=probe]')).toHaveText(/^976\sHU$/u)
    await page.mouse.move(left + box.height * 0.9, box.y + box.height * 0.1)
    await expect(viewport(page).locator('[data-line=probe]')).toHaveText(/^-1000\sHU$/u)
  })

  await test.step('playback starts at 12 slices per second and stops', async () => {
    await expect(page.locator('[data-cine-rate]')).toHaveAttribute('data-cine-rate', '12')
    await page.keyboard.press('j')
    await expect(page.getByRole('button', { name: t('stacks:cine.stop') })).toBeVisible()
    await expect(viewport(page).getByText(`Slice 1 of ${count}`)).toBeHidden()
    await page.keyboard.press('j')
    await expect(page.getByRole('button', { name: t('stacks:cine.play') })).toBeVisible()
    const rate = page.getByRole('slider', { name: t('stacks:cine.rate') })
    await rate.focus()
    for (const [key, value] of [
      ['Home', '1'],
      ['ArrowRight', '2'],
      ['End', '30'],
      ['ArrowLeft', '29'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(page.locator('[data-cine-rate]')).toHaveAttribute('data-cine-rate', value)
    }
    await rate.fill('30')
    await expect(page.locator('[data-cine-rate]')).toHaveAttribute('data-cine-rate', '30')
  })

  await test.step('a length belongs to its slice and is there again after a reload', async () => {
    await layer(page).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('l')
    await draw(page, layer(page), { x: 0.4, y: 0.5 }, { x: 0.6, y: 0.5 })
    const drawn = page.locator('svg[data-drawings-of] text')
    await expect(drawn.first()).toContainText('mm')
    const text = await drawn.first().textContent()
    await expect(page.locator('[data-stack-viewer] [data-kind=saved]')).toBeVisible({
      timeout: 15_000,
    })
    await page.keyboard.press('Escape')
    await page.keyboard.press('w')
    await page.keyboard.press('ArrowDown')
    await expectSlice(page, 2, count)
    await expect(drawn).toHaveCount(0)
    await page.reload()
    await expect(fullImage(page).first()).toBeVisible({ timeout: 30_000 })
    await expectSlice(page, 2, count)
    await expect(viewport(page).locator('[data-drawn-slices]')).toHaveAttribute(
      'data-drawn-slices',
      '0',
    )
    const listed = seriesList(page, t('stacks:list')).getByRole('button', {
      name: t('measure:tool.length.name'),
    })
    await expect(listed).toContainText(t('stacks:series.slice', { number: 1 }))
    await expect(listed).toContainText(/\d mm$/u)
    await listed.click()
    await expectSlice(page, 1, count)
    await expect(drawn.first()).toHaveText(text ?? '')
    await layer(page).focus()
  })

  await test.step('areas and probes have Hounsfield units', async () => {
    await layer(page).focus()
    await page.keyboard.press('Shift+R')
    await draw(page, layer(page), { x: 0.45, y: 0.2 }, { x: 0.55, y: 0.3 })
    const textOf = (tool: string) => page.locator(`[data-tool=${tool}] text`).first()
    await expect(textOf('rectangle')).toContainText(/Mean -1,000\.0\sHU/u)
    await page.keyboard.press('Delete')
    await page.keyboard.press('Shift+P')
    const box = await layer(page).boundingBox()
    if (!box) throw new Error('no picture')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(textOf('probe')).toHaveText(/^-1,000\sHU$/u)
    await page.keyboard.press('Delete')
    await page.keyboard.press('w')
  })

  await test.step('the palette lists the layouts with their numbers of viewports', async () => {
    await waitForDeliberatePress(page)
    await page.keyboard.press('g')
    await expect(page.locator('[data-layout-choice]')).toHaveCount(12)
    await page.keyboard.press('2')
    await expect(page.locator('[data-layout-choice]')).toHaveCount(0)
    await expect(page.locator(`[data-layout='2x2'] [data-viewport]`)).toHaveCount(4)
    for (const [key, name, cells] of [
      ['3', '1x4', 4],
      ['4', '4x1', 4],
      ['8', 'axial-primary', 2],
      ['-', 'frame-view', 1],
      ['=', '1x2', 2],
      ['1', '2d', 1],
    ] as const) {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await expect(page.locator(`[data-layout='${name}'] [data-viewport]`)).toHaveCount(cells)
      await expect(line(page, 'patient')).toContainText('Keller Rex')
    }
  })

  await test.step('the arrow keys go through the tiles of the light box, and Enter opens one', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('-')
    const tile = (number: number) =>
      viewport(page).getByRole('button', {
        name: t('stacks:series.slice', { number }),
        exact: true,
      })
    await layer(page).focus()
    await page.keyboard.press('Home')
    await expect(tile(1)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect(tile(6)).toHaveAttribute('aria-current', 'true')
    await tile(9).click()
    await page.keyboard.press('ArrowLeft')
    await expect(tile(8)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('Enter')
    await expect(page.locator("[data-layout='2d']")).toBeVisible()
    await expectSlice(page, 8, count)
  })

  await test.step('a smaller layout has an active viewport, whichever was active before', async () => {
    for (const number of [1, 2]) {
      await page.keyboard.press('g')
      await page.keyboard.press('5')
      await expect(page.locator(`[data-layout='mpr'] [data-viewport]`)).toHaveCount(3)
      await layer(page, number).click()
      await expect(viewport(page, number)).toHaveAttribute('aria-current', 'true')
      await page.keyboard.press('g')
      await page.keyboard.press('1')
      await expect(viewport(page)).toHaveAttribute('aria-current', 'true')
      await expect(fullImage(page).first()).toBeVisible()
      await page.keyboard.press('Home')
      await expectSlice(page, 1, count)
      await page.keyboard.press('ArrowDown')
      await expectSlice(page, 2, count)
      await page.keyboard.press('3')
      await expect(line(page, 'window')).toHaveText('W 1500 L 300')
    }
  })

  await test.step('planes along the slices go through them in the same direction', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('5')
    await layer(page).focus()
    await expectSlice(page, 2, count)
    await page.keyboard.press('ArrowDown')
    await expectSlice(page, 3, count)
    await layer(page).hover()
    await page.mouse.wheel(0, 100)
    await expectSlice(page, 4, count)
    await page.keyboard.press('Home')
    await expectSlice(page, 1, count)
    await page.keyboard.press('End')
    await expectSlice(page, count, count)
    await page.keyboard.press('r')
    await page.keyboard.press('g')
    await page.keyboard.press('1')
  })

  await test.step('three planes are linked by the cross-hair and can be turned and thickened', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('5')
    const [transverse, sagittal] = [viewport(page, 0), viewport(page, 1)]
    await expect(transverse.getByText(t('stacks:plane.veterinary.transverse'))).toBeVisible()
    await expect(sagittal.getByText(t('stacks:plane.veterinary.sagittal'))).toBeVisible()
    await expect(sagittal.locator('canvas[data-stage=full]')).toBeVisible()
    await layer(page, 1).focus()
    const before = await readPicture(sagittal.locator('canvas').first())
    await page.keyboard.press('PageDown')
    await expect.poll(() => readPicture(sagittal.locator('canvas').first())).not.toBe(before)
    await expect(transverse.getByText(new RegExp(`^Slice \\d+ of ${count}`, 'u'))).toBeVisible()
    await expect(sagittal.getByText(/^Position -?[\d.]+ mm$/u)).toBeVisible()
    const zoom = await line(page, 'zoom').textContent()
    await page.keyboard.press('.')
    await page.keyboard.press('.')
    for (let turn = 0; turn < 6; turn += 1) await page.keyboard.press('.')
    await expect(transverse.getByText(t('stacks:plane.oblique'))).toBeVisible()
    await expect(transverse.getByText(/^Slice/u)).toBeHidden()
    expect(await line(page, 'zoom').textContent()).toBe(zoom)
    await page.keyboard.press(']')
    await expect(transverse.getByText('MIP 10 mm')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('r')
    await expect(transverse.getByText(t('stacks:plane.veterinary.transverse'))).toBeVisible()
    await expect(transverse.getByText('MIP 10 mm')).toBeHidden()
    await expect(transverse.getByText(`Slice 6 of ${count}`)).toBeVisible()
  })

  await test.step('a plane tells that its slice has drawings on the stack, and leads to them', async () => {
    await layer(page).focus()
    await expect(line(page, 'stack-drawings')).toHaveCount(0)
    await page.keyboard.press('Home')
    await expect(viewport(page).getByText(`Slice 1 of ${count}`)).toBeVisible()
    for (const other of [1, 2]) await expect(line(page, 'stack-drawings', other)).toHaveCount(0)
    await line(page, 'stack-drawings').click()
    await expect(page.locator("[data-layout='2d']")).toBeVisible()
    await expectSlice(page, 1, count)
    await expect(page.locator('svg[data-drawings-of] text').first()).toContainText('mm')
    await layer(page).focus()
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown')
    await chooseLayout(page, '5', 'mpr')
  })

  await test.step('a length on a plane is saved, and is shown on this plane only', async () => {
    await layer(page, 1).focus()
    await page.keyboard.press('l')
    await draw(page, layer(page, 1), { x: 0.4, y: 0.55 }, { x: 0.6, y: 0.6 })
    const drawn = (number: number) =>
      viewport(page, number).locator('svg[data-drawings-of] text').first()
    await expect(drawn(1)).toContainText('mm')
    // While the user draws, the cross-hair takes no press: a length may begin on it.
    const lengths = viewport(page, 1).locator('svg[data-drawings-of] [data-tool=length]')
    const [box, centre] = await Promise.all(
      [layer(page, 1), viewport(page, 1).locator('[data-crosshair-centre]')].map((one) =>
        one.boundingBox(),
      ),
    )
    if (!box || !centre) throw new Error('no cross-hair')
    const middle = {
      x: (centre.x + centre.width / 2 - box.x) / box.width,
      y: (centre.y + centre.height / 2 - box.y) / box.height,
    }
    await draw(page, layer(page, 1), middle, { x: middle.x + 0.2, y: middle.y + 0.2 })
    await expect(lengths).toHaveCount(2)
    await page.keyboard.press('Control+z')
    await expect(lengths).toHaveCount(1)
    const text = (await drawn(1).textContent()) ?? ''
    for (const other of [0, 2]) await expect(drawn(other)).toBeHidden()
    await page.keyboard.press('Escape')
    await page.keyboard.press('w')
    await page.keyboard.press('PageDown')
    await expect(drawn(1)).toBeHidden()
    await page.keyboard.press('PageUp')
    await expect(drawn(1)).toHaveText(text)
    await page.keyboard.press('PageDown')
    await expect(page.locator('[data-stack-viewer] [data-kind=saved]')).toBeVisible({
      timeout: 15_000,
    })
    await page.reload()
    await expect(fullImage(page).first()).toBeVisible({ timeout: 30_000 })
    await expect(drawn(0)).toBeHidden()
    const listed = seriesList(page, t('stacks:list'))
      .getByRole('button', { name: t('measure:tool.length.name') })
      .filter({ hasText: t('stacks:plane.veterinary.sagittal') })
    await listed.click()
    await expect(page.locator("[data-layout='mpr']")).toBeVisible()
    await expect(drawn(1)).toHaveText(text)
    for (const other of [0, 2]) await expect(drawn(other)).toBeHidden()
  })

  await test.step('3D shows the volume and turns by keys', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('9')
    const picture = page.locator('canvas[data-volume]')
    await expect(picture).toHaveAttribute('data-stage', 'full', { timeout: 30_000 })
    await expect(line(page, 'patient')).toContainText('Keller Rex')
    const before = await readPicture(picture)
    await page.locator('[data-viewport] [role=application]').focus()
    await page.keyboard.press('ArrowRight')
    await expect(picture).toHaveAttribute('data-stage', 'full')
    await expect.poll(() => readPicture(picture)).not.toBe(before)
  })

  await test.step('a graphics card computes the same 3D picture as the processor', async () => {
    const picture = page.locator('canvas[data-volume]')
    const showVolume = async (renderer: string) => {
      await page.keyboard.press('g')
      await page.keyboard.press('9')
      await expect(picture).toHaveAttribute('data-stage', 'full', { timeout: 30_000 })
      await expect(picture).toHaveAttribute('data-renderer', renderer)
      return readReduced(picture)
    }
    const reload = async () => {
      await page.reload()
      await expect(fullImage(page).first()).toBeVisible({ timeout: 30_000 })
      await layer(page).focus()
    }
    await reload()
    const expected = await showVolume('processor')
    await pretendGraphicsCard(page)
    await reload()
    const actual = await showVolume('card')
    const visible = expected.flatMap((grey, at) => (grey > 20 ? [{ grey, at }] : []))
    expect(visible.length).toBeGreaterThan(20)
    const differences = visible.map(({ grey, at }) => Math.abs(grey - (actual[at] ?? 255)))
    const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length
    expect(mean).toBeLessThan(4)
  })

  await test.step('leaving the viewer ends its workers', async () => {
    expect(page.workers().length).toBeGreaterThan(0)
    await page.goBack()
    await expect.poll(() => page.workers().length, { timeout: 10_000 }).toBe(0)
  })
})
