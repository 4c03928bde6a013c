import { defaultViewport } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { moveFrame } from '@talus/volume'
import { createStack } from '../testing/stacks.ts'
import {
  chooseFirstStack,
  clampRate,
  createScene,
  getCellPhase,
  withActive,
  withCellViewport,
  withNextPhase,
  withStack,
} from './scene.ts'
import { withLayout } from './show-layout.ts'
import { withScannedSides } from './hangings.ts'
import { isOutsideOfActive, withSlice } from './scroll.ts'

const chest = createStack('chest', 40)
const localizer = createStack('survey', 2, { kind: 'pictures' })
const head = createStack('head', 20, { frameOfReferenceUID: '9.9' })
const stacks = [localizer, chest, head]

test('the longest volume is opened in one viewport, at its middle slice', () => {
  const first = chooseFirstStack(stacks)
  expect(first).toBe(chest)
  expect(createScene(chest)).toMatchObject({
    layout: '2d',
    cells: [{ stackKey: chest.key, slice: 19 }],
    cine: { isPlaying: false, rate: 12 },
  })
})

test('the rate of playback is clamped from 1 to 60', () => {
  expect([0, 1, 30.4, 60, 61, Number.NaN].map(clampRate)).toStrictEqual([1, 1, 30, 60, 60, 12])
})

describe('layouts', () => {
  test('one stack in four viewports is shifted by a quarter each', () => {
    const scene = withLayout('2x2', [chest])(createScene(chest))
    expect(scene.cells.map(({ slice }) => slice)).toStrictEqual([19, 29, 39, 9])
  })

  test('several stacks are shown beside each other, and survey images after them', () => {
    const scene = withLayout('1x4', stacks)(createScene(chest))
    expect(scene.cells.map(({ stackKey, slice }) => [stackKey, slice])).toStrictEqual([
      [chest.key, 19],
      [head.key, 9],
      [chest.key, 39],
      [localizer.key, 0],
    ])
    const alone = withLayout('2x2', [localizer, chest])(createScene(chest))
    expect(alone.cells.map(({ stackKey, slice }) => [stackKey, slice])).toStrictEqual([
      [chest.key, 19],
      [chest.key, 32],
      [chest.key, 6],
      [localizer.key, 0],
    ])
  })

  test('the layout that is shown already stays as it is', () => {
    const scene = withLayout('1x2', stacks)(createScene(chest))
    const scrolled = withSlice(1, 3, stacks)(withActive(1)(scene))
    expect(withLayout('1x2', stacks)(scrolled)).toBe(scrolled)
    expect(withLayout('1x2', stacks)({ ...scrolled, enlarged: 1 })).toEqual(scrolled)
  })

  const liver = (count: number) => ({
    ...chest,
    phases: Array.from({ length: count }, (_, at) => ({
      label: String(at + 1),
      slices: chest.phases[0]?.slices ?? [],
    })),
  })
  const describePhases = (count: number, shown: number) => {
    const stack = liver(count)
    const start = { ...createScene(stack), phases: new Map([[stack.key, shown]]) }
    const scene = withLayout('2x2', [stack])(start)
    return { scene, phases: scene.cells.map((cell) => [getCellPhase(scene, cell), cell.slice]) }
  }

  test('the phases of a stack are shown beside each other at one place', () => {
    const { scene, phases } = describePhases(4, 1)
    expect(phases).toStrictEqual([
      [0, 19],
      [1, 19],
      [2, 19],
      [3, 19],
    ])
    // The phase that was visible stays the active one, and all are scrolled together.
    expect(scene.active).toBe(1)
    expect(withSlice(1, 25, [liver(4)])(scene).cells.map(({ slice }) => slice)).toStrictEqual([
      25, 25, 25, 25,
    ])
    expect(describePhases(6, 5).phases.map(([phase]) => phase)).toStrictEqual([2, 3, 4, 5])
    expect(describePhases(2, 0).phases).toStrictEqual([
      [0, 19],
      [1, 19],
      [0, 39],
      [1, 39],
    ])
  })

  test('the next phase is shown in the active viewport alone, and other layouts keep it', () => {
    const stack = liver(4)
    const { scene } = describePhases(4, 1)
    const next = withNextPhase(stack)(scene)
    expect(next.cells.map((cell) => getCellPhase(next, cell))).toStrictEqual([0, 2, 2, 3])
    const single = withLayout('2d', [stack])(next)
    expect(single.cells.map((cell) => getCellPhase(single, cell))).toStrictEqual([2])
    const planes = withLayout('mpr', [stack])(next)
    expect(planes.cells.map((cell) => getCellPhase(planes, cell))).toStrictEqual([2, 2, 2])
  })

  test('a viewport that a smaller layout does not have cannot become the active one', () => {
    const planes = withActive(2)(withLayout('mpr', stacks)(createScene(chest)))
    expect(planes.active).toBe(2)
    // The layout menu gives the focus back to the picture of the layout that was left.
    const single = withActive(2)(withLayout('2d', stacks)(planes))
    expect(single.cells[single.active]).toMatchObject({ stackKey: chest.key })
  })

  test('planes meet in the visible slice, and the stack returns to the place of the cross-hair', () => {
    const scrolled = withSlice(0, 5, stacks)(createScene(chest))
    const planes = withLayout('mpr', stacks)(scrolled)
    expect(planes.frame?.origin[2]).toBeCloseTo(5)
    const frame = planes.frame && moveFrame(planes.frame, [3, 3, 31])
    const back = withLayout('2d', stacks)({ ...planes, frame })
    expect(back.cells).toMatchObject([{ slice: 31 }])
  })

  test('a stack without a volume stays in its layout', () => {
    const scene = createScene(localizer)
    expect(withLayout('mpr', stacks)(scene)).toBe(scene)
  })

  test('planes share one window, stacks have their own', () => {
    const window = { center: 300, width: 1500 }
    const viewport = { ...defaultViewport, window }
    const planes = withCellViewport(0, viewport)(withLayout('mpr', stacks)(createScene(chest)))
    expect(planes.cells.map((cell) => cell.viewport.window)).toStrictEqual([window, window, window])
    const four = withCellViewport(0, viewport)(withLayout('2x2', stacks)(createScene(chest)))
    expect(four.cells.map((cell) => cell.viewport.window)).toStrictEqual([window, null, null, null])
  })

  test('another series replaces that of the active viewport', () => {
    const four = withLayout('2x2', [chest])(createScene(chest))
    const scene = withStack(head)({ ...four, active: 2 })
    expect(scene.cells.map(({ stackKey }) => stackKey)).toStrictEqual([
      chest.key,
      chest.key,
      head.key,
      chest.key,
    ])
  })
})

