import { getTool } from '@talus/measurements'
import { describe, expect, test } from 'vitest'
import { createStore } from '../../../store.ts'
import { takeBackLastStroke } from '../store/take-back.ts'
import { withoutDrawing } from '../store/viewer-store.ts'
import { createGestureFixture, imageId } from '../testing/gesture-fixture.ts'
import { createController } from './controller.ts'
import { toDrawing } from './draw-gesture.ts'
import { idleState } from './gesture-types.ts'

type Fixture = ReturnType<typeof createGestureFixture>

const at = (x: number, y: number) => ({ x, y })
const escape = { key: 'Escape', shiftKey: false }
const deletion = { key: 'Delete', shiftKey: false }

const drawVertebrae = ({ drag }: Fixture) => drag(at(200, 150), at(700, 150))
const drawLongAxis = ({ drag }: Fixture) => drag(at(450, 300), at(450, 700))
const drawShortAxis = ({ drag }: Fixture) => drag(at(300, 500), at(600, 500))

/** The lines on the image: those of the drawings and those of the begun step. */
function listLines({ store, drawings }: Fixture) {
  const { draft } = store.get()
  const begun = draft && toDrawing(draft)
  const shown = [...drawings().filter(({ id }) => id !== begun?.id), ...(begun ? [begun] : [])]
  return shown.flatMap(({ steps }) =>
    steps.flatMap(({ handles }) => [
      [handles.start, handles.end],
      ...(handles.perpendicularStart
        ? [[handles.perpendicularStart, handles.perpendicularEnd]]
        : []),
    ]),
  )
}

const vertebrae = [at(200, 150), at(700, 150)]
const longAxis = [at(450, 300), at(450, 700)]

const measure = ({ drawings, context }: Fixture) =>
  drawings().flatMap((one) => getTool(one.tool).measure(one, context))

function beginHeartScore() {
  const fixture = createGestureFixture('vhs')
  drawVertebrae(fixture)
  drawLongAxis(fixture)
  return fixture
}

function finishHeartScore() {
  const fixture = beginHeartScore()
  drawShortAxis(fixture)
  return fixture
}

describe('undo while a step is being drawn', () => {
  test('takes back the long axis of VHS, which then never counts', () => {
    const fixture = beginHeartScore()
    expect(listLines(fixture)).toEqual([vertebrae, longAxis])
    fixture.store.undo()
    expect(listLines(fixture)).toEqual([vertebrae])
    // The next line is a long axis again, not the short one of the axis that was undone.
    drawShortAxis(fixture)
    expect(measure(fixture)).toEqual([])
    expect(listLines(fixture)).toEqual([vertebrae, [at(300, 500), at(600, 500)]])
    fixture.store.undo()
    fixture.store.undo()
    expect(listLines(fixture)).toEqual([])
    expect(fixture.store.history.get().canUndo).toBe(false)
  })

  test('takes back the begun arm of an angle before a finished length', () => {
    const fixture = createGestureFixture('length')
    fixture.drag(at(100, 100), at(400, 100))
    fixture.choose('angle')
    fixture.drag(at(500, 200), at(500, 500))
    fixture.store.undo()
    expect(listLines(fixture)).toEqual([[at(100, 100), at(400, 100)]])
    fixture.store.undo()
    expect(listLines(fixture)).toEqual([])
  })

  test('is possible if nothing else was drawn', () => {
    const fixture = createGestureFixture('length')
    fixture.click(at(100, 100))
    expect(fixture.store.history.get().canUndo).toBe(true)
    fixture.store.undo()
    expect(fixture.store.history.get().canUndo).toBe(false)
    fixture.click(at(300, 300))
    fixture.click(at(300, 500))
    expect(listLines(fixture)).toEqual([[at(300, 300), at(300, 500)]])
  })

  test('takes back the stroke of a button that is still held', () => {
    const fixture = beginHeartScore()
    const { controller, press, store } = fixture
    controller.down(press(at(300, 500)))
    controller.move(press(at(500, 500)))
    store.undo()
    controller.move(press(at(600, 500)))
    controller.up(press(at(600, 500)))
    expect(listLines(fixture)).toEqual([vertebrae, longAxis])
    expect(fixture.reported).toEqual([])
  })
})

