import { useTranslation } from 'react-i18next'
import type { Shortcut } from '../ui/shortcuts/shortcut-sequence.ts'
import { useShortcuts } from '../ui/shortcuts/use-shortcuts.ts'
import { toast } from '../ui/toasts/toast-store.ts'
import { imageKeys } from '../viewer/core/gestures/keyboard-handler.ts'
import { zoomStep } from '../viewer/core/gestures/view-transforms.ts'
import { chooseToolByKey } from '../viewer/core/toolbar/choose-tool.ts'
import { getToolName } from '../viewer/core/toolbar/tool-name.ts'
import { layoutNames, layouts } from './scene/layouts.ts'
import { useActiveStackKey } from './scene/use-scene-part.ts'
import { listWindowPresets } from './scene/window-presets.ts'
import type { StackActions } from './stack-actions.ts'
import { presetKeys, stackKeys as on, stackToolKeys } from './stack-keys.ts'
import type { StackSession } from './stack-session.ts'

interface StackShortcuts {
  readonly session: StackSession
  readonly actions: StackActions
}

const openLayouts = () => document.querySelector<HTMLElement>('[data-layouts] > button')?.click()
const closeLayouts = () =>
  document.querySelector<HTMLElement>('[data-layouts] > :popover-open')?.hidePopover()

/** A tool chosen by key is probably used by keys too, which the focused picture handles. */
function focusPicture() {
  const picture = document.querySelector<HTMLElement>('[aria-current] [role=application]')
  if (picture && !picture.contains(document.activeElement)) picture.focus({ preventScroll: true })
}

const inGroup = (group: string, rows: readonly Shortcut[]): readonly Shortcut[] =>
  rows.map((row) => ({ ...row, group }))

function useSliceRows({ session, actions }: StackShortcuts): readonly Shortcut[] {
  const { t } = useTranslation()
  const stack = actions.getStack()
  const link = () => {
    if (!actions.linkHere()) toast.info(t('stacks:between.needsSeries'))
  }
  return inGroup(t('stacks:keys.slices'), [
    { keys: 'Wheel', label: t('stacks:slice.next') },
    { keys: 'ArrowDown', label: t('stacks:slice.next') },
    { keys: 'ArrowUp', label: t('stacks:slice.previous') },
    { keys: on.next, label: t('stacks:slice.pageNext'), run: () => actions.stepSlice(10) },
    {
      keys: on.previous,
      label: t('stacks:slice.pagePrevious'),
      run: () => actions.stepSlice(-10),
    },
    { keys: on.first, label: t('stacks:slice.first'), run: actions.showFirst },
    { keys: on.last, label: t('stacks:slice.last'), run: actions.showLast },
    // The viewport handles Space itself: outside of it, Space presses the focused button.
    { keys: 'Space', label: t('stacks:cine.playOrStop') },
    { keys: on.play, label: t('stacks:cine.playOrStop'), run: session.cine.toggle },
    {
      keys: on.phase,
      label: t('stacks:phase.next'),
      run: actions.nextPhase,
      when: (stack?.phases.length ?? 1) > 1,
    },
    { keys: on.sync, label: t('stacks:between.sync'), run: actions.toggleSync },
    { keys: on.link, label: t('stacks:between.link'), run: link },
    { keys: on.lines, label: t('stacks:between.lines'), run: actions.toggleLines },
  ])
}

function usePlaneRows({ actions }: StackShortcuts): readonly Shortcut[] {
  const { t } = useTranslation()
  return inGroup(t('stacks:keys.planes'), [
    { keys: on.thicker, label: t('stacks:slab.thicker'), run: () => actions.stepSlab(1) },
    { keys: on.thinner, label: t('stacks:slab.thinner'), run: () => actions.stepSlab(-1) },
    { keys: on.slabMode, label: t('stacks:slab.mode'), run: actions.nextSlabMode },
    { keys: on.crosshair, label: t('stacks:crosshair.show'), run: actions.toggleCrosshair },
    { keys: on.turnLeft, label: t('stacks:crosshair.left'), run: () => actions.turnPlanes(-1) },
    { keys: on.turnRight, label: t('stacks:crosshair.right'), run: () => actions.turnPlanes(1) },
  ])
}

