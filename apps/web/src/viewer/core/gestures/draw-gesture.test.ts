import { isComplete, getTool } from '@talus/measurements'
import { describe, expect, test } from 'vitest'
import { createGestureFixture } from '../testing/gesture-fixture.ts'

const at = (x: number, y: number) => ({ x, y })

function resultOf(fixture: ReturnType<typeof createGestureFixture>) {
  const [drawing] = fixture.drawings()
  return drawing ? getTool(drawing.tool).measure(drawing, fixture.context) : []
}

describe('drawing', () => {
  test('a drag draws a length as one undo step', () => {
    const fixture = createGestureFixture('length')
    fixture.drag(at(100, 100), at(400, 500))
    expect(resultOf(fixture)).toMatchObject([{ name: 'length', value: 50, unit: 'mm' }])
    expect(fixture.drawings()[0]?.steps[0]?.length).toBeCloseTo(50)
    fixture.store.undo()
    expect(fixture.drawings()).toEqual([])
    fixture.store.redo()
    expect(fixture.drawings()).toHaveLength(1)
  })

  test('two clicks draw a length, and a single click draws nothing', () => {
    const fixture = createGestureFixture('length')
    fixture.click(at(100, 100))
    expect(fixture.drawings()).toEqual([])
    fixture.controller.move(fixture.press(at(200, 100)))
    fixture.click(at(300, 100))
    expect(resultOf(fixture)).toMatchObject([{ value: 20 }])
    fixture.click(at(600, 600))
    fixture.click(at(600, 600))
    expect(fixture.drawings()).toHaveLength(1)
    expect(fixture.store.get().draft).toBeUndefined()
  })

  test('Escape cancels the step that is being drawn', () => {
    const fixture = createGestureFixture('length')
    fixture.click(at(100, 100))
    expect(fixture.keys.down({ key: 'Escape', shiftKey: false })).toBe(true)
    fixture.controller.move(fixture.press(at(200, 100)))
    expect(fixture.store.get().draft).toBeUndefined()
    expect(fixture.drawings()).toEqual([])
  })

  test('a line that ends outside the image is cancelled and reported', () => {
    const fixture = createGestureFixture('length')
    fixture.drag(at(100, 100), at(1100, 100))
    expect(fixture.drawings()).toEqual([])
    expect(fixture.reported).toEqual(['outside'])
  })

  test('an angle is drawn by a drag to the vertex and a click', () => {
    const fixture = createGestureFixture('angle')
    fixture.drag(at(500, 200), at(500, 500))
    expect(fixture.drawings()).toEqual([])
    fixture.controller.move(fixture.press(at(600, 500)))
    fixture.click(at(800, 500))
    expect(resultOf(fixture)[0]?.value).toBeCloseTo(90)
  })

  test('a bidirectional measurement gets its second line at once, and needs a pixel size', () => {
    const fixture = createGestureFixture('bidirectional')
    fixture.drag(at(300, 400), at(700, 400))
    expect(resultOf(fixture)).toMatchObject([{ value: 40 }, { name: 'width', value: 20 }])
    const bare = createGestureFixture('bidirectional', { hasSpacing: false })
    bare.drag(at(300, 400), at(700, 400))
    expect(bare.drawings()).toEqual([])
    expect(bare.reported).toEqual(['needsSpacing'])
  })

  test('a freehand line keeps its points', () => {
    const fixture = createGestureFixture('freehand')
    fixture.drag(at(100, 100), at(500, 100))
    expect(fixture.drawings()[0]?.steps[0]?.points).toHaveLength(5)
    expect(resultOf(fixture)[0]?.value).toBeCloseTo(40)
  })

  test('a comment asks for its text, and is not drawn without one', async () => {
    const fixture = createGestureFixture('comment', { answer: 'Fissure?' })
    fixture.click(at(200, 200))
    await Promise.resolve()
    expect(fixture.drawings()).toMatchObject([{ tool: 'comment', text: 'Fissure?' }])
    const cancelled = createGestureFixture('comment')
    cancelled.click(at(200, 200))
    await Promise.resolve()
    expect(cancelled.drawings()).toEqual([])
  })

  test('a new line may start on an unselected line without dragging it', () => {
    const fixture = createGestureFixture('length')
    fixture.drag(at(100, 100), at(400, 100))
    fixture.store.set((now) => ({ ...now, selected: undefined }))
    fixture.drag(at(390, 100), at(400, 300))
    expect(fixture.drawings()).toHaveLength(2)
  })
})

