import type { ImageId } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import type { Shortcut } from '../../../ui/shortcuts/shortcut-sequence.ts'
import { useShortcuts } from '../../../ui/shortcuts/use-shortcuts.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { Cine } from '../frames/cine.ts'
import { openPresentationMenu } from '../presentation/presentation-chip.tsx'
import { imageKeys } from '../gestures/keyboard-handler.ts'
import type { GridActions } from '../grid/use-grid-actions.ts'
import { zoomStep } from '../gestures/view-transforms.ts'
import { stepSharpening } from '../rendering/sharpening.tsx'
import type { ViewerStore } from '../store/viewer-store.ts'
import { chooseToolByKey } from '../toolbar/choose-tool.ts'
import { getToolName } from '../toolbar/tool-name.ts'
import type { PresetOption } from '../toolbar/toolbar-props.ts'
import { useImageActions } from '../toolbar/use-image-actions.ts'
import {
  advancedToolKeys,
  frameKeys,
  imageActionKeys as on,
  presetKeys,
  toolKeys,
} from './viewer-keys.ts'

const openLayoutsMenu = () =>
  document.querySelector<HTMLElement>('[data-layouts] > button')?.click()

/** A tool chosen by key is probably used by keys too, which the focused image handles. */
function focusImage() {
  const image = document.querySelector<HTMLElement>('[aria-current] [role=application]')
  if (image && !image.contains(document.activeElement)) image.focus({ preventScroll: true })
}

const inGroup = (group: string, rows: readonly Shortcut[]): readonly Shortcut[] =>
  rows.map((row) => ({ ...row, group }))

const useToolRows = ({
  store,
  hasAdvancedTools,
  hasSpacing,
}: ViewerShortcuts): readonly Shortcut[] => {
  const { t } = useTranslation()
  const onRefused = () => toast.info(t('viewerPanel:reason.spacing'))
  const keys = hasAdvancedTools ? { ...toolKeys, ...advancedToolKeys } : toolKeys
  return inGroup(
    t('viewerPanel:keys.tools'),
    Object.entries(keys).map(([keys, tool]) => ({
      keys,
      label: getToolName(tool),
      run: () => {
        chooseToolByKey(store, tool, { hasSpacing, onRefused })
        focusImage()
      },
    })),
  )
}

