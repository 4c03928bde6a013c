import { expect, test } from 'vitest'
import { createWheelSteps } from './view-transforms.ts'
import { imageId, createGestureFixture } from '../testing/gesture-fixture.ts'

test('a drawing belongs to the visible frame and can only be edited there', () => {
  const { store, drag, click, drawings, keys, choose } = createGestureFixture('length')
  const showFrame = (frame: number) =>
    store.set((now) => ({ ...now, frames: new Map([[imageId, frame]]) }))
  drag({ x: 100, y: 100 }, { x: 300, y: 100 })
  showFrame(12)
  drag({ x: 100, y: 100 }, { x: 300, y: 100 })
  expect(drawings().map(({ frame }) => frame)).toEqual([undefined, 12])
  showFrame(40)
  expect(keys.down({ key: 'Delete', shiftKey: false })).toBe(false)
  choose('eraser')
  click({ x: 200, y: 100 })
  expect(drawings()).toHaveLength(2)
  showFrame(12)
  click({ x: 200, y: 100 })
  expect(drawings().map(({ frame }) => frame)).toEqual([undefined])
})

test('each frame has its own heart score', () => {
  const { store, drag, drawings } = createGestureFixture('vhs')
  drag({ x: 100, y: 100 }, { x: 300, y: 100 })
  store.set((now) => ({ ...now, frames: new Map([[imageId, 2]]) }))
  drag({ x: 100, y: 200 }, { x: 300, y: 200 })
  expect(drawings().map(({ frame, steps }) => [frame, steps.length])).toEqual([
    [undefined, 1],
    [2, 1],
  ])
})

test('wheel steps count notches and add up small trackpad events', () => {
  const toSteps = createWheelSteps()
  const turn = (deltaY: number, deltaX = 0, deltaMode = 0) => toSteps({ deltaX, deltaY, deltaMode })
  expect([turn(100), turn(-100), turn(0, 100), turn(3, 0, 1)]).toEqual([1, -1, 1, 1])
  expect([turn(40), turn(40), turn(40), turn(-40), turn(-70)]).toEqual([0, 0, 1, 0, -1])
})
