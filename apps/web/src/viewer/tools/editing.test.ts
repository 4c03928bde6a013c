import { describe, expect, test } from 'vitest'
import { scaleOf } from '../engine/camera.ts'
import { acceptCrop } from './crop.ts'
import { openStage } from './testing/stage.ts'

const at = (x: number, y: number) => ({ x, y })

function withLine() {
  const stage = openStage('length')
  stage.drag(at(100, 100), at(400, 100))
  stage.store.set((now) => ({ ...now, selected: undefined }))
  stage.choose('windowLevel')
  return stage
}
const handles = (stage: ReturnType<typeof openStage>) => stage.drawings()[0]?.steps[0]?.handles

describe('taking hold of a drawing', () => {
  test('a handle is taken within six pixels, and keeps its distance to the pointer', () => {
    const stage = withLine()
    stage.drag(at(404, 103), at(454, 203))
    expect(handles(stage)?.end).toEqual(at(450, 200))
    stage.store.undo()
    expect(handles(stage)?.end).toEqual(at(400, 100))
  })

  test('seven pixels away it is not', () => {
    const stage = withLine()
    stage.drag(at(407, 107), at(457, 207))
    expect(handles(stage)?.end).toEqual(at(400, 100))
    expect(stage.state().viewport.window).not.toBeNull()
  })

  test('a finger takes it from farther', () => {
    const stage = withLine()
    stage.drag(at(412, 112), at(462, 212), { kind: 'touch' })
    expect(handles(stage)?.end).toEqual(at(450, 200))
  })

  test('a line is selected by a click, and moved as a whole only then', () => {
    const stage = withLine()
    stage.drag(at(250, 100), at(250, 200))
    expect(handles(stage)?.start).toEqual(at(100, 100))
    stage.click(at(250, 100))
    expect(stage.store.get().selected).toBeDefined()
    stage.drag(at(250, 100), at(260, 200))
    expect(handles(stage)).toMatchObject({ start: at(110, 200), end: at(410, 200) })
  })

  test('nothing is dragged out of the image', () => {
    const stage = withLine()
    stage.click(at(250, 100))
    stage.drag(at(250, 100), at(250, -900))
    expect(handles(stage)).toMatchObject({ start: at(100, 0), end: at(400, 0) })
    stage.drag(at(400, 0), at(1500, 0))
    expect(handles(stage)?.end).toEqual(at(1000, 0))
  })

  test('words can be put elsewhere, also beside the image', () => {
    const stage = withLine()
    const label = stage.drawings()[0]?.id
    stage.drag(at(420, 90), at(520, -60), { label })
    expect(handles(stage)?.textBox).toEqual(at(500, -50))
    expect(stage.drawings()[0]?.steps[0]?.length).toBeCloseTo(30)
  })

  test('the words of a comment take it along', async () => {
    const stage = openStage('comment', { answer: 'Fissure?' })
    stage.click(at(200, 200))
    await Promise.resolve()
    stage.choose('windowLevel')
    stage.drag(at(230, 190), at(330, 290), { label: stage.drawings()[0]?.id })
    expect(handles(stage)).toEqual({ start: at(300, 300) })
  })

  test('a second finger ends what the first has begun', () => {
    const stage = withLine()
    stage.controller.down(stage.press(at(400, 100), { kind: 'touch' }))
    stage.controller.move(stage.press(at(500, 300), { kind: 'touch' }))
    stage.controller.down(stage.press(at(700, 300), { kind: 'touch', id: 2 }))
    expect(handles(stage)?.end).toEqual(at(400, 100))
    stage.controller.move(stage.press(at(900, 300), { kind: 'touch', id: 2 }))
    expect(scaleOf(stage.host.camera())).toBeCloseTo(2)
    stage.controller.up(stage.press(at(500, 300), { kind: 'touch' }))
    stage.controller.move(stage.press(at(100, 300), { kind: 'touch', id: 2 }))
    expect(scaleOf(stage.host.camera())).toBeCloseTo(2)
  })

  test('hidden drawings cannot be taken', () => {
    const stage = withLine()
    stage.store.set((now) => ({ ...now, areDrawingsVisible: false }))
    stage.drag(at(400, 100), at(450, 200))
    expect(handles(stage)?.end).toEqual(at(400, 100))
  })
})

