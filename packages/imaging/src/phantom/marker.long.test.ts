import { getBodyParts, getOfferedViews, getSideMarker } from '@talus/anatomy'
import type { BodyPart, View } from '@talus/anatomy'
import { species } from '@talus/contract'
import type { Species } from '@talus/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { simulateFrame } from './index.ts'
import type { AnimalSize, SimulatedFrame } from './index.ts'
import { poseFrame } from './pose-frame.ts'
import { isSideView } from './scene/views.ts'
import { listDistinctViews } from './testing/distinct-views.ts'
import { sampleSizes } from './testing/sampled-sizes.ts'

const technique = { kv: 70, ma: 200, ms: 40, seed: 5 } as const
/** A coarse panel: the place of the letter does not depend on it. */
const panel = { width: 280, height: 280, pitch: 1.5 } as const

/** A horse covers the panel with its trunk: there is no air for a letter. */
const fillsField = (kind: Species, part: BodyPart) =>
  kind === 'Equine' && /^(?:Chest|Abdomen|Vertebrae|Sacral Vertebrae|.*Scapula)$/u.test(part)

/** The smallest and the largest animal are the difficult ones. */
const sizes = ['S', 'L'] as const

describe.each(species)('the side marker of a %s', (kind) => {
  let drawn = 0
  const fails: { readonly side: string[]; readonly touching: string[] } = { side: [], touching: [] }
  const distinct = new Set(listDistinctViews(kind).map(([part, view]) => `${part} ${view}`))

  /** Checks both properties of a view in turn, because its scene is built once. */
  function check(bodyPart: BodyPart, view: View, size: AnimalSize, isDrawn: boolean) {
    const request = { species: kind, bodyPart, view, size, ...technique, ...panel }
    const name = `${bodyPart} ${view} ${size}`
    const isFilled = fillsField(kind, bodyPart)
    // A frame has its marker already, whose place takes as long as the frame.
    const frame = isDrawn && !isFilled ? simulateFrame(request) : undefined
    const { marker } = frame ?? poseFrame(request)
    if (!marker) {
      if (!isFilled) fails.side.push(`${name}: no marker`)
      return
    }
    const expected = getSideMarker(bodyPart, view)
    if (marker.letter !== expected?.letter) fails.side.push(`${name}: ${marker.letter}`)
    else if (expected.isPositional && marker.x > panel.width / 2)
      fails.side.push(`${name}: wrong side`)
    if (isDrawn && touchesAnimal(frame ?? simulateFrame(request), marker)) fails.touching.push(name)
  }

  beforeAll(() => {
    const checks: Parameters<typeof check>[] = []
    for (const bodyPart of getBodyParts(kind))
      for (const view of getOfferedViews(kind, bodyPart)) {
        // A mirror image needs neither a further size nor its pixels. The size that is drawn is the
        // one that an ordinary run checks.
        const isDistinct = distinct.has(`${bodyPart} ${view}`)
        const drawnSize = sizes[drawn % sizes.length]
        for (const size of isDistinct ? sampleSizes(sizes, drawn) : (['M'] as const))
          checks.push([bodyPart, view, size, isDistinct && size === drawnSize])
        if (isDistinct) drawn++
      }
    // In the order of animals and directions: the trunk of the last scene is kept.
    const getTrunk = ([, view, size]: (typeof checks)[number]) => `${size} ${isSideView(view)}`
    const inOrder = checks.toSorted((one, other) => getTrunk(one).localeCompare(getTrunk(other)))
    for (const each of inOrder) check(...each)
  }, 300_000)

  test('has the letter of the image and is on its side, in every view that is offered', () => {
    expect(fails.side).toEqual([])
  })

  test('is drawn in the exposed field, outside of the animal', () => {
    expect(drawn).toBeGreaterThan(40)
    expect(fails.touching).toEqual([])
  })
})

/** Compares the signal around the ring of the marker with that of the open field. */
function touchesAnimal(
  { data, width }: SimulatedFrame,
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
): boolean {
  const values: number[] = []
  for (let angle = 0; angle < 2 * Math.PI; angle += 0.3) {
    const reach = radius + 1.6
    const [i, j] = [
      Math.round(x + reach * Math.cos(angle)),
      Math.round(y + reach * Math.sin(angle)),
    ]
    values.push(data[j * width + i] ?? 0)
  }
  const open = data.reduce((most, value) => Math.max(most, value), 0)
  // Muscle of one centimetre absorbs a fifth of the beam; the open field varies by a few percent.
  return values.filter((value) => value < 0.72 * open).length > values.length / 4
}
