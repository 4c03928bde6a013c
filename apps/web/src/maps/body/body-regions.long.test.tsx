import { bodyPartsOf } from '@talus/anatomy'
import { generalBodyParts, species } from '@talus/contract'
import type { Species } from '@talus/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { DrawnRegion, Frame } from '../canvas/region.ts'
import { boxOn, flattened, isIn } from '../testing/flat-path.ts'
import { reachable } from '../testing/reachable.ts'
import { bodyRegions } from './body-regions.ts'
import { bodyDrawings, figures } from './figures.ts'
import { limbFrame, limbRegions } from './limb-drawing.ts'
import { LimbFigure } from './limb-figure.tsx'
import { limbDrawings } from './limbs.ts'

const outside = (n: number, from: number, length: number) =>
  n < from - 0.1 || n > from + length + 0.1
const mapWidth = 340
const finger = 44

const tooSmall = (frame: Frame, regions: readonly DrawnRegion<string>[]) =>
  regions.filter(({ path, reach }) => {
    const { width, height } = boxOn(frame, reach ?? path)
    return (Math.min(width, height) * mapWidth) / frame[2] < finger
  })

/** The points of all lines of a drawing, but for those that lie on a border. */
const pointsOf = (markup: string) =>
  [...markup.matchAll(/ d="([^"]+)"/gu)].flatMap(([, d = '']) => flattened(d, 3).flat())

const around = (regions: readonly DrawnRegion<string>[]) => {
  const shapes = regions.map(({ id, path }) => ({ id, polygons: flattened(path) }))
  return (point: readonly [number, number]) =>
    shapes.filter(({ polygons }) => isIn(polygons, point)).map(({ id }) => id)
}

describe.for(species)('%s', (kind) => {
  const drawing = bodyDrawings[kind]
  const regions = bodyRegions(drawing)
  const partsAt = around(regions)

  test('each body part has one region, in the order of the list', () => {
    expect(regions.map(({ id }) => id)).toEqual(generalBodyParts)
  })

  test('every line of the animal lies in a region, and in one only', () => {
    const Animal = figures[kind]
    const points = pointsOf(renderToStaticMarkup(<Animal />))
    expect(points.length).toBeGreaterThan(1000)
    expect(points.filter((point) => partsAt(point).length !== 1)).toEqual([])
  })

  test('regions do not overlap anywhere on the map', () => {
    const [left, top, width, height] = drawing.frame
    const grid = Array.from({ length: 40 * 40 }, (_, i): [number, number] => [
      left + (width * ((i % 40) + 0.5)) / 40,
      top + (height * (Math.floor(i / 40) + 0.5)) / 40,
    ])
    expect(grid.filter((point) => partsAt(point).length > 1)).toEqual([])
  })

  test('regions stay on the map', () => {
    const [left, top, width, height] = drawing.frame
    const strays = regions.filter(({ path }) =>
      flattened(path)
        .flat()
        .some(([x, y]) => outside(x, left, width) || outside(y, top, height)),
    )
    expect(strays.map(({ id }) => id)).toEqual([])
  })

  test('a dot stands on its own part', () => {
    expect(regions.map(({ at }) => partsAt(at))).toEqual(regions.map(({ id }) => [id]))
  })

  test('a gloved finger meets every part of a map of 340 px', () => {
    expect(tooSmall(drawing.frame, regions).map(({ id }) => id)).toEqual([])
  })

  test('arrows lead from every part to every other', () => {
    expect(regions.map(({ id }) => reachable(regions, id).size)).toEqual(regions.map(() => 10))
  })
})

const limbs = Object.values(limbDrawings)

describe.for(limbs.map((drawing) => [drawing.part, drawing] as const))('%s', ([, drawing]) => {
  const regions = limbRegions(drawing)
  const partsAt = around(regions)

  test('every line of the limbs lies in one region', () => {
    const offset = limbFrame[2] / 2
    const points = pointsOf(renderToStaticMarkup(<LimbFigure drawing={drawing} />))
      .map(([x, y], i, all): [number, number] => [i < all.length / 2 ? x : x + offset, y])
      .filter(([, y]) => y > 0)
    expect(points.length).toBeGreaterThan(500)
    expect(points.filter((point) => partsAt(point).length !== 1)).toEqual([])
  })

  test('a dot stands on its own part', () => {
    expect(regions.map(({ at }) => partsAt(at))).toEqual(regions.map(({ id }) => [id]))
  })

  test('a gloved finger meets every part', () => {
    expect(tooSmall(limbFrame, regions).map(({ id }) => id)).toEqual([])
  })

  test('arrows lead from every part to every other', () => {
    const all = regions.map(() => regions.length)
    expect(regions.map(({ id }) => reachable(regions, id).size)).toEqual(all)
  })

  test('what is right stands at the left of the viewer', () => {
    const sides = regions.filter(({ id }) => /^(?:Left|Right) /u.test(id))
    const right = sides.filter(({ at }) => at[0] < limbFrame[2] / 2)
    expect(right).toHaveLength(sides.length / 2)
    expect(right.filter(({ id }) => !id.startsWith('Right'))).toEqual([])
  })
})

test('the body and the limbs of a horse together show every part that it has', () => {
  const kind: Species = 'Equine'
  const onBody: string[] = bodyRegions(bodyDrawings[kind]).map(({ id }) => id)
  const onLimbs = limbs.flatMap((drawing) => limbRegions(drawing).map(({ id }) => id))
  const joints = onLimbs.filter((id) => !onBody.includes(id))
  expect(new Set(joints).size).toBe(joints.length)
  expect([...onBody, ...joints].toSorted()).toEqual([...bodyPartsOf(kind)].toSorted())
})