test('the last phase is followed by the first, at the same slice', () => {
  const phases = [...chest.phases, ...chest.phases]
  const stack = { ...chest, phases }
  const second = withNextPhase(stack)(createScene(stack))
  expect(second.phases.get(stack.key)).toBe(1)
  expect(second.cells).toStrictEqual(createScene(stack).cells)
  expect(withNextPhase(stack)(second).phases.get(stack.key)).toBe(0)
})

describe('scrolling', () => {
  test('ends at the first and the last slice', () => {
    const scene = createScene(chest)
    expect(withSlice(0, 1e6, stacks)(scene).cells[0]?.slice).toBe(39)
    expect(withSlice(0, -3, stacks)(scene).cells[0]?.slice).toBe(0)
  })

  test('leaves the other viewports alone until they are synchronised', () => {
    const scene = withLayout('1x4', stacks)(createScene(chest))
    const before = scene.cells[1]?.slice ?? 0
    expect(withSlice(0, 24, stacks)(scene).cells[1]?.slice).toBe(before)
    const together = withSlice(0, 24, stacks)({ ...scene, isSynchronised: true })
    // Another frame of reference: five slices of one millimetre further.
    expect(together.cells[1]?.slice).toBe(before + 5)
  })

  test('shows the same place of a stack with the same frame of reference', () => {
    const thick = createStack('thick', 8, {
      phases: [
        {
          label: '',
          slices: (createStack('', 8).phases[0]?.slices ?? []).map((slice, index) => ({
            ...slice,
            position: [0, 0, 5 * index] as [number, number, number],
          })),
        },
      ],
    })
    const both = [chest, thick]
    const scene = { ...withLayout('2x2', both)(createScene(chest)), isSynchronised: true }
    expect(withSlice(0, 30, both)(scene).cells[1]).toMatchObject({
      stackKey: thick.key,
      slice: 6,
    })
  })
})

describe('hanging', () => {
  const turned = { ...defaultViewport, vflip: false, hflip: true, rotation: 180 as const }
  const hangings = new Map([[chest.key, turned]])

  test('stacks can be shown as they were scanned, and keep their zoom and window', () => {
    const zoomed = withCellViewport(0, {
      ...turned,
      zoom: 2,
      window: { center: 300, width: 1500 },
    })(createScene(chest, hangings))
    const scanned = withScannedSides(stacks)(zoomed)
    expect(scanned.cells[0]?.viewport).toEqual({
      ...defaultViewport,
      zoom: 2,
      window: { center: 300, width: 1500 },
    })
    // Series and layouts that are opened later are as they were scanned too.
    expect(withLayout('2x2', [chest])(scanned).cells.map(({ viewport }) => viewport.hflip)).toEqual(
      [false, false, false, false],
    )
    expect(withScannedSides(stacks)(scanned).cells[0]?.viewport).toMatchObject({
      hflip: true,
      rotation: 180,
      zoom: 2,
    })
  })

  test('planes hang the same whatever the user prefers for stacks', () => {
    const planes = withLayout('mpr', stacks)(createScene(chest, hangings))
    expect(withScannedSides(stacks)(planes).cells).toEqual(planes.cells)
  })
})

test('a series that ends before the place of the active one is outside, while both scroll together', () => {
  const short = createStack('short', 10)
  const both = [chest, short]
  const start = withLayout('2x2', both)(createScene(chest))
  const follow = (slice: number, isSynchronised = true) => {
    const scene = withSlice(0, slice, both)({ ...start, isSynchronised })
    return [scene.cells[1]?.slice, isOutsideOfActive(scene, both, 1)]
  }
  expect(follow(5)).toEqual([5, false])
  expect(follow(9)).toEqual([9, false])
  expect(follow(30)).toEqual([9, true])
  expect(follow(30, false)[1]).toBe(false)
  expect(isOutsideOfActive({ ...start, isSynchronised: true }, both, 0)).toBe(false)
})
