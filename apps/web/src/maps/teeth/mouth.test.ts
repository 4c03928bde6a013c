import { dentalRegions } from '@talus/anatomy'
import { species } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { boxOn, flattened, isIn } from '../testing/flat-path.ts'
import { reachable } from '../testing/reachable.ts'
import { drawMouth, mouthDrawings } from './mouth.ts'

const finger = 44

describe.for(species)('%s', (kind) => {
  const { frame } = mouthDrawings[kind]
  const mouth = drawMouth(kind)
  const regions = mouth.map(({ drawn }) => drawn)
  const teeth = mouth.flatMap((region) => region.teeth.map((tooth) => ({ ...tooth, region })))
  const inPixels = 340 / frame[2]

  test('the regions are those of the list, in its order', () => {
    expect(regions.map(({ id }) => id)).toEqual(dentalRegions[kind].map(({ name }) => name))
    expect(regions).toHaveLength(kind === 'Equine' ? 20 : 16)
  })

  test('every tooth of the mouth is drawn once, with its own region', () => {
    expect(mouth.map((region) => region.teeth.map(({ number }) => number))).toEqual(
      dentalRegions[kind].map((region) => region.teeth),
    )
  })

  test('a tooth and its number lie on the gum of its region and of no other', () => {
    const shapes = regions.map(({ id, path }) => ({ id, polygons: flattened(path) }))
    const strays = teeth.filter(({ at, region }) => {
      const under = shapes.filter(({ polygons }) => isIn(polygons, at)).map(({ id }) => id)
      return under.join() !== region.drawn.id
    })
    expect(strays.map(({ number }) => number)).toEqual([])
  })

  test('the right side of the animal is at the left of the viewer, the upper jaw above', () => {
    const [, , width, height] = frame
    const quadrantAt = (x: number, y: number) => {
      if (y < height / 2) return x < width / 2 ? 1 : 2
      return x < width / 2 ? 4 : 3
    }
    const strays = teeth.filter(
      ({ number, at: [x, y] }) => Math.floor(number / 100) !== quadrantAt(x, y),
    )
    expect(strays.map(({ number }) => number)).toEqual([])
  })

  test('every crown is on the map, and large enough for its number', () => {
    const small = teeth.filter(({ crown }) => {
      const { width, height } = boxOn(frame, crown)
      return width * inPixels < 19 || height * inPixels < 13
    })
    expect(small.map(({ number }) => number)).toEqual([])
  })

  test('a gloved finger meets every region of a map of 340 px', () => {
    const small = regions.filter(({ path, reach }) => {
      const { width, height } = boxOn(frame, reach ?? path)
      return Math.min(width, height) * inPixels < finger
    })
    expect(small.map(({ id }) => id)).toEqual([])
  })

  test('arrows lead from every region to every other', () => {
    const all = regions.map(() => regions.length)
    expect(regions.map(({ id }) => reachable(regions, id).size)).toEqual(all)
  })
})

test('the shearing teeth are the largest behind the canines: 108 above, 409 below', () => {
  const sizeOf = (kind: 'Canine' | 'Feline') =>
    new Map(
      drawMouth(kind).flatMap(({ teeth }) =>
        teeth.map(({ number, crown }) => {
          const { width, height } = boxOn(mouthDrawings[kind].frame, crown)
          return [number, width * height]
        }),
      ),
    )
  const largest = (sizes: ReadonlyMap<number, number>, quadrant: number) =>
    [...sizes]
      .filter(([tooth]) => Math.floor(tooth / 100) === quadrant && tooth % 100 > 4)
      .toSorted(([, a], [, b]) => b - a)[0]?.[0]
  expect(largest(sizeOf('Canine'), 1)).toBe(108)
  expect(largest(sizeOf('Canine'), 4)).toBe(409)
  expect(largest(sizeOf('Feline'), 1)).toBe(108)
  expect(largest(sizeOf('Feline'), 4)).toBe(409)
})
