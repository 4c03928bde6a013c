import type { Page } from '@playwright/test'
import { simulateFrame } from '../../packages/imaging/src/phantom/index.ts'
import type { FrameRequest } from '../../packages/imaging/src/phantom/index.ts'
import { test } from '../clinic-day.ts'
import type { ClinicDay } from '../clinic-day.ts'
import { expect } from '../fixtures.ts'
import { drawings, guide, handOn, stageOf, take } from './hand.ts'
import type { Place } from './hand.ts'
import type { wordsIn } from '../words.ts'
import { openViewer, show, storeImage } from './viewer-desk.ts'

type Words = ReturnType<typeof wordsIn>

// The simulated animals know where their bones are. A tall window: a pixel of the screen is less of them.
test.use({ viewport: { width: 1400, height: 1200 } })

async function storeAnimal(day: ClinicDay, number: number, request: Partial<FrameRequest>) {
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
    day,
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
    /** From the corner of the first pixel, where a landmark is counted from its middle. */
    landmark: (name: string) => {
      const found = landmarks[name]
      if (!found) throw new Error(`the animal does not show its ${name}`)
      return { x: found.x + 0.5, y: found.y + 0.5 }
    },
    truth: (name: string) => truth[name] ?? Number.NaN,
  }
}

const minus = (a: Place, b: Place): Place => [a[0] - b[0], a[1] - b[1]]
const dot = (a: Place, b: Place) => a[0] * b[0] + a[1] * b[1]
const cross = (a: Place, b: Place) => a[0] * b[1] - a[1] * b[0]
const length = (a: Place) => Math.hypot(...a)
const rounded = ([x, y]: Place): Place => [Math.round(x), Math.round(y)]

type Animal = Awaited<ReturnType<typeof storeAnimal>>

async function measureHeart(page: Page, t: Words, { image, landmark, truth }: Animal) {
  await take(page, t, 'advanced', t('measure:tool.vhs.name'))
  await expect(guide(page, t)).toHaveText(t('measure:tool.vhs.step.vertebrae'))
  const hand = await handOn(page, stageOf(page, t), image)
  const place = (name: string) => hand.placeOf(landmark(name))
  const [first, last] = [place('t4Cranial'), place('t8Caudal')]
  await hand.drag(first, last)
  await expect(guide(page, t)).toHaveText(t('measure:tool.vhs.step.heart'))
  const [carina, apex] = [place('carina'), place('heartApex')]
  await hand.drag(carina, apex)
  const score = drawings(page, 'vhs').locator('tspan')
  await expect(score).toHaveText([/^VHS \d/u])

  // The short axis begins across the middle, half as long as the other: its ends go to the widest part.
  const axis = minus(apex, carina)
  const long = length(axis)
  /** A point so far along the axis, and so far to its side. */
  const onAxis = (along: number, aside: number): Place => [
    carina[0] + (axis[0] * along - axis[1] * aside) / long,
    carina[1] + (axis[1] * along + axis[0] * aside) / long,
  ]
  const [cranial, caudal] = [place('heartCranial'), place('heartCaudal')]
  const sideOf = (to: Place) => Math.sign(cross(axis, minus(to, carina)))
  let along = long / 2
  let short = 0
  for (const to of [cranial, caudal]) {
    const handle = onAxis(along, (sideOf(to) * long) / 4)
    const from = rounded(handle)
    await hand.drag(from, to)
    const dropped = minus([handle[0] + to[0] - from[0], handle[1] + to[1] - from[1]], carina)
    along = dot(dropped, axis) / long
    short += Math.abs(cross(axis, dropped)) / long
  }
  const value = (long + short) / (length(minus(last, first)) / 5)
  await expect(score).toHaveText([`VHS ${value.toFixed(3)} v`])
  expect(Math.abs(value - truth('vhs'))).toBeLessThan(0.1)
}

async function measureStifle(page: Page, t: Words, { image, landmark, truth }: Animal) {
  await take(page, t, 'advanced', t('measure:tool.tplo.name'))
  await expect(guide(page, t)).toHaveText(t('measure:tool.tplo.step.talus'))
  const hand = await handOn(page, stageOf(page, t), image)
  const place = (name: string) => hand.placeOf(landmark(name))
  const [talus, eminence] = [place('talusCentre'), place('tibialEminence')]
  await hand.drag(talus, [talus[0] + 25, talus[1]])
  await expect(guide(page, t)).toHaveText(t('measure:tool.tplo.step.axis'))
  await hand.drag(eminence, talus)
  await expect(guide(page, t)).toHaveText(t('measure:tool.tplo.step.plateau'))
  const [cranialEnd, caudalEnd] = [place('plateauCranial'), place('plateauCaudal')]
  await hand.drag(cranialEnd, caudalEnd)
  const [axis, plateau] = [minus(talus, eminence), minus(caudalEnd, cranialEnd)]
  const slope = (Math.asin(dot(axis, plateau) / (length(axis) * length(plateau))) * 180) / Math.PI
  await expect(drawings(page, 'tplo').locator('tspan')).toHaveText([`TPA ${slope.toFixed(2)}°`])
  expect(Math.abs(slope - truth('tpa'))).toBeLessThan(0.6)

  await take(page, t, 'advanced', t('measure:tool.tta.name'))
  await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.femur'))
  const [condyle, rim] = [place('femoralCondyle'), place('femoralCondyleEdge')]
  await hand.drag(condyle, rim)
  await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.tibia'))
  const tibia = place('tibialCircle')
  // It touches the other circle.
  await hand.drag(tibia, rim)
  await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.patella'))
  const [patella, tuberosity] = [place('patella'), place('tuberosity')]
  const down = minus(tibia, condyle)
  await hand.drag(patella, [patella[0] + down[0], patella[1] + down[1]])
  await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.tuberosity'))
  await hand.drag(tuberosity, [tuberosity[0] - 30, tuberosity[1]])
  const away = Math.abs(cross(minus(tuberosity, patella), down)) / length(down)
  const advancement = hand.mm(away)
  await expect(drawings(page, 'tta').locator('tspan')).toHaveText([
    `TTA ${advancement.toFixed(3)} mm`,
  ])
  expect(Math.abs(advancement - truth('advancement'))).toBeLessThan(0.3)
}

test('the heart and the stifle of a simulated dog have the numbers that they were made with', async ({
  page,
  day,
  t,
}) => {
  const heart = await storeAnimal(day, 1, { pitch: 0.4, width: 700, height: 575 })
  const stifle = await storeAnimal(day, 2, {
    bodyPart: 'Back Legs',
    pitch: 0.36,
    width: 575,
    height: 700,
  })
  await openViewer(page, day.clinic.admin)
  await test.step('the score of the heart', () => measureHeart(page, t, heart))
  await show(page, t, 2)
  await test.step('the plateau and the advancement of the stifle', () =>
    measureStifle(page, t, stifle))
})
