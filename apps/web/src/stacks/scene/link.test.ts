import type { Stack } from '@talus/contract'
import { expect, test } from 'vitest'
import { createStack } from '../testing/stacks.ts'
import { createLink, getLinkOffset } from './link.ts'
import { createScene, withCell } from './scene.ts'
import { withLayout } from './show-layout.ts'
import type { StackScene } from './scene.ts'
import { isOutsideOfActive, isScrolledUnlinked, withSlice } from './scroll.ts'

/** Moves the slices of a stack of 1 mm to these places. */
const at = (stack: Stack, toPlace: (index: number) => number): Stack => ({
  ...stack,
  phases: stack.phases.map((phase) => ({
    ...phase,
    slices: phase.slices.map((slice, index) => ({ ...slice, position: [0, 0, toPlace(index)] })),
  })),
})

const today = createStack('today', 41)
const prior = at(
  createStack('prior', 20, { frameOfReferenceUID: '9' }),
  (index) => 500 + 2.5 * index,
)
const upsideDown = at(
  createStack('upside down', 41, {
    frameOfReferenceUID: '8',
    orientation: { row: [1, 0, 0], column: [0, -1, 0] },
  }),
  (index) => -index,
)
const sagittal = createStack('sagittal', 9, {
  frameOfReferenceUID: '7',
  orientation: { row: [0, 1, 0], column: [0, 0, -1] },
})

const stacks = [today, prior, upsideDown, sagittal]

/** Four series beside each other, at these slices. */
function openScene(slices: readonly number[]): StackScene {
  const scene = withLayout('2x2', stacks)(createScene(today))
  return slices.reduce<StackScene>(
    (now, slice, index) => withCell(index, (cell) => ({ ...cell, slice }))(now),
    { ...scene, isSynchronised: true },
  )
}
const openLinkable = (all: readonly Stack[]): StackScene => ({
  ...withLayout('2x2', all)(createScene(today)),
  isSynchronised: true,
})
const readSlices = ({ cells }: StackScene) => cells.map(({ slice }) => slice)

test('linked series are scrolled by millimetres from the linked pair of slices', () => {
  const scene = openScene([10, 4, 30, 2])
  const linked = { ...scene, link: createLink(scene, stacks) }
  // 10 mm further are four slices of 2.5 mm; the third series is numbered from head to tail.
  expect(readSlices(withSlice(0, 20, stacks)(linked)).slice(0, 3)).toEqual([20, 8, 20])
  expect(readSlices(withSlice(1, 6, stacks)(linked)).slice(0, 3)).toEqual([15, 6, 25])
})

test('the link is exact after a series has stood at its end', () => {
  const scene = openScene([10, 4, 30, 2])
  const linked = { ...scene, link: createLink(scene, stacks) }
  const there = withSlice(0, 40, stacks)(withSlice(0, 0, stacks)(linked))
  expect(readSlices(there).slice(0, 3)).toEqual([40, 16, 0])
  expect(readSlices(withSlice(0, 10, stacks)(there)).slice(0, 3)).toEqual([10, 4, 30])
})

test('series that scroll together come back to the same slices after one has stood at its end', () => {
  // The second series ends 7.5 mm after slice 16.
  const scene = openScene([0, 16, 30, 2])
  const isOutside = (now: StackScene) => [1, 2].map((at) => isOutsideOfActive(now, stacks, at))
  const down = withSlice(0, 30, stacks)(scene)
  expect(readSlices(down).slice(0, 2)).toEqual([30, 19])
  expect(isOutside(down)).toEqual([true, true])
  const back = withSlice(0, 0, stacks)(down)
  expect(readSlices(back).slice(0, 3)).toEqual([0, 16, 30])
  expect(isOutside(back)).toEqual([false, false])
  // The one at its end leads the other back by the same distance.
  expect(readSlices(withSlice(1, 16, stacks)(down)).slice(0, 3)).toEqual([0, 16, 30])
  // Small steps add up, although a slice of the second series is 2.5 mm thick.
  const steps = Array.from({ length: 6 }, (_, step) => step + 1)
  const slowly = steps.reduce(
    (now, step) => withSlice(0, step, stacks)(now),
    openScene([0, 4, 9, 2]),
  )
  expect(readSlices(slowly).slice(0, 2)).toEqual([6, 6])
})

test('a linked series that ends before the place of the active one is outside', () => {
  const scene = openScene([10, 4, 30, 2])
  const linked = { ...scene, link: createLink(scene, stacks) }
  // The first slices of the active series and of the second one are linked, and the last of the third.
  const reach = (slice: number) =>
    [1, 2].map((at) => isOutsideOfActive(withSlice(0, slice, stacks)(linked), stacks, at))
  expect(reach(11)).toEqual([false, false])
  expect(reach(0)).toEqual([false, false])
  const shifted = openScene([30, 4, 30, 2])
  const far = { ...shifted, link: createLink(shifted, stacks) }
  const isOutside = (slice: number) =>
    isOutsideOfActive(withSlice(0, slice, stacks)(far), stacks, 1)
  expect([19, 18].map(isOutside)).toEqual([false, true])
})