describe('undo after a step of two strokes', () => {
  const ways: readonly [string, (fixture: Fixture) => void][] = [
    ['undo', ({ store }) => store.undo()],
    [
      '"Remove last step"',
      ({ store, drawings }) => takeBackLastStroke(store, imageId, drawings()[0]),
    ],
  ]
  test.each(ways)('%s takes back only the short axis of VHS', (_name, takeBack) => {
    const fixture = finishHeartScore()
    const [score] = measure(fixture)
    takeBack(fixture)
    expect(measure(fixture)).toEqual([])
    expect(listLines(fixture)).toEqual([vertebrae, longAxis])
    drawShortAxis(fixture)
    expect(measure(fixture)[0]).toEqual(score)
    takeBack(fixture)
    takeBack(fixture)
    expect(listLines(fixture)).toEqual([vertebrae])
    takeBack(fixture)
    expect(listLines(fixture)).toEqual([])
  })

  test('redo completes the step again', () => {
    const fixture = finishHeartScore()
    const lines = listLines(fixture)
    fixture.store.undo()
    fixture.store.redo()
    expect(listLines(fixture)).toEqual(lines)
    expect(fixture.store.get().draft).toBeUndefined()
  })

  test('"Remove last step" is undone and redone as a whole', () => {
    const fixture = finishHeartScore()
    const lines = listLines(fixture)
    takeBackLastStroke(fixture.store, imageId, fixture.drawings()[0])
    fixture.store.undo()
    expect(listLines(fixture)).toEqual(lines)
    fixture.store.redo()
    expect(listLines(fixture)).toEqual([vertebrae, longAxis])
  })

  test('with another tool undo removes the whole step, because no stroke can complete it', () => {
    const fixture = finishHeartScore()
    fixture.choose('length')
    fixture.store.undo()
    expect(listLines(fixture)).toEqual([vertebrae])
  })
})

describe('an unfinished measurement that is removed', () => {
  const removals: readonly [string, (fixture: Fixture) => void][] = [
    [
      'in the panel',
      ({ store, drawings }) => store.commit(imageId, withoutDrawing(drawings()[0]?.id ?? '')),
    ],
    ['with Delete', ({ keys }) => keys.down(deletion)],
    [
      'with the eraser',
      ({ choose, click }) => {
        choose('eraser')
        click(at(450, 150))
        choose('vhs')
      },
    ],
  ]
  test.each(removals)('leaves no line if it is removed %s', (_name, remove) => {
    const fixture = beginHeartScore()
    remove(fixture)
    expect(listLines(fixture)).toEqual([])
    drawVertebrae(fixture)
    expect(fixture.drawings().map(({ steps }) => steps.map(({ step }) => step))).toEqual([[1]])
  })

  const cancellations: readonly [string, (fixture: Fixture) => void][] = [
    ['Escape', ({ keys }) => keys.down(escape)],
    ['another tool', ({ choose }) => choose('windowLevel')],
  ]
  test.each(cancellations)('keeps its saved steps only after %s', (_name, cancel) => {
    const fixture = beginHeartScore()
    cancel(fixture)
    expect(listLines(fixture)).toEqual([vertebrae])
    fixture.choose('vhs')
    drawShortAxis(fixture)
    expect(measure(fixture)).toEqual([])
  })
})

test('a second finger takes back the stroke it interrupts and keeps the first one', () => {
  const fixture = beginHeartScore()
  const { controller, press } = fixture
  controller.down(press(at(300, 500), { kind: 'touch' }))
  controller.move(press(at(500, 500), { kind: 'touch' }))
  controller.down(press(at(700, 500), { kind: 'touch', id: 2 }))
  expect(listLines(fixture)).toEqual([vertebrae, longAxis])
})

test('a viewport that is left discards its own step, not that of another one', () => {
  const fixture = createGestureFixture('length')
  const other = createController({ ...fixture.host, view: createStore(idleState) })
  other.down(fixture.press(at(100, 100)))
  fixture.controller.cancel()
  other.move(fixture.press(at(400, 100)))
  other.up(fixture.press(at(400, 100)))
  expect(listLines(fixture)).toEqual([[at(100, 100), at(400, 100)]])
})

test('a short axis beyond the end of the long one is refused, reported, and drawn again', () => {
  const fixture = beginHeartScore()
  fixture.drag(at(300, 740), at(600, 740))
  fixture.drag(at(300, 302), at(600, 302))
  expect(fixture.reported).toEqual(['perpendicularTooNear', 'perpendicularTooNear'])
  expect(listLines(fixture)).toEqual([vertebrae, longAxis])
  drawShortAxis(fixture)
  expect(measure(fixture)[0]?.name).toBe('vhs')
})