/** `g` opens the palette; another key soon after it chooses a layout, while the palette appears. */
function useLayoutRows({ actions }: StackShortcuts): readonly Shortcut[] {
  const { t } = useTranslation()
  return inGroup(t('stacks:keys.layouts'), [
    { keys: on.layouts, label: t('stacks:layout.pick'), run: openLayouts, isOnce: true },
    ...layoutNames.map((name): Shortcut => ({
      keys: `${on.layouts} ${layouts[name].key}`,
      label: t(`stacks:layout.${name}`),
      worksIn: ['menu'],
      run: () => {
        closeLayouts()
        actions.chooseLayout(name)
        focusPicture()
      },
    })),
    { keys: on.cell, label: t('viewer:key.cell'), run: actions.nextCell },
    { keys: on.oneUp, label: t('stacks:layout.enlarge'), run: actions.toggleEnlarged },
    { keys: 'DoubleClick', label: t('stacks:layout.enlarge') },
  ])
}

function useViewRows({ session, actions }: StackShortcuts): readonly Shortcut[] {
  const { t } = useTranslation()
  const { store, history } = session
  const [undo, redo] = [t('viewerPanel:undo'), t('viewerPanel:redo')]
  return inGroup(t('viewerPanel:keys.image'), [
    { keys: on.invert, label: t('viewerPanel:view.invert'), run: actions.invert },
    { keys: on.rotate, label: t('viewerPanel:view.turnRight'), run: actions.rotateRight },
    { keys: on.mirror, label: t('viewerPanel:view.mirrorAcross'), run: actions.flipHorizontal },
    { keys: on.zoomIn, label: t('viewer:key.zoomIn'), run: () => actions.zoom(zoomStep) },
    { keys: on.zoomOut, label: t('viewer:key.zoomOut'), run: () => actions.zoom(1 / zoomStep) },
    { keys: on.fit, label: t('viewerPanel:view.fit'), run: actions.fit },
    { keys: on.reset, label: t('viewerPanel:reset'), run: actions.reset },
    { keys: on.undo, label: undo, run: history.undo },
    { keys: 'Ctrl+Z', label: undo, run: history.undo, worksIn: ['menu'] },
    { keys: on.redo, label: redo, run: history.redo },
    { keys: 'Ctrl+Y', label: redo, run: history.redo, worksIn: ['menu'] },
    {
      keys: on.drawings,
      label: t('viewerPanel:drawings'),
      run: () => store.set((now) => ({ ...now, areDrawingsVisible: !now.areDrawingsVisible })),
    },
  ])
}

/** The table of keys of the stack viewer; `?` shows it. */
export function useStackShortcuts(viewer: StackShortcuts) {
  const { session, actions } = viewer
  const { t } = useTranslation()
  // The rows depend on the series of the active viewport.
  useActiveStackKey(session.scene)
  const stack = actions.getStack()
  const tools = inGroup(
    t('viewerPanel:keys.tools'),
    Object.entries(stackToolKeys).map(([keys, tool]) => ({
      keys,
      label: getToolName(tool),
      run: () => {
        // Without a series the spacing is unknown, not missing.
        const hasSpacing = !stack || stack.spacing != null
        const onRefused = () => toast.info(t('viewerPanel:reason.spacing'))
        chooseToolByKey(session.store, tool, { hasSpacing, onRefused })
        focusPicture()
      },
    })),
  )
  const presets = inGroup(
    t('stacks:preset.title'),
    (stack ? listWindowPresets(stack) : []).slice(0, presetKeys.length).map((preset, index) => ({
      keys: presetKeys[index] ?? '',
      label: t(`stacks:preset.${preset.name}`),
      run: () => actions.setWindow(preset),
    })),
  )
  const drawing = inGroup(
    t('viewerPanel:keys.drawing'),
    imageKeys.map(({ action, help }) => ({ keys: help, label: t(`viewerPanel:keys.${action}`) })),
  )
  const pointer = inGroup(t('viewerPanel:keys.hand'), [
    { keys: 'Ctrl+Wheel', label: t('viewerPanel:keys.byControlWheel') },
    { keys: 'RightButton', label: t('viewerPanel:keys.byRight') },
    { keys: 'MiddleButton', label: t('viewerPanel:keys.byMiddle') },
    { keys: 'TwoFingers', label: t('viewerPanel:keys.byFingers') },
  ])
  const slices = useSliceRows(viewer)
  const planes = usePlaneRows(viewer)
  const layoutRows = useLayoutRows(viewer)
  const view = useViewRows(viewer)
  useShortcuts([
    ...slices,
    ...presets,
    ...layoutRows,
    ...planes,
    ...tools,
    ...view,
    ...drawing,
    ...pointer,
  ])
}