describe('the eraser', () => {
  function withTwoLines() {
    const stage = withLine()
    stage.choose('length')
    stage.drag(at(100, 300), at(400, 300))
    stage.choose('eraser')
    return stage
  }

  test('one stroke takes along what it passes, and is one step to undo', () => {
    const stage = withTwoLines()
    const { controller, press } = stage
    controller.down(press(at(250, 50)))
    for (const y of [100, 200, 300]) controller.move(press(at(250, y)))
    controller.up(press(at(250, 300)))
    expect(stage.drawings()).toEqual([])
    stage.store.undo()
    expect(stage.drawings()).toHaveLength(2)
  })

  test('a second finger takes back what the first has erased', () => {
    const stage = withTwoLines()
    stage.controller.down(stage.press(at(250, 100), { kind: 'touch' }))
    expect(stage.drawings()).toHaveLength(1)
    stage.controller.down(stage.press(at(250, 500), { kind: 'touch', id: 2 }))
    expect(stage.drawings()).toHaveLength(2)
    stage.store.undo()
    expect(stage.drawings()).toHaveLength(1)
  })
})

describe('keys', () => {
  const key = (name: string, shiftKey = false) => ({ key: name, shiftKey })

  test('arrows move what is selected, ten pixels with Shift, as one step to undo', () => {
    const stage = withLine()
    stage.click(at(250, 100))
    stage.keys.down(key('ArrowDown', true))
    stage.keys.down(key('ArrowRight'))
    stage.keys.up()
    expect(handles(stage)).toMatchObject({ start: at(101, 110), end: at(401, 110) })
    stage.store.undo()
    expect(handles(stage)).toMatchObject({ start: at(100, 100), end: at(400, 100) })
  })

  test('the next handle can be chosen and moved alone', () => {
    const stage = withLine()
    stage.click(at(250, 100))
    stage.keys.down(key('PageDown'))
    stage.keys.down(key('PageDown'))
    stage.keys.down(key('ArrowUp', true))
    expect(handles(stage)).toMatchObject({ start: at(100, 100), end: at(400, 90) })
  })

  test('Delete removes what is selected and nothing else', () => {
    const stage = withLine()
    expect(stage.keys.down(key('Delete'))).toBe(false)
    stage.click(at(250, 100))
    expect(stage.keys.down(key('Delete'))).toBe(true)
    expect(stage.drawings()).toEqual([])
  })

  test('Enter draws in the middle of the cell, without a pointer', () => {
    const stage = openStage('length')
    expect(stage.keys.down(key('Enter'))).toBe(true)
    expect(handles(stage)).toMatchObject({ start: at(400, 400), end: at(600, 400) })
  })
})

describe('looking', () => {
  test('window and level follow the pointer and can be undone; zoom and pan are no steps', () => {
    const stage = openStage('windowLevel')
    stage.drag(at(500, 400), at(600, 350))
    expect(stage.state().viewport.window).toEqual({ center: 450, width: 1100 })
    stage.drag(at(500, 400), at(520, 400), { button: 1 })
    expect(stage.state().viewport.pan).toEqual(at(-20, 0))
    stage.store.undo()
    expect(stage.state().viewport.window).toBeNull()
    expect(stage.state().viewport.pan).toEqual(at(-20, 0))
  })

  test('the magnifier is there while the button is held', () => {
    const stage = openStage('magnifier')
    stage.controller.down(stage.press(at(10, 10)))
    expect(stage.host.view.get().magnifier).toMatchObject({ at: at(10, 10) })
    stage.controller.up(stage.press(at(10, 10)))
    expect(stage.host.view.get().magnifier).toBeUndefined()
  })
})

describe('crop and calibration', () => {
  test('a crop is drawn, corrected at a corner, and kept when it is accepted', () => {
    const stage = openStage('crop')
    stage.drag(at(100, 100), at(400, 300))
    stage.drag(at(112, 100), at(62, 50))
    expect(stage.state().crop).toBeUndefined()
    acceptCrop(stage.host)
    expect(stage.state().crop).toEqual({ start: at(400, 300), end: at(62, 50) })
    expect(stage.store.get().tool).toBe('windowLevel')
  })

  test('outside of the corners a mouse draws anew where a finger still takes hold', () => {
    const stage = openStage('crop')
    stage.drag(at(300, 300), at(600, 600))
    stage.drag(at(280, 300), at(200, 200), { kind: 'touch' })
    expect(stage.host.view.get().crop?.start).toEqual(at(600, 600))
    stage.drag(at(180, 200), at(100, 100))
    expect(stage.host.view.get().crop?.start).toEqual(at(180, 200))
  })

  test('a known length gives the size of a pixel, and all lengths follow', async () => {
    const stage = openStage('length', { hasSpacing: false, answer: 30 })
    stage.drag(at(100, 100), at(400, 100))
    expect(stage.drawings()[0]?.steps[0]?.length).toBeCloseTo(300)
    stage.choose('calibrate')
    stage.drag(at(100, 400), at(700, 400))
    await Promise.resolve()
    expect(stage.state().calibration).toEqual({ method: 'length', millimetres: 30, pixels: 600 })
    expect(stage.drawings()[0]?.steps[0]?.length).toBeCloseTo(15)
  })
})