test('a series of another frame of reference that scrolls along is named as not linked', () => {
  const again = createStack('today again', 41)
  const all = [...stacks, again]
  const scene = openScene([10, 4, 30, 2])
  const isUnlinked = (now: StackScene) =>
    now.cells.map((_, index) => isScrolledUnlinked(now, all, index))
  expect(isUnlinked(scene)).toEqual([false, true, true, true])
  expect(isUnlinked({ ...scene, isSynchronised: false })).toEqual([false, false, false, false])
  expect(isUnlinked({ ...scene, link: createLink(scene, all) })).toEqual([
    false,
    false,
    false,
    true,
  ])
  const beside = withCell(1, (cell) => ({ ...cell, stackKey: again.key }))(scene)
  expect(isUnlinked(beside)[1]).toBe(false)
})

test('a series that crosses the active one is not linked', () => {
  const link = createLink(openScene([10, 4, 30, 2]), stacks)
  expect([...(link?.places.keys() ?? [])]).toEqual([today.key, prior.key, upsideDown.key])
  const alone = withLayout('2x2', [today])(createScene(today))
  expect(createLink(alone, [today])).toBeUndefined()
})

test('the overlay tells the shift against the series that was active', () => {
  const scene = openScene([10, 4, 30, 2])
  const linked = { link: createLink(scene, stacks) }
  expect(stacks.map((stack) => getLinkOffset(linked, stacks, stack))).toEqual([
    undefined,
    500,
    40,
    undefined,
  ])
  expect(getLinkOffset({ link: undefined }, stacks, prior)).toBeUndefined()
})

test('series of one frame of reference that the user links at two places keep that distance', () => {
  const moved = createStack('moved', 41)
  const both = [today, moved]
  const scene = { ...withLayout('1x2', both)(createScene(today)), isSynchronised: true }
  const shifted = withCell(1, (cell) => ({ ...cell, slice: 25 }))(
    withCell(0, (cell) => ({ ...cell, slice: 20 }))(scene),
  )
  const linked = { ...shifted, link: createLink(shifted, both) }
  expect(getLinkOffset(linked, both, moved)).toBe(5)
  const scrolled = withSlice(0, 30, both)(linked)
  expect(readSlices(scrolled)).toEqual([30, 35])
  expect(isOutsideOfActive(scrolled, both, 1)).toBe(false)
  expect(isOutsideOfActive(withSlice(0, 37, both)(linked), both, 1)).toBe(true)
})

test('an inclined series of one frame of reference that is linked where it is stays there', () => {
  const [cosine, sine] = [Math.cos(0.3), Math.sin(0.3)]
  const inclined = at(
    createStack('inclined', 41, {
      orientation: { row: [1, 0, 0], column: [0, cosine, sine] },
    }),
    (index) => index / cosine,
  )
  const all = [today, inclined, prior]
  const there = withSlice(0, 21, all)(openLinkable(all))
  const linked = { ...there, link: createLink(there, all) }
  expect(getLinkOffset(linked, all, inclined)).toBeUndefined()
  for (const slice of [5, 30])
    expect(readSlices(withSlice(0, slice, all)(linked))[1]).toBe(
      readSlices(withSlice(0, slice, all)(there))[1],
    )
})

test('series of one frame of reference that are linked where they are have no shift', () => {
  // The slices of the second series lie between those of the first.
  const thick = at(createStack('thick', 20), (index) => 0.5 + 2 * index)
  const both = [today, thick]
  const scene = { ...withLayout('1x2', both)(createScene(today)), isSynchronised: true }
  const there = withSlice(0, 21, both)(scene)
  const linked = { ...there, link: createLink(there, both) }
  expect(getLinkOffset(linked, both, thick)).toBeUndefined()
  for (const slice of [0, 7, 30])
    expect(readSlices(withSlice(0, slice, both)(linked))).toEqual(
      readSlices(withSlice(0, slice, both)(there)),
    )
})

test('linked series stay at the linked place in another layout', () => {
  const scene = openScene([10, 4, 30, 2])
  const linked = withSlice(0, 20, stacks)({ ...scene, link: createLink(scene, stacks) })
  const row = withLayout('1x4', stacks)(linked)
  expect(readSlices(row).slice(0, 3)).toEqual([20, 8, 20])
  // Also after a layout that shows one of them alone, and one of planes.
  const alone = withSlice(0, 30, stacks)(withLayout('2d', stacks)(row))
  expect(readSlices(withLayout('2x2', stacks)(alone)).slice(0, 3)).toEqual([30, 12, 10])
  const planes = withLayout('mpr', stacks)(alone)
  expect(readSlices(withLayout('2x2', stacks)(planes)).slice(0, 3)).toEqual([30, 12, 10])
  // Series that do not scroll together begin in the middle, as before.
  const free = { ...row, isSynchronised: false, link: undefined }
  expect(readSlices(withLayout('2x2', stacks)(free)).slice(0, 3)).toEqual([20, 9, 20])
})

test('series that scroll together without a common place stay at their slices in another layout', () => {
  const scene = withSlice(0, 15, stacks)(openScene([10, 4, 30, 2]))
  expect(readSlices(scene).slice(0, 2)).toEqual([15, 6])
  expect(readSlices(withLayout('1x4', stacks)(scene)).slice(0, 2)).toEqual([15, 6])
})

test('series of one frame of reference are at one place in another layout', () => {
  const contrast = at(createStack('contrast', 30), (index) => 10 + index)
  const both = [today, contrast]
  const scene = { ...withLayout('2x2', both)(createScene(today)), isSynchronised: true }
  const scrolled = withSlice(0, 25, both)(scene)
  expect(readSlices(withLayout('1x2', both)(scrolled))).toEqual([25, 15])
})
