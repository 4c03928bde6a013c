import { expect, test } from 'vitest'
import { createGestureFixture } from '../testing/gesture-fixture.ts'

const middle = { x: 500, y: 400 }
const turn = { deltaX: 0, deltaY: 100, deltaMode: 0, ctrlKey: false }
const key = (name: string, shiftKey = false) => ({ key: name, shiftKey })

test('the wheel and the arrows go through the images without moving the view', () => {
  const fixture = createGestureFixture('windowLevel', { canBrowse: true })
  const before = fixture.state().viewport
  fixture.controller.wheel(middle, turn)
  fixture.controller.wheel(middle, { ...turn, deltaY: -100 })
  fixture.keys.down(key('ArrowDown'))
  fixture.keys.down(key('ArrowUp'))
  expect(fixture.browsed).toEqual([1, -1, 1, -1])
  expect(fixture.state().viewport).toEqual(before)
})

test('the wheel zooms with Ctrl, with the zoom tool, and if there is no other image', () => {
  for (const fixture of [
    createGestureFixture('windowLevel'),
    createGestureFixture('zoom', { canBrowse: true }),
  ]) {
    fixture.controller.wheel(middle, { ...turn, deltaY: -100 })
    expect(fixture.state().viewport.zoom).toBeCloseTo(1.2)
  }
  const fixture = createGestureFixture('windowLevel', { canBrowse: true })
  fixture.controller.wheel(middle, { ...turn, deltaY: -100, ctrlKey: true })
  expect(fixture.state().viewport.zoom).toBeCloseTo(1.2)
  expect(fixture.browsed).toEqual([])
})

test('the wheel does not leave an image on which a line is being drawn', () => {
  const fixture = createGestureFixture('length', { canBrowse: true })
  fixture.click({ x: 100, y: 100 })
  fixture.controller.wheel(middle, turn)
  expect(fixture.browsed).toEqual([])
  expect(fixture.store.get().draft).toBeDefined()
})

test('the arrows move a selected drawing, and with Shift they use the tool', () => {
  const fixture = createGestureFixture('length', { canBrowse: true })
  fixture.drag({ x: 100, y: 100 }, { x: 400, y: 100 })
  fixture.keys.down(key('ArrowDown'))
  expect(fixture.drawings()[0]?.steps[0]?.handles.start).toEqual({ x: 100, y: 101 })
  expect(fixture.browsed).toEqual([])
  fixture.choose('pan')
  fixture.keys.down(key('Escape'))
  fixture.keys.down(key('ArrowDown', true))
  expect(fixture.browsed).toEqual([])
  expect(fixture.state().viewport.pan.y).not.toBe(0)
})

test('a drag with the scroll tool goes on while the image of the layer changes', () => {
  const fixture = createGestureFixture('scroll', { canBrowse: true })
  const press = (y: number) => fixture.press({ x: 300, y })
  fixture.controller.down(press(100))
  fixture.controller.move(press(113))
  fixture.controller.changeImage()
  fixture.controller.move(press(131))
  fixture.controller.changeImage()
  fixture.controller.up(press(131))
  expect(fixture.browsed).toEqual([2, 3])
})

test('a drag with another tool ends with its image', () => {
  const fixture = createGestureFixture('length', { canBrowse: true })
  const press = (x: number) => fixture.press({ x, y: 100 })
  fixture.controller.down(press(100))
  fixture.controller.move(press(400))
  fixture.controller.changeImage()
  fixture.controller.move(press(500))
  fixture.controller.up(press(500))
  expect(fixture.drawings()).toEqual([])
})
