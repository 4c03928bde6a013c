import { describe, expect, test } from 'vitest'
import { getScale } from '../camera/camera.ts'
import { acceptCrop } from './crop.ts'
import { createGestureFixture } from '../testing/gesture-fixture.ts'

const at = (x: number, y: number) => ({ x, y })

function withLine() {
  const fixture = createGestureFixture('length')
  fixture.drag(at(100, 100), at(400, 100))
  fixture.store.set((now) => ({ ...now, selected: undefined }))
  fixture.choose('windowLevel')
  return fixture
}
const handles = (fixture: ReturnType<typeof createGestureFixture>) =>
  fixture.drawings()[0]?.steps[0]?.handles

describe('dragging a drawing', () => {
  test('a handle is grabbed within six pixels and keeps its distance to the pointer', () => {
    const fixture = withLine()
    fixture.drag(at(404, 103), at(454, 203))
    expect(handles(fixture)?.end).toEqual(at(450, 200))
    fixture.store.undo()
    expect(handles(fixture)?.end).toEqual(at(400, 100))
  })

  test('a handle is not grabbed from seven pixels away', () => {
    const fixture = withLine()
    fixture.drag(at(407, 107), at(457, 207))
    expect(handles(fixture)?.end).toEqual(at(400, 100))
    expect(fixture.state().viewport.window).not.toBeNull()
  })

  test('touch grabs a handle from farther away', () => {
    const fixture = withLine()
    fixture.drag(at(412, 112), at(462, 212), { kind: 'touch' })
    expect(handles(fixture)?.end).toEqual(at(450, 200))
  })

  test('a line can be moved only after a click has selected it', () => {
    const fixture = withLine()
    fixture.drag(at(250, 100), at(250, 200))
    expect(handles(fixture)?.start).toEqual(at(100, 100))
    fixture.click(at(250, 100))
    expect(fixture.store.get().selected).toBeDefined()
    fixture.drag(at(250, 100), at(260, 200))
    expect(handles(fixture)).toMatchObject({ start: at(110, 200), end: at(410, 200) })
  })

  test('lines and handles cannot be dragged out of the image', () => {
    const fixture = withLine()
    fixture.click(at(250, 100))
    fixture.drag(at(250, 100), at(250, -900))
    expect(handles(fixture)).toMatchObject({ start: at(100, 0), end: at(400, 0) })
    fixture.drag(at(400, 0), at(1500, 0))
    expect(handles(fixture)?.end).toEqual(at(1000, 0))
  })

  test('a label can be moved, also outside the image', () => {
    const fixture = withLine()
    const label = fixture.drawings()[0]?.id
    fixture.drag(at(420, 90), at(520, -60), { label })
    expect(handles(fixture)?.textBox).toEqual(at(500, -50))
    expect(fixture.drawings()[0]?.steps[0]?.length).toBeCloseTo(30)
  })

  test('dragging the text of a comment moves the comment', async () => {
    const fixture = createGestureFixture('comment', { answer: 'Fissure?' })
    fixture.click(at(200, 200))
    await Promise.resolve()
    fixture.choose('windowLevel')
    fixture.drag(at(230, 190), at(330, 290), { label: fixture.drawings()[0]?.id })
    expect(handles(fixture)).toEqual({ start: at(300, 300) })
  })

  test('a second finger cancels the drag of the first', () => {
    const fixture = withLine()
    fixture.controller.down(fixture.press(at(400, 100), { kind: 'touch' }))
    fixture.controller.move(fixture.press(at(500, 300), { kind: 'touch' }))
    fixture.controller.down(fixture.press(at(700, 300), { kind: 'touch', id: 2 }))
    expect(handles(fixture)?.end).toEqual(at(400, 100))
    fixture.controller.move(fixture.press(at(900, 300), { kind: 'touch', id: 2 }))
    expect(getScale(fixture.host.camera())).toBeCloseTo(2)
    fixture.controller.up(fixture.press(at(500, 300), { kind: 'touch' }))
    fixture.controller.move(fixture.press(at(100, 300), { kind: 'touch', id: 2 }))
    expect(getScale(fixture.host.camera())).toBeCloseTo(2)
  })

  test('hidden drawings cannot be dragged', () => {
    const fixture = withLine()
    fixture.store.set((now) => ({ ...now, areDrawingsVisible: false }))
    fixture.drag(at(400, 100), at(450, 200))
    expect(handles(fixture)?.end).toEqual(at(400, 100))
  })
})

