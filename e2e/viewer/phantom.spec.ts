import type { Page } from '@playwright/test'
import { simulateFrame } from '../../packages/imaging/src/phantom/index.ts'
import type { FrameRequest } from '../../packages/imaging/src/phantom/index.ts'
import { test } from '../support/clinic-records.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { drawings, guide, createMouse, drawingLayer, selectTool } from './mouse.ts'
import type { Offset } from './mouse.ts'
import type { createTranslator } from '../support/i18n-texts.ts'
import { openViewer, showImage, storeImage } from '../pages/viewer-page.ts'

type Translate = ReturnType<typeof createTranslator>

// The landmarks of the simulated animals are known. The window is tall, so that a screen pixel
// covers less.
test.use({ viewport: { width: 1400, height: 1200 } })

async function storeAnimal(records: ClinicRecords, number: number, request: Partial<FrameRequest>) {
  const frame = simulateFrame({
    species: 'Canine',
    bodyPart: 'Chest',
    view: 'LAT',
    size: 'M',
    kv: 60,
    ma: 200,
    ms: 12.5,
    seed: 4,
    ...request,
  })
  const { width, height, bits, pitch, data, landmarks, truth } = frame
  await storeImage(
    records,
    number,
    {
      PhotometricInterpretation: 'MONOCHROME1',
      BitsStored: bits,
      HighBit: bits - 1,
      PixelSpacing: [pitch, pitch],
    },
    { columns: width, rows: height, pixels: Uint16Array.from(data) },
  )
  return {
    image: { columns: width, rows: height, spacing: pitch },
    /**
     * Measured from the corner of the first pixel, whereas landmarks are measured from its centre.
     */
    landmark: (name: string) => {
      const found = landmarks[name]
      if (!found) throw new Error(`the animal does not show its ${name}`)
      return { x: found.x + 0.5, y: found.y + 0.5 }
    },
    truth: (name: string) => truth[name] ?? Number.NaN,
  }
}

const minus = (a: Offset, b: Offset): Offset => [a[0] - b[0], a[1] - b[1]]
const dot = (a: Offset, b: Offset) => a[0] * b[0] + a[1] * b[1]
const cross = (a: Offset, b: Offset) => a[0] * b[1] - a[1] * b[0]
const length = (a: Offset) => Math.hypot(...a)

type Animal = Awaited<ReturnType<typeof storeAnimal>>

async function measureHeart(page: Page, t: Translate, { image, landmark, truth }: Animal) {
  await selectTool(page, t, 'advanced', t('measure:tool.vhs.name'))
  await expect(guide(page, t)).toHaveText(t('measure:tool.vhs.step.vertebrae'))
  const mouse = await createMouse(page, drawingLayer(page, t), image)
  const locate = (name: string) => mouse.toOffset(landmark(name))
  const [first, last] = [locate('t4Cranial'), locate('t8Caudal')]
  await mouse.drag(first, last)
  await expect(guide(page, t)).toHaveText(t('measure:tool.vhs.step.heart'))
  const [carina, apex] = [locate('carina'), locate('heartApex')]
  await mouse.drag(carina, apex)
  await expect(guide(page, t)).toHaveText(t('measure:tool.vhs.step.heartAcross'))
  const [cranial, caudal] = [locate('heartCranial'), locate('heartCaudal')]
  await mouse.drag(cranial, caudal)
  const score = drawings(page, 'vhs').locator('tspan')
  const axis = minus(apex, carina)
  const long = length(axis)
  // Only the part of the stroke at a right angle to the long axis counts.
  const short = Math.abs(cross(axis, minus(caudal, cranial))) / long
  const value = (long + short) / (length(minus(last, first)) / 5)
  await expect(score).toHaveText([`VHS ${value.toFixed(3)} v`])
  expect(Math.abs(value - truth('vhs'))).toBeLessThan(0.1)
}

async function measureStifle(page: Page, t: Translate, { image, landmark, truth }: Animal) {
  await selectTool(page, t, 'advanced', t('measure:tool.tplo.name'))
  await expect(guide(page, t)).toHaveText(t('measure:tool.tplo.step.talus'))
  const mouse = await createMouse(page, drawingLayer(page, t), image)
  const locate = (name: string) => mouse.toOffset(landmark(name))
  const [talus, eminence] = [locate('talusCentre'), locate('tibialEminence')]
  await mouse.drag(talus, [talus[0] + 25, talus[1]])
  await expect(guide(page, t)).toHaveText(t('measure:tool.tplo.step.axis'))
  await mouse.drag(eminence, talus)
  await expect(guide(page, t)).toHaveText(t('measure:tool.tplo.step.plateau'))
  const [cranialEnd, caudalEnd] = [locate('plateauCranial'), locate('plateauCaudal')]
  await mouse.drag(cranialEnd, caudalEnd)
  const [axis, plateau] = [minus(talus, eminence), minus(caudalEnd, cranialEnd)]
  const slope = (Math.asin(dot(axis, plateau) / (length(axis) * length(plateau))) * 180) / Math.PI
  await expect(drawings(page, 'tplo').locator('tspan')).toHaveText([`TPA ${slope.toFixed(2)}°`])
  expect(Math.abs(slope - truth('tpa'))).toBeLessThan(0.6)

  await selectTool(page, t, 'advanced', t('measure:tool.tta.name'))
  await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.femur'))
  const [condyle, rim] = [locate('femoralCondyle'), locate('femoralCondyleEdge')]
  await mouse.drag(condyle, rim)
  await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.tibia'))
  const tibia = locate('tibialCircle')
  // The tibial circle touches the femoral one.
  await mouse.drag(tibia, rim)
  await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.patella'))
  const [patella, tuberosity] = [locate('patella'), locate('tuberosity')]
  const down = minus(tibia, condyle)
  await mouse.click(patella)
  await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.tuberosity'))
  await mouse.click(tuberosity)
  const distance = Math.abs(cross(minus(tuberosity, patella), down)) / length(down)
  const advancement = mouse.toMm(distance)
  await expect(drawings(page, 'tta').locator('tspan')).toHaveText([
    `TTA ${advancement.toFixed(3)} mm`,
  ])
  expect(Math.abs(advancement - truth('advancement'))).toBeLessThan(0.3)
}

test('the measured VHS, tibial plateau angle and advancement of a simulated dog match their true values', async ({
  page,
  records,
  t,
}) => {
  const heart = await storeAnimal(records, 1, { pitch: 0.4, width: 700, height: 575 })
  const stifle = await storeAnimal(records, 2, {
    bodyPart: 'Back Legs',
    pitch: 0.36,
    width: 575,
    height: 700,
  })
  await openViewer(page, records.clinic.admin)
  await test.step('the vertebral heart score', () => measureHeart(page, t, heart))
  await showImage(page, t, 2)
  await test.step('the tibial plateau angle and the advancement of the stifle', () =>
    measureStifle(page, t, stifle))
})
