import { expect, test } from 'vitest'
import { createWheelSteps } from './gestures.ts'
import { imageId, openStage } from './testing/stage.ts'

test('what is drawn belongs to the frame that is seen, and only there can it be taken', () => {
  const { store, drag, click, drawings, keys, choose } = openStage('length')
  const see = (frame: number) =>
    store.set((now) => ({ ...now, frames: new Map([[imageId, frame]]) }))
  drag({ x: 100, y: 100 }, { x: 300, y: 100 })
  see(12)
  drag({ x: 100, y: 100 }, { x: 300, y: 100 })
  expect(drawings().map(({ frame }) => frame)).toEqual([undefined, 12])
  see(40)
  expect(keys.down({ key: 'Delete', shiftKey: false })).toBe(false)
  choose('eraser')
  click({ x: 200, y: 100 })
  expect(drawings()).toHaveLength(2)
  see(12)
  click({ x: 200, y: 100 })
  expect(drawings().map(({ frame }) => frame)).toEqual([undefined])
})

test('each frame has a heart score of its own', () => {
  const { store, drag, drawings } = openStage('vhs')
  drag({ x: 100, y: 100 }, { x: 300, y: 100 })
  store.set((now) => ({ ...now, frames: new Map([[imageId, 2]]) }))
  drag({ x: 100, y: 200 }, { x: 300, y: 200 })
  expect(drawings().map(({ frame, steps }) => [frame, steps.length])).toEqual([
    [undefined, 1],
    [2, 1],
  ])
})

test('a wheel steps by its notches, a trackpad by as much as they make together', () => {
  const turned = createWheelSteps()
  const turn = (deltaY: number, deltaX = 0, deltaMode = 0) => turned({ deltaX, deltaY, deltaMode })
  expect([turn(100), turn(-100), turn(0, 100), turn(3, 0, 1)]).toEqual([1, -1, 1, 1])
  expect([turn(40), turn(40), turn(40), turn(-40), turn(-70)]).toEqual([0, 0, 1, 0, -1])
})