/** Undo and redo have the keys of the operating system too, which also work beside an open menu. */
function useImageRows(viewer: ViewerShortcuts): readonly Shortcut[] {
  const { store, actions, print, addToReport, hasOverlay, zoom } = viewer
  const { t } = useTranslation()
  const image = useImageActions(store, viewer.isLoaded)
  const [undo, redo] = [t('viewerPanel:undo'), t('viewerPanel:redo')]
  return inGroup(t('viewerPanel:keys.image'), [
    { keys: on.invert, label: t('viewerPanel:view.invert'), run: image.invert },
    { keys: on.turnRight, label: t('viewerPanel:view.turnRight'), run: image.rotateRight },
    { keys: on.turnLeft, label: t('viewerPanel:view.turnLeft'), run: image.rotateLeft },
    { keys: on.mirrorAcross, label: t('viewerPanel:view.mirrorAcross'), run: image.flipHorizontal },
    { keys: on.mirrorDown, label: t('viewerPanel:view.mirrorDown'), run: image.flipVertical },
    {
      keys: on.overlay,
      label: t('viewerPanel:overlay'),
      run: image.toggleOverlay,
      when: hasOverlay,
    },
    {
      keys: on.presentation,
      label: t('viewer:presentation.key'),
      run: openPresentationMenu,
    },
    {
      keys: on.sharpen,
      label: t('viewer:key.sharpen'),
      run: () => stepSharpening(store, viewer.active),
    },
    { keys: on.zoomIn, label: t('viewer:key.zoomIn'), run: () => zoom(zoomStep) },
    { keys: on.zoomOut, label: t('viewer:key.zoomOut'), run: () => zoom(1 / zoomStep) },
    { keys: on.fit, label: t('viewerPanel:view.fit'), run: image.fit },
    { keys: on.ownSize, label: t('viewerPanel:view.ownSize'), run: image.showActualSize },
    { keys: on.reset, label: t('viewerPanel:reset'), run: image.reset },
    { keys: on.undo, label: undo, run: store.undo },
    { keys: 'Ctrl+Z', label: undo, run: store.undo, worksIn: ['menu'] },
    { keys: on.redo, label: redo, run: store.redo },
    { keys: 'Ctrl+Shift+Z', label: redo, run: store.redo, worksIn: ['menu'] },
    { keys: 'Ctrl+Y', label: redo, run: store.redo, worksIn: ['menu'] },
    { keys: on.cell, label: t('viewer:key.cell'), run: () => actions.stepCell(1) },
    { keys: on.oneUp, label: t('viewer:key.oneUp'), run: () => actions.toggleOneUp() },
    {
      keys: on.addToReport,
      label: t('viewerPanel:report.add'),
      run: () => addToReport?.(),
      when: addToReport !== undefined,
    },
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

/**
 * The keys that go from image to image. Page Up and Page Down go from frame to frame in a loop, as
 * the wheel and the arrows do.
 */
function useBrowseRows(viewer: ViewerShortcuts): readonly Shortcut[] {
  const { actions, frames, stepStage, hasLayouts } = viewer
  const { t } = useTranslation()
  const [next, previous] = [t('viewer:key.next'), t('viewer:key.previous')]
  const isImage = frames === 1
  return inGroup(t('viewerPanel:keys.browse'), [
    { keys: on.next, label: next, run: () => actions.step(1) },
    { keys: 'PageDown', label: next, run: () => actions.step(1), when: isImage },
    { keys: 'ArrowDown', label: next, when: isImage },
    { keys: on.previous, label: previous, run: () => actions.step(-1) },
    { keys: 'PageUp', label: previous, run: () => actions.step(-1), when: isImage },
    { keys: 'ArrowUp', label: previous, when: isImage },
    { keys: 'ArrowLeft ArrowRight', label: t('viewer:key.cells') },
    {
      keys: on.layouts,
      label: t('viewer:hanging.key'),
      run: openLayoutsMenu,
      when: hasLayouts,
    },
    {
      keys: on.nextStage,
      label: t('viewer:hanging.next'),
      run: () => stepStage?.(1),
      when: stepStage !== undefined,
    },
    {
      keys: on.previousStage,
      label: t('viewer:hanging.previous'),
      run: () => stepStage?.(-1),
      when: stepStage !== undefined,
    },
  ])
}

/** The number keys choose a window preset of the active image. */
function usePresetRows({ store, presets, isLoaded }: ViewerShortcuts): readonly Shortcut[] {
  const { t } = useTranslation()
  const { setWindow } = useImageActions(store, isLoaded)
  return inGroup(
    t('viewerPanel:view.presets'),
    presets.slice(0, presetKeys.length).map(({ name, window }, index) => ({
      keys: presetKeys[index] ?? '',
      label: name,
      run: () => setWindow(window),
    })),
  )
}

function useDrawingRows(store: ViewerStore): readonly Shortcut[] {
  const { t } = useTranslation()
  return inGroup(t('viewerPanel:keys.drawing'), [
    ...imageKeys.map(({ action, help }) => ({
      keys: help,
      label: t(`viewerPanel:keys.${action}`),
    })),
    {
      keys: on.drawings,
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
    { keys: 'Ctrl+Wheel', label: t('viewerPanel:keys.byControlWheel') },
    { keys: 'RightButton', label: t('viewerPanel:keys.byRight') },
    { keys: 'MiddleButton', label: t('viewerPanel:keys.byMiddle') },
    { keys: 'Space', label: t('viewerPanel:keys.byMiddle') },
    { keys: 'TwoFingers', label: t('viewerPanel:keys.byFingers') },
    { keys: 'DoubleClick', label: t('viewer:key.oneUp') },
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
    { keys: frameKeys.next, label: t('viewer:frames.next'), run: step(1) },
    { keys: 'ArrowDown', label: t('viewer:frames.next') },
    { keys: 'PageUp', label: t('viewer:frames.previous'), run: step(-1) },
    { keys: frameKeys.previous, label: t('viewer:frames.previous'), run: step(-1) },
    { keys: 'ArrowUp', label: t('viewer:frames.previous') },
    { keys: 'Home', label: t('viewer:frames.first'), run: show(1) },
    { keys: 'End', label: t('viewer:frames.last'), run: show(frames) },
    // The viewport handles Space itself: outside of it, Space presses the focused button.
    { keys: 'Space', label: t('viewer:frames.playOrPause') },
    { keys: frameKeys.play, label: t('viewer:frames.playOrPause'), run: play },
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
  /** Whether the data of that image are known. */
  readonly isLoaded: boolean
  /** Whether the file of that image has overlays. */
  readonly hasOverlay: boolean
  readonly hasAdvancedTools: boolean
  /** Whether lengths of that image are in millimetres. */
  readonly hasSpacing: boolean
  /** Window presets of that image. */
  readonly presets: readonly PresetOption[]
  /** Zooms that image about the centre of its viewport. */
  readonly zoom: (factor: number) => void
  /** Whether the study has layouts, whose menu a key opens. */
  readonly hasLayouts: boolean
  /** Goes to the next or previous layout of the hanging protocol; undefined without one. */
  readonly stepStage: ((by: 1 | -1) => void) | undefined
  /** Prints the images; undefined if there is none. */
  readonly print: (() => void) | undefined
  /** Adds the image to the report of the study; undefined without permission. */
  readonly addToReport: (() => void) | undefined
}

/** The table of keys of the viewer; `?` shows it. */
export function useViewerShortcuts(viewer: ViewerShortcuts) {
  const tools = useToolRows(viewer)
  const image = useImageRows(viewer)
  const browse = useBrowseRows(viewer)
  const presets = usePresetRows(viewer)
  const drawing = useDrawingRows(viewer.store)
  const pointer = usePointerRows()
  const frames = useFrameRows(viewer)
  useShortcuts([...tools, ...image, ...browse, ...presets, ...drawing, ...pointer, ...frames])
}