describe('the eraser', () => {
  function withTwoLines() {
    const fixture = withLine()
    fixture.choose('length')
    fixture.drag(at(100, 300), at(400, 300))
    fixture.choose('eraser')
    return fixture
  }

  test('one eraser stroke removes everything it touches as one undo step', () => {
    const fixture = withTwoLines()
    const { controller, press } = fixture
    controller.down(press(at(250, 50)))
    for (const y of [100, 200, 300]) controller.move(press(at(250, y)))
    controller.up(press(at(250, 300)))
    expect(fixture.drawings()).toEqual([])
    fixture.store.undo()
    expect(fixture.drawings()).toHaveLength(2)
  })

  test('a second finger restores drawings erased by the first', () => {
    const fixture = withTwoLines()
    fixture.controller.down(fixture.press(at(250, 100), { kind: 'touch' }))
    expect(fixture.drawings()).toHaveLength(1)
    fixture.controller.down(fixture.press(at(250, 500), { kind: 'touch', id: 2 }))
    expect(fixture.drawings()).toHaveLength(2)
    fixture.store.undo()
    expect(fixture.drawings()).toHaveLength(1)
  })
})

describe('keys', () => {
  const key = (name: string, shiftKey = false) => ({ key: name, shiftKey })

  test('arrow keys move the selected drawing, ten pixels with Shift, as one undo step', () => {
    const fixture = withLine()
    fixture.click(at(250, 100))
    fixture.keys.down(key('ArrowDown', true))
    fixture.keys.down(key('ArrowRight'))
    fixture.keys.up()
    expect(handles(fixture)).toMatchObject({ start: at(101, 110), end: at(401, 110) })
    fixture.store.undo()
    expect(handles(fixture)).toMatchObject({ start: at(100, 100), end: at(400, 100) })
  })

  test('Page Down selects the next handle, which arrow keys move', () => {
    const fixture = withLine()
    fixture.click(at(250, 100))
    fixture.keys.down(key('PageDown'))
    fixture.keys.down(key('PageDown'))
    fixture.keys.down(key('ArrowUp', true))
    expect(handles(fixture)).toMatchObject({ start: at(100, 100), end: at(400, 90) })
  })

  test('Delete removes only the selected drawing', () => {
    const fixture = withLine()
    expect(fixture.keys.down(key('Delete'))).toBe(false)
    fixture.click(at(250, 100))
    expect(fixture.keys.down(key('Delete'))).toBe(true)
    expect(fixture.drawings()).toEqual([])
  })

  test('Enter shows a line at the centre, and saves it only after it was moved', () => {
    const fixture = createGestureFixture('length')
    expect(fixture.keys.down(key('Enter'))).toBe(true)
    expect(fixture.store.get().draft?.step?.handles).toMatchObject({
      start: at(400, 400),
      end: at(600, 400),
    })
    fixture.keys.down(key('Enter'))
    expect([fixture.drawings(), fixture.reported]).toEqual([[], ['notPlaced']])
    fixture.keys.down(key('PageDown'))
    fixture.keys.down(key('ArrowUp', true))
    // The pointer does not take the line along.
    fixture.controller.move(fixture.press(at(100, 100)))
    expect(fixture.drawings()).toEqual([])
    fixture.keys.down(key('Enter'))
    expect(handles(fixture)).toMatchObject({ start: at(400, 390), end: at(600, 400) })
    fixture.store.undo()
    expect(fixture.drawings()).toEqual([])
  })

  test('a line that was begun by keys is drawn anew by the pointer, and Escape discards it', () => {
    const fixture = createGestureFixture('length')
    fixture.keys.down(key('Enter'))
    fixture.keys.down(key('ArrowUp'))
    fixture.drag(at(100, 100), at(300, 100))
    expect(fixture.drawings()).toHaveLength(1)
    expect(handles(fixture)).toMatchObject({ start: at(100, 100), end: at(300, 100) })
    fixture.store.set((now) => ({ ...now, selected: undefined }))
    fixture.keys.down(key('Enter'))
    fixture.keys.down(key('Escape'))
    expect(fixture.store.get().draft).toBeUndefined()
    expect(fixture.drawings()).toHaveLength(1)
  })

  test('by keys too, VHS has no short axis that the user has not placed', () => {
    const fixture = createGestureFixture('vhs')
    const place = (...names: string[]) => {
      for (const name of ['Enter', ...names, 'Enter']) fixture.keys.down(key(name, true))
    }
    place('ArrowUp')
    expect(fixture.drawings()).toMatchObject([{ steps: [{ step: 1 }] }])
    place('ArrowDown')
    // The long axis alone is neither saved nor measured.
    expect(fixture.drawings()[0]?.steps).toHaveLength(1)
    place()
    expect(fixture.reported).toEqual(['notPlaced'])
    expect(fixture.drawings()[0]?.steps).toHaveLength(1)
    const long = { start: at(400, 410), end: at(600, 410) }
    fixture.keys.down(key('ArrowUp', true))
    fixture.keys.down(key('Enter'))
    expect(fixture.drawings()[0]?.steps[1]?.handles).toMatchObject({
      ...long,
      perpendicularStart: { y: 350 },
      perpendicularEnd: { y: 460 },
    })
    fixture.store.undo()
    expect(fixture.store.get().draft?.firstStroke?.step.handles).toMatchObject(long)
    expect(fixture.drawings()[0]?.steps).toHaveLength(1)
  })
})

