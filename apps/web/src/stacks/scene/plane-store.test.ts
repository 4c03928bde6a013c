import { defaultViewport } from '@talus/contract'
import type { Drawing, ImageId } from '@talus/contract'
import {
  createFrame,
  createGeometry,
  fitPlane,
  getPlanes,
  identity,
  rotateFrame,
} from '@talus/volume'
import type { Frame, PlaneName } from '@talus/volume'
import { expect, test } from 'vitest'
import {
  createViewerStore,
  withDrawing,
  withoutDrawing,
} from '../../viewer/core/store/viewer-store.ts'
import { createStack } from '../testing/stacks.ts'
import { createPlaneStore, getPlaneHolder } from './plane-store.ts'
import { findDrawingFrame, listPlaneDrawings, withPlaneDrawing } from './show-plane-drawing.ts'
import { createScene } from './scene.ts'

const stack = createStack('chest', 9)
const geometry = createGeometry(stack)
const orientation = { region: 'body', correction: identity } as const
const straight = createFrame([3, 4, 5])
const holder = 5 as ImageId

const length = (id: string): Drawing => ({
  id,
  tool: 'length',
  steps: [{ step: 1, handles: { start: { x: 2, y: 3 }, end: { x: 6, y: 3 } }, length: 4 }],
})

/** A store of drawings, and the views of planes through it. */
function openStores() {
  const store = createViewerStore({
    grid: { rows: 1, columns: 1, cells: [], active: 0 },
    tool: 'length',
    views: new Map(),
    areDrawingsVisible: true,
    selected: undefined,
  })
  const show = (name: PlaneName, frame: Frame = straight, frameOfReferenceUID = '1.2.3') => {
    const picture = fitPlane(geometry, getPlanes(frame, orientation)[name])
    return createPlaneStore(store, {
      getViewport: () => defaultViewport,
      setViewport: () => {},
      getPlane: () => ({ picture, frameOfReferenceUID, tolerance: 0.5, holder }),
      subscribe: () => () => {},
    })
  }
  return {
    store,
    show,
    list: (...plane: Parameters<typeof show>) => show(...plane).viewState(holder).drawings,
  }
}

test('a drawing on a plane is stored in millimetres, and is shown on this plane only', () => {
  const { store, show, list } = openStores()
  show('sagittal').commit(holder, withDrawing(length('one')))
  const [stored] = store.viewState(holder).drawings
  expect(stored?.plane?.frameOfReferenceUID).toBe('1.2.3')
  // The picture is 9 pixels wide and 8 high; its centre is the origin of the plane.
  expect(stored?.steps[0]?.handles).toEqual({ start: { x: -2.5, y: -1 }, end: { x: 1.5, y: -1 } })
  expect(list('sagittal')).toEqual([length('one')])
  expect(list('dorsal')).toEqual([])
  expect(list('sagittal', createFrame([4, 4, 5]))).toEqual([])
  expect(list('sagittal', createFrame([3.4, 6, 1]))).toHaveLength(1)
  expect(list('sagittal', rotateFrame(straight, [0, 1, 0], 0.1))).toEqual([])
  expect(list('sagittal', straight, '9.9')).toEqual([])
})

test('changes, deletions and undo of a drawing on a plane keep the other drawings of its image', () => {
  const { store, show, list } = openStores()
  const own = { ...length('on the slice'), frame: 2 }
  store.commit(holder, withDrawing(own))
  const sagittal = show('sagittal')
  sagittal.commit(holder, withDrawing(length('one')))
  show('dorsal').commit(holder, withDrawing(length('two')))
  sagittal.commit(holder, withDrawing({ ...length('one'), text: 'disc' }))
  expect(list('sagittal')[0]).toMatchObject({ id: 'one', text: 'disc' })
  sagittal.commit(holder, withoutDrawing('one'))
  expect(store.viewState(holder).drawings.map(({ id }) => id)).toEqual(['on the slice', 'two'])
  store.undo()
  expect(list('sagittal')[0]).toMatchObject({ id: 'one', text: 'disc' })
  store.undo()
  expect(list('sagittal')).toEqual([length('one')])
  expect(store.viewState(holder).drawings[0]).toBe(own)
})

test('a drag is one undo step, back to the drawing before the press', () => {
  const { store, show, list } = openStores()
  const sagittal = show('sagittal')
  sagittal.commit(holder, withDrawing(length('one')))
  const before = sagittal.viewState(holder)
  const moved = { ...length('one'), steps: [{ step: 1, handles: { start: { x: 4, y: 5 } } }] }
  sagittal.adjust(holder, withDrawing({ ...moved, text: 'half way' }))
  expect(store.isEditing()).toBe(true)
  sagittal.commit(holder, withDrawing(moved), before)
  expect(list('sagittal')).toEqual([moved])
  store.undo()
  expect(list('sagittal')).toEqual([length('one')])
  store.undo()
  expect(list('sagittal')).toEqual([])
})

test('an unchanged view is the same object, so that scrolling renders no drawings again', () => {
  const { show } = openStores()
  const sagittal = show('sagittal')
  expect(sagittal.viewState(holder)).toBe(sagittal.viewState(holder))
})

test('series of one frame of reference share the image that holds the drawings', () => {
  const other = createStack('contrast', 21)
  const apart = createStack('head', 3, { frameOfReferenceUID: '9' })
  const unknown = createStack('unknown', 3, { frameOfReferenceUID: '' })
  const stacks = [stack, other, apart, unknown]
  expect(stacks.map((one) => getPlaneHolder(stacks, one))).toEqual([5, 5, 2, 2])
})

test('the list of drawings leads back to the plane, straight or oblique', () => {
  const oblique = rotateFrame(rotateFrame(straight, [0, 0, 1], 0.4), [0, 1, 0], 0.7)
  for (const frame of [straight, oblique])
    for (const name of ['transverse', 'sagittal', 'dorsal'] as const) {
      const { store, show, list } = openStores()
      show(name, frame).commit(holder, withDrawing(length('one')))
      const [one] = listPlaneDrawings(store.get())
      if (!one) throw new Error('nothing was drawn')
      const found = findDrawingFrame(one, orientation)
      const [drawing] = list(found.name, found.frame)
      expect(drawing).toMatchObject({ id: 'one' })
      const shown = withPlaneDrawing(one, [stack], orientation)(createScene(stack))
      expect(shown).toMatchObject({ layout: 'mpr', frame: found.frame })
    }
})
