import { createFrame } from '@talus/volume'
import type { Frame } from '@talus/volume'
import { expect, test } from 'vitest'
import { createStack } from '../testing/stacks.ts'
import { restoreScene, writeScene } from './kept-scene.ts'
import { createLink } from './link.ts'
import { createScene, withActive, withCell } from './scene.ts'
import { withSlice } from './scroll.ts'
import { withLayout } from './show-layout.ts'

const chest = createStack('chest', 40)
const head = createStack('head', 20, { frameOfReferenceUID: '9.9' })
const survey = createStack('survey', 2, { kind: 'pictures' })
const stacks = [chest, head, survey]
const opened = createScene(chest)
const window = { center: 300, width: 1500 }

const four = withCell(1, (cell) => ({
  ...cell,
  viewport: { ...cell.viewport, window, zoom: 2, pan: { x: 3, y: 4 } },
}))(withActive(1)(withSlice(1, 5, stacks)(withLayout('2x2', stacks)(opened))))

test('the viewports are as they were before the page was loaded again', () => {
  const linked = { ...four, isSynchronised: true, link: createLink(four, stacks), enlarged: 1 }
  const restored = restoreScene(opened, stacks, writeScene(linked, stacks))
  expect(restored).toEqual(linked)
  // Playback does not go on by itself.
  const playing = { ...four, cine: { isPlaying: true, rate: 20 } }
  expect(restoreScene(opened, stacks, writeScene(playing, stacks))?.cine).toEqual({
    isPlaying: false,
    rate: 20,
  })
})

test('planes are at the same place and turned as before', () => {
  const planes = withLayout('mpr', stacks)(opened)
  const rotation: Frame['rotation'] = [
    [0, 1, 0],
    [-1, 0, 0],
    [0, 0, 1],
  ]
  const turned = {
    ...planes,
    frame: { ...createFrame([1, 2, 3]), rotation },
    slab: { isOn: true, mode: 'mean' as const, thickness: 5 },
  }
  expect(restoreScene(opened, stacks, writeScene(turned, stacks))).toEqual(turned)
})

test('the slice is found by its place if further slices have arrived', () => {
  const text = writeScene(withSlice(0, 30, stacks)(opened), stacks)
  const slices = chest.phases[0]?.slices ?? []
  const later = { ...chest, phases: [{ label: '', slices: slices.slice(10) }] }
  expect(restoreScene(opened, [later], text)?.cells[0]?.slice).toBe(20)
})

test('series that are not there any more leave the others, and a changed text leaves nothing', () => {
  const text = writeScene(four, stacks)
  const rest = restoreScene(opened, [chest], text)
  expect(rest).toMatchObject({ layout: '2d', active: 0, cells: [{ stackKey: chest.key }] })
  expect(restoreScene(opened, [survey], writeScene(opened, stacks))).toBeUndefined()
  for (const damaged of ['', '{', '{}', text.replace('"2x2"', '"9x9"'), text.replace('2x2', 'mpr')])
    expect(restoreScene(opened, stacks, damaged)).toBeUndefined()
})
