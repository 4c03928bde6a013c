import type { Stack } from '@talus/contract'
import { expect, test } from 'vitest'
import { createStack } from '../testing/stacks.ts'
import { createLink, getLinkOffset } from './link.ts'
import { createScene, withCell, withLayout } from './scene.ts'
import type { StackScene } from './scene.ts'
import { withSlice } from './scroll.ts'

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