describe('guided measurements', () => {
  test('a step may start at the centre of the previous circle', () => {
    const fixture = createGestureFixture('tplo')
    fixture.drag(at(500, 700), at(560, 700))
    fixture.drag(at(500, 700), at(500, 100))
    expect(fixture.drawings()[0]?.steps).toHaveLength(2)
    expect(fixture.drawings()[0]?.steps[0]?.handles.start).toEqual(at(500, 700))
  })

  test('a circle that was just drawn is moved by its centre, as far as its radius', () => {
    const fixture = createGestureFixture('tplo')
    fixture.drag(at(500, 600), at(560, 600))
    fixture.drag(at(500, 600), at(540, 630))
    expect(fixture.drawings()[0]?.steps).toHaveLength(1)
    expect(fixture.drawings()[0]?.steps[0]?.handles).toMatchObject({
      start: at(540, 630),
      end: at(600, 630),
    })
    fixture.store.undo()
    expect(fixture.drawings()[0]?.steps[0]?.handles.start).toEqual(at(500, 600))
  })

  test('VHS has two steps and a result after both; an accidental drag is cancelled', () => {
    const fixture = createGestureFixture('vhs')
    fixture.drag(at(200, 150), at(700, 150), { ms: 100 })
    expect(fixture.reported).toEqual(['tooQuick'])
    fixture.drag(at(200, 150), at(700, 150))
    expect(resultOf(fixture)).toEqual([])
    // The next stroke continues this measurement.
    expect(fixture.drawings()).toMatchObject([{ tool: 'vhs', steps: [{ step: 1 }] }])
    fixture.drag(at(600, 300), at(300, 700))
    // No result with a short axis that nobody has drawn.
    expect(resultOf(fixture)).toEqual([])
    expect(fixture.store.get().draft?.firstStroke).toBeDefined()
    // The long axis drawn again is not the short one.
    fixture.drag(at(590, 320), at(310, 690))
    expect(fixture.reported.at(-1)).toBe('notAcross')
    fixture.click(at(400, 400))
    fixture.click(at(400, 400))
    expect(resultOf(fixture)).toEqual([])
    // Not quite at a right angle: the ends are projected onto the perpendicular.
    fixture.drag(at(254, 354), at(646, 646))
    expect(fixture.drawings()).toHaveLength(1)
    // The axes are 50 and 48.8 mm; a vertebra is 10 mm.
    expect(resultOf(fixture)[0]).toMatchObject({ name: 'vhs', decimals: 3 })
    expect(resultOf(fixture)[0]?.value).toBeCloseTo(9.888, 3)
    expect(resultOf(fixture)[2]).toMatchObject({ name: 'shortAxis' })
    expect(fixture.drawings()).toMatchObject([{ steps: [{ step: 1 }, { step: 2 }] }])
    expect(fixture.store.get().draft).toBeUndefined()
    fixture.choose('windowLevel')
    fixture.choose('vhs')
    fixture.click(at(900, 700))
    expect(fixture.reported.at(-1)).toBe('complete')
  })

  test('TTA needs two drags and two clicks, and says that its circles are fixed', () => {
    const fixture = createGestureFixture('tta')
    fixture.drag(at(600, 300), at(700, 300))
    fixture.drag(at(600, 550), at(700, 600))
    fixture.click(at(400, 200))
    expect(fixture.drawings()[0]?.steps).toHaveLength(3)
    fixture.click(at(440, 500))
    expect(resultOf(fixture)[0]).toMatchObject({ name: 'advancement', unit: 'mm' })
    expect(resultOf(fixture)[0]?.value).toBeCloseTo(4)
    fixture.store.set((now) => ({ ...now, selected: undefined }))
    fixture.drag(at(700, 300), at(760, 300))
    expect(fixture.reported).toEqual(['locked'])
  })

  test('TPLO locks the circle while the axis exists; erasing the circle removes all steps', () => {
    const fixture = createGestureFixture('tplo')
    fixture.drag(at(500, 700), at(560, 700))
    fixture.drag(at(500, 100), at(500, 690))
    fixture.drag(at(400, 120), at(600, 213))
    const [drawing] = fixture.drawings()
    expect(drawing && isComplete(drawing)).toBe(true)
    expect(resultOf(fixture)[0]?.value).toBeCloseTo(24.94, 1)
    fixture.choose('windowLevel')
    fixture.drag(at(560, 700), at(700, 700))
    expect(fixture.drawings()[0]?.steps[0]).toEqual(drawing?.steps[0])
    fixture.choose('eraser')
    fixture.click(at(440, 700))
    expect(fixture.drawings()).toEqual([])
    fixture.store.undo()
    expect(fixture.drawings()[0]?.steps).toHaveLength(3)
  })
})

describe('existing drawings while a tool is active', () => {
  function withTwoLines() {
    const fixture = createGestureFixture('length')
    fixture.drag(at(100, 100), at(400, 100))
    fixture.drag(at(100, 300), at(400, 300))
    return fixture
  }
  const ends = (fixture: ReturnType<typeof withTwoLines>) =>
    fixture.drawings().map(({ steps }) => steps[0]?.handles.end)

  test('a press on a handle of an unselected drawing moves it and draws nothing', () => {
    const fixture = withTwoLines()
    fixture.drag(at(402, 102), at(452, 152))
    expect(ends(fixture)).toEqual([at(450, 150), at(400, 300)])
    // Within six pixels, also if nothing is selected.
    fixture.store.set((now) => ({ ...now, selected: undefined }))
    fixture.drag(at(405, 300), at(455, 350))
    expect(ends(fixture)).toEqual([at(450, 150), at(450, 350)])
  })

  test('a press beside the handle, or on the line, starts a new drawing', () => {
    const fixture = withTwoLines()
    fixture.drag(at(407, 100), at(500, 150))
    fixture.drag(at(250, 100), at(300, 200))
    expect(ends(fixture)).toEqual([at(400, 100), at(400, 300), at(500, 150), at(300, 200)])
  })

  test('on a read-only image nothing is drawn, and the reason is reported', () => {
    const fixture = createGestureFixture('length', { canDraw: false })
    fixture.drag(at(100, 100), at(400, 100))
    expect([fixture.drawings(), fixture.reported]).toEqual([[], ['readOnly']])
  })
})
