import { getBodyParts, getOfferedViews, getSideMarker } from '@talus/anatomy'
import type { BodyPart } from '@talus/anatomy'
import { species } from '@talus/contract'
import type { Species } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { simulateFrame } from './index.ts'
import type { SimulatedFrame } from './index.ts'
import { poseFrame } from './pose-frame.ts'
import { listDistinctViews } from './testing/distinct-views.ts'

const technique = { kv: 70, ma: 200, ms: 40, seed: 5 } as const
/** A coarse panel: the place of the letter does not depend on it. */
const panel = { width: 280, height: 280, pitch: 1.5 } as const

/** A horse covers the panel with its trunk: there is no air for a letter. */
const fillsField = (kind: Species, part: BodyPart) =>
  kind === 'Equine' && /^(?:Chest|Abdomen|Vertebrae|Sacral Vertebrae|.*Scapula)$/u.test(part)

/** The smallest and the largest animal are the difficult ones. */
const sizes = ['S', 'L'] as const

describe.each(species)('the side marker of a %s', (kind) => {
  test('has the letter of the image and is on its side, in every view that is offered', () => {
    const distinct = new Set(listDistinctViews(kind).map(([part, view]) => `${part} ${view}`))
    const wrong = getBodyParts(kind).flatMap((bodyPart) =>
      getOfferedViews(kind, bodyPart).flatMap((view) =>
        // A mirror image needs no further size.
        (distinct.has(`${bodyPart} ${view}`) ? sizes : (['M'] as const)).flatMap((size) => {
          const request = { species: kind, bodyPart, view, size, ...technique, ...panel }
          const { camera, marker } = poseFrame(request)
          const name = `${bodyPart} ${view} ${size}`
          if (!marker) return fillsField(kind, bodyPart) ? [] : [`${name}: no marker`]
          const expected = getSideMarker(bodyPart, view)
          if (marker.letter !== expected?.letter) return [`${name}: ${marker.letter}`]
          return expected.isPositional && marker.x > camera.width / 2 ? [`${name}: wrong side`] : []
        }),
      ),
    )
    expect(wrong).toEqual([])
  }, 300_000)

  test('is drawn in the exposed field, outside of the animal', () => {
    const views = listDistinctViews(kind)
    const touched = views.filter(([bodyPart, view], index) => {
      const size = sizes[index % sizes.length] ?? 'S'
      const frame = simulateFrame({ species: kind, bodyPart, view, size, ...technique, ...panel })
      return frame.marker !== null && touchesAnimal(frame, frame.marker)
    })
    expect(views.length).toBeGreaterThan(40)
    expect(touched).toEqual([])
  }, 300_000)
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
