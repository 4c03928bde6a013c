import { expect, test } from 'vitest'
import { createGestureFixture } from '../testing/gesture-fixture.ts'
import { getAngle } from '../camera/angle.ts'
import { getScale, toImage } from '../camera/camera.ts'

// The centre of the viewport is at 500, 400.
const top = { x: 500, y: 200 }
const right = { x: 700, y: 400 }

test('a drag around the centre rotates by its angle, as one undo step', () => {
  const fixture = createGestureFixture('rotate')
  fixture.drag(top, right)
  expect(getAngle(fixture.state().viewport)).toBe(90)
  expect(fixture.state().viewport).toMatchObject({ rotation: 90, tilt: undefined })
  fixture.drag(top, { x: 500 + 200 * Math.sin(0.3), y: 400 - 200 * Math.cos(0.3) })
  expect(getAngle(fixture.state().viewport)).toBeCloseTo(90 + (0.3 * 180) / Math.PI, 1)
  fixture.host.store.undo()
  expect(getAngle(fixture.state().viewport)).toBe(90)
})

test('Shift and the arrows rotate by one degree and by a tenth', () => {
  const fixture = createGestureFixture('rotate')
  fixture.keys.down({ key: 'ArrowRight', shiftKey: true })
  fixture.keys.down({ key: 'ArrowUp', shiftKey: true })
  fixture.keys.down({ key: 'ArrowUp', shiftKey: true })
  expect(getAngle(fixture.state().viewport)).toBe(1.2)
  fixture.keys.down({ key: 'ArrowLeft', shiftKey: true })
  expect(getAngle(fixture.state().viewport)).toBe(0.2)
})

test('a line that is drawn on a rotated image lies under the pointer and has its true length', () => {
  const fixture = createGestureFixture('rotate')
  fixture.drag(top, { x: 500 + 200 * Math.sin(0.5), y: 400 - 200 * Math.cos(0.5) })
  fixture.choose('length')
  const [from, to] = [
    { x: 450, y: 380 },
    { x: 560, y: 410 },
  ]
  const camera = fixture.host.camera()
  fixture.drag(from, to)
  const { start, end } = fixture.drawings()[0]?.steps[0]?.handles ?? {}
  expect(start?.x).toBeCloseTo(toImage(camera, from).x, 6)
  expect(end?.y).toBeCloseTo(toImage(camera, to).y, 6)
  const length = Math.hypot((end?.x ?? 0) - (start?.x ?? 0), (end?.y ?? 0) - (start?.y ?? 0))
  expect(length).toBeCloseTo(Math.hypot(110, 30) / getScale(camera), 6)
})
