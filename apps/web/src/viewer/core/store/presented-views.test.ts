import { defaultViewport } from '@talus/contract'
import type { ImageId, PresentationState } from '@talus/contract'
import { expect, test } from 'vitest'
import { createGrid } from '../grid/grid.ts'
import type { LoadedImage } from '../loading/image-loader.ts'
import { replaceFrame } from '../frames/displayed-image.ts'
import { presentImage } from '../rendering/present-image.ts'
import { createLookupTable } from '../rendering/window.ts'
import { createMemorySource } from '../testing/memory-source.ts'
import { plainDisplay } from '../testing/plain-display.ts'
import { getOwnViews, showPresentation, withOwnViews } from './presented-views.ts'
import { createViewerStore, withViewport } from './viewer-store.ts'

const [image] = createMemorySource(1).images
const viewId: ImageId = image?.id ?? (0 as ImageId)
const state: PresentationState = {
  modality: { slope: 1, intercept: 0 },
  windows: [],
  tables: [],
  isInverted: false,
  rotation: 90,
  hflip: true,
  crop: { start: { x: 1, y: 2 }, end: { x: 10, y: 12 } },
  lines: [],
  points: [],
  texts: [],
  omitted: 0,
}
const summary = {
  id: viewId,
  imageIds: [viewId],
  label: 'ORTHO',
  description: '',
  creator: '',
  createdOn: '',
  isSupported: true,
}
const chosen = { summary, state, planes: undefined }

const createTestStore = () =>
  createViewerStore({
    grid: createGrid([viewId]),
    tool: 'windowLevel',
    views: new Map(),
    areDrawingsVisible: true,
    selected: undefined,
  })

test('a chosen presentation state is shown, saved by its id, and leaves the user’s own view', () => {
  const store = createTestStore()
  store.commit(viewId, withViewport({ rotation: 180 }))
  showPresentation(store, viewId, chosen, 1)
  expect(store.viewState(viewId)).toMatchObject({
    viewport: { rotation: 90, hflip: true, window: null },
    crop: state.crop,
  })
  store.commit(viewId, withViewport({ zoom: 3 }))
  expect(getOwnViews(store.get()).get(viewId)).toMatchObject({
    viewport: { rotation: 180, zoom: null, presentation: summary.id },
    crop: undefined,
  })
  // A colleague turned the image meanwhile: the own view follows, the shown one does not.
  const merged = new Map(getOwnViews(store.get()))
  const own = merged.get(viewId)
  if (own) merged.set(viewId, { ...own, viewport: { ...own.viewport, rotation: 270 } })
  store.set((scene) => withOwnViews(scene, merged))
  expect(store.viewState(viewId).viewport).toMatchObject({ rotation: 90, zoom: 3 })
  showPresentation(store, viewId, undefined, 1)
  expect(store.viewState(viewId)).toMatchObject({
    viewport: { ...defaultViewport, rotation: 270 },
    crop: undefined,
  })
  expect(store.viewState(viewId).viewport).not.toHaveProperty('presentation')
  // The zoom belonged to the state, and must not be undone here.
  expect(store.history.get().canUndo).toBe(false)
})

test('a remembered presentation state that cannot be shown any more is given up by a choice', () => {
  const store = createTestStore()
  store.commit(viewId, withViewport({ presentation: viewId, rotation: 90 }))
  showPresentation(store, viewId, undefined, 1)
  expect(store.viewState(viewId).viewport).toEqual({ ...defaultViewport, rotation: 90 })
})

const { metadata } = createMemorySource(1)
const load = async (): Promise<LoadedImage> => ({
  metadata: await metadata(viewId),
  preview: undefined,
  pixels: undefined,
  fault: undefined,
})
const ends = (highest: number) => ({ lowest: 0, highest, exposed: { lowest: 0, highest } })

test('a presentation state replaces modality, VOI and presentation LUT of the image', async () => {
  const tables = {
    modality: { first: 0, levels: [3, 2, 1, 0] },
    tables: [{ first: 0, levels: [0, 0.25, 0.5, 1], name: '' }],
    presentationLut: [1, 0.5, 0],
  }
  const shown = presentImage(await load(), { ...chosen, state: { ...state, ...tables } }, 1)
  const display = shown.metadata?.display ?? plainDisplay
  // 0 to 3 become 3 to 0, then 1, 0.5, 0.25 and 0, then 0, 0.5, 0.5 and 1.
  expect([...createLookupTable(display, ends(3), defaultViewport, shown.presented)]).toEqual([
    0, 128, 128, 255,
  ])
})

test('a presentation state without a window shows all values of the stored bits', async () => {
  const loaded = await load()
  const twelve = loaded.metadata && { ...loaded.metadata, BitsStored: 12 }
  const shown = presentImage({ ...loaded, metadata: twelve }, chosen, 1)
  const display = shown.metadata?.display ?? plainDisplay
  const table = createLookupTable(display, ends(4095), defaultViewport, shown.presented)
  expect([table[0], table[2048], table[4095]]).toEqual([0, 128, 255])
})

test('a presentation state of other frames does not change the visible frame', async () => {
  const loaded = await load()
  const shown = { ...chosen, state: { ...state, frames: [2] } }
  expect(presentImage(loaded, shown, 1)).toBe(loaded)
  expect(presentImage(loaded, shown, 2)).not.toBe(loaded)
})

test('another frame has its own shutter, or none', async () => {
  const loaded = await load()
  const at = (left: number) => ({
    grey: 0,
    shapes: [{ kind: 'rectangle' as const, left, top: 0, right: 9, bottom: 9 }],
  })
  const display = {
    ...plainDisplay,
    frames: 3,
    shutter: at(1),
    frameShutters: [at(1), null, at(3)],
  }
  const known = loaded.metadata && { ...loaded.metadata, display }
  const shutterOf = (frame: number) =>
    replaceFrame({ ...loaded, metadata: known }, frame, undefined).metadata?.display?.shutter
  expect([shutterOf(1), shutterOf(2), shutterOf(3)]).toEqual([at(1), undefined, at(3)])
})
