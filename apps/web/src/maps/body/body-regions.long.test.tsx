import { getBodyParts } from '@talus/anatomy'
import { generalBodyParts, species } from '@talus/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { DrawnRegion, Frame } from '../canvas/region.ts'
import { measureOnMap, flattenPath, isPointInside } from '../testing/flatten-path.ts'
import { findReachable } from '../testing/find-reachable.ts'
import { createBodyRegions } from './body-regions.ts'
import { bodyDrawings, figures } from './figures.ts'
import { limbFrame, createLimbRegions } from './limb-drawing.ts'
import { LimbFigure } from './limb-figure.tsx'
import { limbDrawings } from './limbs.ts'

const isOutside = (n: number, from: number, length: number) =>
  n < from - 0.1 || n > from + length + 0.1
const mapWidth = 340
const minTargetPx = 44

const findTooSmall = (frame: Frame, regions: readonly DrawnRegion<string>[]) =>
  regions.filter(({ path, touchPath }) => {
    const { width, height } = measureOnMap(frame, touchPath ?? path)
    return (Math.min(width, height) * mapWidth) / frame[2] < minTargetPx
  })

/** Samples the points of all lines of a drawing. */
const samplePoints = (markup: string) =>
  [...markup.matchAll(/ d="([^"]+)"/gu)].flatMap(([, d = '']) => flattenPath(d, 3).flat())

const createPartFinder = (regions: readonly DrawnRegion<string>[]) => {
  const shapes = regions.map(({ id, path }) => ({ id, polygons: flattenPath(path) }))
  return (point: readonly [number, number]) =>
    shapes.filter(({ polygons }) => isPointInside(polygons, point)).map(({ id }) => id)
}

describe.for(species)('%s', (kind) => {
  const drawing = bodyDrawings[kind]
  const regions = createBodyRegions(drawing)
  const partsAt = createPartFinder(regions)

  test('each body part has one map region, in the order of the list', () => {
    expect(regions.map(({ id }) => id)).toEqual(generalBodyParts)
  })

  test('every line of the animal is in exactly one map region', () => {
    const Animal = figures[kind]
    const points = samplePoints(renderToStaticMarkup(<Animal />))
    expect(points.length).toBeGreaterThan(1000)
    expect(points.filter((point) => partsAt(point).length !== 1)).toEqual([])
  })

  test('map regions do not overlap', () => {
    const [left, top, width, height] = drawing.frame
    const grid = Array.from({ length: 40 * 40 }, (_, i): [number, number] => [
      left + (width * ((i % 40) + 0.5)) / 40,
      top + (height * (Math.floor(i / 40) + 0.5)) / 40,
    ])
    expect(grid.filter((point) => partsAt(point).length > 1)).toEqual([])
  })

  test('map regions are inside the frame of the map', () => {
    const [left, top, width, height] = drawing.frame
    const strays = regions.filter(({ path }) =>
      flattenPath(path)
        .flat()
        .some(([x, y]) => isOutside(x, left, width) || isOutside(y, top, height)),
    )
    expect(strays.map(({ id }) => id)).toEqual([])
  })

  test('the dot of a body part is in its own region', () => {
    expect(regions.map(({ at }) => partsAt(at))).toEqual(regions.map(({ id }) => [id]))
  })

  test('every body part is at least 44 px large on a map of 340 px, for a gloved finger', () => {
    expect(findTooSmall(drawing.frame, regions).map(({ id }) => id)).toEqual([])
  })

  test('arrow keys reach every body part from every other', () => {
    expect(regions.map(({ id }) => findReachable(regions, id).size)).toEqual(regions.map(() => 10))
  })
})

const limbs = (['Canine', 'Equine'] as const).flatMap((kind) =>
  Object.values(limbDrawings[kind]).map((drawing) => ({ kind, drawing })),
)

describe.for(limbs)('the limbs of a $kind, $drawing.part', ({ drawing }) => {
  const regions = createLimbRegions(drawing)
  const partsAt = createPartFinder(regions)

  test('every line of the limbs is in exactly one map region', () => {
    const offset = limbFrame[2] / 2
    const points = samplePoints(renderToStaticMarkup(<LimbFigure drawing={drawing} />))
      .map(([x, y], i, all): [number, number] => [i < all.length / 2 ? x : x + offset, y])
      .filter(([, y]) => y > 0)
    expect(points.length).toBeGreaterThan(500)
    expect(points.filter((point) => partsAt(point).length !== 1)).toEqual([])
  })

  test('the dot of a joint is in its own region', () => {
    expect(regions.map(({ at }) => partsAt(at))).toEqual(regions.map(({ id }) => [id]))
  })

  test('every joint is large enough for a gloved finger', () => {
    expect(findTooSmall(limbFrame, regions).map(({ id }) => id)).toEqual([])
  })

  test('arrow keys reach every joint from every other', () => {
    const all = regions.map(() => regions.length)
    expect(regions.map(({ id }) => findReachable(regions, id).size)).toEqual(all)
  })

  test('the right limb is at the left of the viewer', () => {
    const sides = regions.filter(({ id }) => /^(?:Left|Right) /u.test(id))
    const right = sides.filter(({ at }) => at[0] < limbFrame[2] / 2)
    expect(right).toHaveLength(sides.length / 2)
    expect(right.filter(({ id }) => !id.startsWith('Right'))).toEqual([])
  })
})

test.for(species)(
  'the body and the limbs of a %s show every part but those of the scapula',
  (kind) => {
    const onBody: string[] = createBodyRegions(bodyDrawings[kind]).map(({ id }) => id)
    const joints = Object.values(limbDrawings[kind]).flatMap((drawing) =>
      createLimbRegions(drawing).map(({ id }) => id),
    )
    expect(new Set(joints).size).toBe(joints.length)
    const rest = getBodyParts(kind).filter((part) => !/^(?:Left|Right) Scapula$/u.test(part))
    expect([...onBody, ...joints].toSorted()).toEqual([...rest].toSorted())
  },
)
