import { getBodyParts, getOfferedViews, getSideMarker } from '@talus/anatomy'
import type { BodyPart, View } from '@talus/anatomy'
import { species } from '@talus/contract'
import type { Species } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { simulateFrame } from './index.ts'
import type { AnimalSize } from './frame.ts'
import type { FrameRequest, SimulatedFrame } from './index.ts'
import { listDistinctViews } from './testing/distinct-views.ts'

const technique = { kv: 70, ma: 200, ms: 40, seed: 5 } as const
/** A coarse panel, so that every view of every animal is simulated within a minute. */
const panel = { width: 280, height: 280, pitch: 1.5 } as const

const listNames = (kind: Species) =>
  new Set(listDistinctViews(kind).map(([part, view]) => `${part} ${view}`))
const distinct: Readonly<Record<Species, ReadonlySet<string>>> = {
  Canine: listNames('Canine'),
  Feline: listNames('Feline'),
  Equine: listNames('Equine'),
}

/** A horse covers the panel with its trunk: there is no air for a letter. */
const fillsField = (kind: Species, part: BodyPart) =>
  kind === 'Equine' && /^(?:Chest|Abdomen|Vertebrae|Sacral Vertebrae|.*Scapula)$/u.test(part)

/**
 * The smallest and the largest animal are the difficult ones. Images with the scene of another one,
 * or its mirror image, and unusual views are simulated once.
 */
const listSizes = (kind: Species, part: BodyPart, view: View): readonly AnimalSize[] =>
  distinct[kind].has(`${part} ${view}`) ? ['S', 'L'] : ['M']

const images = species.flatMap((kind) =>
  getBodyParts(kind).flatMap((bodyPart) =>
    getOfferedViews(kind, bodyPart).flatMap((view) =>
      listSizes(kind, bodyPart, view).map((size): FrameRequest & { bodyPart: BodyPart } => ({
        species: kind,
        bodyPart,
        view,
        size,
        ...technique,
        ...panel,
      })),
    ),
  ),
)

describe.each(species)('the side marker of a %s', (kind) => {
  const own = images.filter((request) => request.species === kind)

  test('has the letter of the image and is in the exposed field, outside of the animal', () => {
    const wrong = own.flatMap((request) => {
      const { bodyPart, view = 'VD', size } = request
      const frame = simulateFrame(request)
      const name = `${bodyPart} ${view} ${size}`
      const { marker } = frame
      if (!marker) return fillsField(kind, bodyPart) ? [] : [`${name}: no marker`]
      const expected = getSideMarker(bodyPart, view)
      if (marker.letter !== expected?.letter) return [`${name}: ${marker.letter}`]
      if (expected.isPositional && marker.x > frame.width / 2) return [`${name}: wrong side`]
      return touchesAnimal(frame, marker) ? [`${name}: over anatomy`] : []
    })
    expect(wrong).toEqual([])
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
