import { dentalRegions } from '@talus/anatomy'
import { species } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { measureOnMap, flattenPath, isPointInside } from '../testing/flatten-path.ts'
import { findReachable } from '../testing/find-reachable.ts'
import { drawMouth, mouthDrawings } from './mouth.ts'

const minTargetPx = 44

describe.for(species)('%s', (kind) => {
  const { frame } = mouthDrawings[kind]
  const mouth = drawMouth(kind)
  const regions = mouth.map(({ drawn }) => drawn)
  const teeth = mouth.flatMap((region) => region.teeth.map((tooth) => ({ ...tooth, region })))
  const inPixels = 340 / frame[2]

  test('the drawn dental regions are those of the anatomy package, in its order', () => {
    expect(regions.map(({ id }) => id)).toEqual(dentalRegions[kind].map(({ name }) => name))
    expect(regions).toHaveLength(kind === 'Equine' ? 20 : 16)
  })

  test('every tooth is drawn once, in its own dental region', () => {
    expect(mouth.map((region) => region.teeth.map(({ number }) => number))).toEqual(
      dentalRegions[kind].map((region) => region.teeth),
    )
  })

  test('the number of a tooth is inside its own dental region and no other', () => {
    const shapes = regions.map(({ id, path }) => ({ id, polygons: flattenPath(path) }))
    const strays = teeth.filter(({ at, region }) => {
      const under = shapes.filter(({ polygons }) => isPointInside(polygons, at)).map(({ id }) => id)
      return under.join() !== region.drawn.id
    })
    expect(strays.map(({ number }) => number)).toEqual([])
  })

  test('the right teeth of the animal are at the left of the viewer, the upper jaw above', () => {
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

  test('every crown is inside the map and large enough for its number', () => {
    const small = teeth.filter(({ crown }) => {
      const { width, height } = measureOnMap(frame, crown)
      return width * inPixels < 19 || height * inPixels < 13
    })
    expect(small.map(({ number }) => number)).toEqual([])
  })

  test('every dental region is at least 44 px large on a map of 340 px, for a gloved finger', () => {
    const small = regions.filter(({ path, touchPath }) => {
      const { width, height } = measureOnMap(frame, touchPath ?? path)
      return Math.min(width, height) * inPixels < minTargetPx
    })
    expect(small.map(({ id }) => id)).toEqual([])
  })

  test('arrow keys reach every dental region from every other', () => {
    const all = regions.map(() => regions.length)
    expect(regions.map(({ id }) => findReachable(regions, id).size)).toEqual(all)
  })
})

test('the carnassial teeth are the largest behind the canines: 108 above, 409 below', () => {
  const getCrownSizes = (kind: 'Canine' | 'Feline') =>
    new Map(
      drawMouth(kind).flatMap(({ teeth }) =>
        teeth.map(({ number, crown }) => {
          const { width, height } = measureOnMap(mouthDrawings[kind].frame, crown)
          return [number, width * height]
        }),
      ),
    )
  const findLargest = (sizes: ReadonlyMap<number, number>, quadrant: number) =>
    [...sizes]
      .filter(([tooth]) => Math.floor(tooth / 100) === quadrant && tooth % 100 > 4)
      .toSorted(([, a], [, b]) => b - a)[0]?.[0]
  expect(findLargest(getCrownSizes('Canine'), 1)).toBe(108)
  expect(findLargest(getCrownSizes('Canine'), 4)).toBe(409)
  expect(findLargest(getCrownSizes('Feline'), 1)).toBe(108)
  expect(findLargest(getCrownSizes('Feline'), 4)).toBe(409)
})