describe('viewing', () => {
  test('window changes can be undone, zoom and pan cannot', () => {
    const fixture = createGestureFixture('windowLevel')
    fixture.drag(at(500, 400), at(600, 350))
    expect(fixture.state().viewport.window).toEqual({ center: 450, width: 1100 })
    fixture.drag(at(500, 400), at(520, 400), { button: 1 })
    expect(fixture.state().viewport.pan).toEqual(at(-20, 0))
    fixture.store.undo()
    expect(fixture.state().viewport.window).toBeNull()
    expect(fixture.state().viewport.pan).toEqual(at(-20, 0))
  })

  test('the magnifier is shown while the button is held', () => {
    const fixture = createGestureFixture('magnifier')
    fixture.controller.down(fixture.press(at(10, 10)))
    expect(fixture.host.view.get().magnifier).toMatchObject({ at: at(10, 10) })
    fixture.controller.up(fixture.press(at(10, 10)))
    expect(fixture.host.view.get().magnifier).toBeUndefined()
  })
})

describe('crop and calibration', () => {
  test('a crop is drawn, corrected at a corner, and saved when accepted', () => {
    const fixture = createGestureFixture('crop')
    fixture.drag(at(100, 100), at(400, 300))
    fixture.drag(at(112, 100), at(62, 50))
    expect(fixture.state().crop).toBeUndefined()
    acceptCrop(fixture.host)
    expect(fixture.state().crop).toEqual({ start: at(400, 300), end: at(62, 50) })
    expect(fixture.store.get().tool).toBe('windowLevel')
  })

  test('near a crop corner, touch grabs it where the mouse starts a new crop', () => {
    const fixture = createGestureFixture('crop')
    fixture.drag(at(300, 300), at(600, 600))
    fixture.drag(at(280, 300), at(200, 200), { kind: 'touch' })
    expect(fixture.host.view.get().crop?.start).toEqual(at(600, 600))
    fixture.drag(at(180, 200), at(100, 100))
    expect(fixture.host.view.get().crop?.start).toEqual(at(180, 200))
  })

  test('calibration by a known length recomputes all lengths', async () => {
    const fixture = createGestureFixture('length', { hasSpacing: false, answer: 30 })
    fixture.drag(at(100, 100), at(400, 100))
    expect(fixture.drawings()[0]?.steps[0]?.length).toBeCloseTo(300)
    fixture.choose('calibrate')
    fixture.drag(at(100, 400), at(700, 400))
    await Promise.resolve()
    expect(fixture.state().calibration).toEqual({ method: 'length', millimetres: 30, pixels: 600 })
    expect(fixture.drawings()[0]?.steps[0]?.length).toBeCloseTo(15)
  })
})
