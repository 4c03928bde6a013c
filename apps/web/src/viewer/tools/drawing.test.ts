import { isComplete, toolOf } from '@talus/measurements'
import { describe, expect, test } from 'vitest'
import { openStage } from './testing/stage.ts'

const at = (x: number, y: number) => ({ x, y })

function resultOf(stage: ReturnType<typeof openStage>) {
  const [drawing] = stage.drawings()
  return drawing ? toolOf(drawing.tool).measure(drawing, stage.context) : []
}

describe('drawing', () => {
  test('a drag makes a length, which is one step to undo', () => {
    const stage = openStage('length')
    stage.drag(at(100, 100), at(400, 500))
    expect(resultOf(stage)).toMatchObject([{ name: 'length', value: 50, unit: 'mm' }])
    expect(stage.drawings()[0]?.steps[0]?.length).toBeCloseTo(50)
    stage.store.undo()
    expect(stage.drawings()).toEqual([])
    stage.store.redo()
    expect(stage.drawings()).toHaveLength(1)
  })

  test('two clicks make one as well, and a click is nothing by itself', () => {
    const stage = openStage('length')
    stage.click(at(100, 100))
    expect(stage.drawings()).toEqual([])
    stage.controller.move(stage.press(at(200, 100)))
    stage.click(at(300, 100))
    expect(resultOf(stage)).toMatchObject([{ value: 20 }])
    stage.click(at(600, 600))
    stage.click(at(600, 600))
    expect(stage.drawings()).toHaveLength(1)
    expect(stage.host.view.get().draft).toBeUndefined()
  })

  test('Escape takes back what is being drawn', () => {
    const stage = openStage('length')
    stage.click(at(100, 100))
    expect(stage.keys.down({ key: 'Escape', shiftKey: false })).toBe(true)
    stage.controller.move(stage.press(at(200, 100)))
    expect(stage.host.view.get().draft).toBeUndefined()
    expect(stage.drawings()).toEqual([])
  })

  test('what ends outside of the image is cancelled, and said', () => {
    const stage = openStage('length')
    stage.drag(at(100, 100), at(1100, 100))
    expect(stage.drawings()).toEqual([])
    expect(stage.told).toEqual(['outside'])
  })

  test('an angle is an arm to the vertex, then a click', () => {
    const stage = openStage('angle')
    stage.drag(at(500, 200), at(500, 500))
    expect(stage.drawings()).toEqual([])
    stage.controller.move(stage.press(at(600, 500)))
    stage.click(at(800, 500))
    expect(resultOf(stage)[0]?.value).toBeCloseTo(90)
  })

  test('a bidirectional measurement has its second line at once, and none without millimetres', () => {
    const stage = openStage('bidirectional')
    stage.drag(at(300, 400), at(700, 400))
    expect(resultOf(stage)).toMatchObject([{ value: 40 }, { name: 'width', value: 20 }])
    const bare = openStage('bidirectional', { hasSpacing: false })
    bare.drag(at(300, 400), at(700, 400))
    expect(bare.drawings()).toEqual([])
    expect(bare.told).toEqual(['needsSpacing'])
  })

  test('a freehand line keeps its way', () => {
    const stage = openStage('freehand')
    stage.drag(at(100, 100), at(500, 100))
    expect(stage.drawings()[0]?.steps[0]?.points).toHaveLength(5)
    expect(resultOf(stage)[0]?.value).toBeCloseTo(40)
  })

  test('a comment asks for its words, and without any there is none', async () => {
    const stage = openStage('comment', { answer: 'Fissure?' })
    stage.click(at(200, 200))
    await Promise.resolve()
    expect(stage.drawings()).toMatchObject([{ tool: 'comment', text: 'Fissure?' }])
    const silent = openStage('comment')
    silent.click(at(200, 200))
    await Promise.resolve()
    expect(silent.drawings()).toEqual([])
  })

  test('lines begin on lines: drawing never takes hold of what is not selected', () => {
    const stage = openStage('length')
    stage.drag(at(100, 100), at(400, 100))
    stage.store.set((now) => ({ ...now, selected: undefined }))
    stage.drag(at(400, 100), at(400, 300))
    expect(stage.drawings()).toHaveLength(2)
  })
})

describe('guided measurements', () => {
  test('a step may begin in the middle of the circle before it', () => {
    const stage = openStage('tplo')
    stage.drag(at(500, 700), at(560, 700))
    stage.drag(at(500, 700), at(500, 100))
    expect(stage.drawings()[0]?.steps).toHaveLength(2)
    expect(stage.drawings()[0]?.steps[0]?.handles.start).toEqual(at(500, 700))
  })

  test('VHS: two steps, its result after both; a slip of the hand is cancelled', () => {
    const stage = openStage('vhs')
    stage.drag(at(200, 150), at(700, 150), { ms: 100 })
    expect(stage.told).toEqual(['tooQuick'])
    stage.drag(at(200, 150), at(700, 150))
    expect(resultOf(stage)).toEqual([])
    expect(stage.store.get().pending).toBeDefined()
    stage.drag(at(600, 300), at(300, 700))
    expect(stage.drawings()).toHaveLength(1)
    // 50 mm and, at first, half of it, by a tenth of 50 mm.
    expect(resultOf(stage)[0]).toMatchObject({ name: 'vhs', value: 7.5, decimals: 3 })
    expect(stage.store.get().pending).toBeUndefined()
    stage.choose('windowLevel')
    stage.choose('vhs')
    stage.click(at(900, 700))
    expect(stage.told.at(-1)).toBe('complete')
  })

  test('TPLO: the circle is held while the axis exists, and takes the rest along when it goes', () => {
    const stage = openStage('tplo')
    stage.drag(at(500, 700), at(560, 700))
    stage.drag(at(500, 100), at(500, 690))
    stage.drag(at(400, 120), at(600, 213))
    const [drawing] = stage.drawings()
    expect(drawing && isComplete(drawing)).toBe(true)
    expect(resultOf(stage)[0]?.value).toBeCloseTo(24.94, 1)
    stage.choose('windowLevel')
    stage.drag(at(560, 700), at(700, 700))
    expect(stage.drawings()[0]?.steps[0]).toEqual(drawing?.steps[0])
    stage.choose('eraser')
    stage.click(at(440, 700))
    expect(stage.drawings()).toEqual([])
    stage.store.undo()
    expect(stage.drawings()[0]?.steps).toHaveLength(3)
  })
})
