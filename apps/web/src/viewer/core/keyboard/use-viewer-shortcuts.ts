import type { ImageId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import type { Shortcut } from '../../../ui/shortcuts/shortcut-sequence.ts'
import { useShortcuts } from '../../../ui/shortcuts/use-shortcuts.ts'
import type { Cine } from '../frames/cine.ts'
import { openPresentationMenu } from '../presentation/presentation-chip.tsx'
import { imageKeys } from '../gestures/keyboard-handler.ts'
import type { GridActions } from '../grid/use-grid-actions.ts'
import type { PointerTool } from '../model.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import { withTool } from '../toolbar/choose-tool.ts'
import { getToolName } from '../toolbar/tool-name.ts'
import { useImageActions } from '../toolbar/use-image-actions.ts'

const toolKeys = {
  w: 'windowLevel',
  z: 'zoom',
  p: 'pan',
  k: 'magnifier',
  l: 'length',
  a: 'angle',
  b: 'bidirectional',
  o: 'ellipse',
  g: 'freehandArea',
  t: 'comment',
  m: 'marker',
  d: 'arrow',
  x: 'crop',
  e: 'eraser',
} as const satisfies Readonly<Record<string, PointerTool>>

/** A tool chosen by key is probably used by keys too, which the focused image handles. */
function focusImage() {
  const image = document.querySelector<HTMLElement>('[aria-current] [role=application]')
  if (image && !image.contains(document.activeElement)) image.focus({ preventScroll: true })
}

const inGroup = (group: string, rows: readonly Shortcut[]): readonly Shortcut[] =>
  rows.map((row) => ({ ...row, group }))

const useToolRows = (store: ViewerStore): readonly Shortcut[] => {
  const { t } = useTranslation()
  return inGroup(
    t('viewerPanel:keys.tools'),
    Object.entries(toolKeys).map(([keys, tool]) => ({
      keys,
      label: getToolName(tool),
      run: () => {
        store.set(withTool(tool))
        focusImage()
      },
    })),
  )
}

/** Undo and redo have the keys of the operating system too, which also work beside an open menu. */
function useImageRows({ store, actions, print, hasOverlay }: ViewerShortcuts): readonly Shortcut[] {
  const { t } = useTranslation()
  const image = useImageActions(store)
  const [undo, redo] = [t('viewerPanel:undo'), t('viewerPanel:redo')]
  return inGroup(t('viewerPanel:keys.image'), [
    { keys: 'i', label: t('viewerPanel:view.invert'), run: image.invert },
    { keys: 'r', label: t('viewerPanel:view.turnRight'), run: image.rotateRight },
    { keys: 'q', label: t('viewerPanel:view.turnLeft'), run: image.rotateLeft },
    { keys: 'h', label: t('viewerPanel:view.mirrorAcross'), run: image.flipHorizontal },
    { keys: 'v', label: t('viewerPanel:view.mirrorDown'), run: image.flipVertical },
    { keys: 'n', label: t('viewerPanel:overlay'), run: image.toggleOverlay, when: hasOverlay },
    { keys: 'g', label: t('viewer:presentation.key'), run: openPresentationMenu },
    { keys: 'f', label: t('viewerPanel:view.fit'), run: image.fit },
    { keys: '1', label: t('viewerPanel:view.ownSize'), run: image.showActualSize },
    { keys: '0', label: t('viewerPanel:reset'), run: image.reset },
    { keys: 'u', label: undo, run: store.undo },
    { keys: 'Ctrl+Z', label: undo, run: store.undo, worksIn: ['menu'] },
    { keys: 'y', label: redo, run: store.redo },
    { keys: 'Ctrl+Shift+Z', label: redo, run: store.redo, worksIn: ['menu'] },
    { keys: 'Ctrl+Y', label: redo, run: store.redo, worksIn: ['menu'] },
    { keys: '.', label: t('viewer:key.next'), run: () => actions.step(1) },
    { keys: ',', label: t('viewer:key.previous'), run: () => actions.step(-1) },
    { keys: 'c', label: t('viewer:key.cell'), run: () => actions.stepCell(1) },
    {
      keys: 'Ctrl+P',
      label: t('viewerPanel:picture.print'),
      run: () => print?.(),
      // Without an image the browser prints the page.
      when: print !== undefined,
      worksIn: ['textField', 'menu'],
    },
  ])
}

function useDrawingRows(store: ViewerStore): readonly Shortcut[] {
  const { t } = useTranslation()
  return inGroup(t('viewerPanel:keys.drawing'), [
    ...imageKeys.map(({ action, help }) => ({
      keys: help,
      label: t(`viewerPanel:keys.${action}`),
    })),
    {
      keys: 's',
      label: t('viewerPanel:drawings'),
      run: () => store.set((now) => ({ ...now, areDrawingsVisible: !now.areDrawingsVisible })),
    },
  ])
}

/** The viewport handles these gestures; the rows are for the help. */
function usePointerRows(): readonly Shortcut[] {
  const { t } = useTranslation()
  return inGroup(t('viewerPanel:keys.hand'), [
    { keys: 'Wheel', label: t('viewerPanel:keys.byWheel') },
    { keys: 'RightButton', label: t('viewerPanel:keys.byRight') },
    { keys: 'MiddleButton', label: t('viewerPanel:keys.byMiddle') },
    { keys: 'Space', label: t('viewerPanel:keys.byMiddle') },
    { keys: 'TwoFingers', label: t('viewerPanel:keys.byFingers') },
    { keys: 'DoubleClick', label: t('viewerPanel:keys.byTwice') },
  ])
}

/**
 * Keys of a multi-frame image. Comma and full stop go from image to image; with Shift, which gives
 * < and > on many keyboards, they go from frame to frame.
 */
function useFrameRows({ cine, active, frames }: ViewerShortcuts): readonly Shortcut[] {
  const { t } = useTranslation()
  const when = active !== undefined && frames > 1
  const step = (by: number) => () => active !== undefined && cine.step(active, by)
  const show = (frame: number) => () => active !== undefined && cine.show(active, frame)
  const play = () => active !== undefined && cine.toggle(active)
  const rows: readonly Shortcut[] = [
    { keys: 'PageDown', label: t('viewer:frames.next'), run: step(1) },
    { keys: '>', label: t('viewer:frames.next'), run: step(1) },
    { keys: 'PageUp', label: t('viewer:frames.previous'), run: step(-1) },
    { keys: '<', label: t('viewer:frames.previous'), run: step(-1) },
    { keys: 'Shift+Wheel', label: t('viewer:frames.byWheel') },
    { keys: 'Home', label: t('viewer:frames.first'), run: show(1) },
    { keys: 'End', label: t('viewer:frames.last'), run: show(frames) },
    // The viewport handles Space itself: outside of it, Space presses the focused button.
    { keys: 'Space', label: t('viewer:frames.playOrPause') },
    { keys: 'j', label: t('viewer:frames.playOrPause'), run: play },
  ]
  return inGroup(
    t('viewer:frames.title'),
    rows.map((row) => ({ ...row, when })),
  )
}

interface ViewerShortcuts {
  readonly store: ViewerStore
  readonly actions: GridActions
  readonly cine: Cine
  /** The image of the active viewport, and its number of frames. */
  readonly active: ImageId | undefined
  readonly frames: number
  /** Whether the file of that image has overlays. */
  readonly hasOverlay: boolean
  /** Prints the images; undefined if there is none. */
  readonly print: (() => void) | undefined
}

/** The table of keys of the viewer; `?` shows it. */
export function useViewerShortcuts(viewer: ViewerShortcuts) {
  const tools = useToolRows(viewer.store)
  const image = useImageRows(viewer)
  const drawing = useDrawingRows(viewer.store)
  const pointer = usePointerRows()
  const frames = useFrameRows(viewer)
  useShortcuts([...tools, ...image, ...drawing, ...pointer, ...frames])
}
