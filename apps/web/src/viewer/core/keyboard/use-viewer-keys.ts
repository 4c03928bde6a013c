import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useShortcuts } from '../../../ui/shortcuts/use-shortcuts.ts'
import type { GridActions } from '../grid/use-grid-actions.ts'
import type { PointerTool } from '../../model.ts'
import { withTool } from '../toolbar/choose-tool.ts'
import { getToolName } from '../toolbar/tool-name.ts'
import { useImageActions } from '../toolbar/use-image-actions.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import { useKeyboardHelp } from './keyboard-help.ts'

const toolKeys = {
  w: 'windowLevel',
  z: 'zoom',
  p: 'pan',
  k: 'magnifier',
  l: 'length',
  a: 'angle',
  b: 'bidirectional',
  o: 'ellipse',
  t: 'comment',
  m: 'marker',
  d: 'arrow',
  x: 'crop',
  e: 'eraser',
} as const satisfies Readonly<Record<string, PointerTool>>

interface ViewerKeys {
  readonly store: ViewerStore
  readonly actions: GridActions
}

/** Undo and redo use the keys of the operating system. */
function useUndoKeys({ undo, redo }: Pick<ViewerStore, 'undo' | 'redo'>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest('input, textarea, [role=dialog]'))
        return
      const key = event.key.toLowerCase()
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
      if (!isRedo && key !== 'z') return
      event.preventDefault()
      if (isRedo) redo()
      else undo()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [undo, redo])
}

/** A tool chosen by key is probably used by keys too, which the focused image handles. */
function focusImage() {
  const image = document.querySelector<HTMLElement>('[aria-current] [role=application]')
  if (image && !image.contains(document.activeElement)) image.focus({ preventScroll: true })
}

/** Registers the keys of the viewer; `?` shows them with those of the image and the pointer. */
export function useViewerKeys({ store, actions }: ViewerKeys) {
  const { t } = useTranslation()
  const image = useImageActions(store)
  useUndoKeys(store)
  const help = useKeyboardHelp()
  const tools = Object.entries(toolKeys).map(([keys, tool]) => ({
    keys,
    label: getToolName(tool),
    group: t('viewerPanel:keys.tools'),
    run: () => {
      store.set(withTool(tool))
      focusImage()
    },
  }))
  const group = t('viewerPanel:keys.image')
  useShortcuts([
    ...tools,
    ...[
      { keys: 'i', label: t('viewerPanel:view.invert'), run: image.invert },
      { keys: 'r', label: t('viewerPanel:view.turnRight'), run: image.rotateRight },
      { keys: 'q', label: t('viewerPanel:view.turnLeft'), run: image.rotateLeft },
      { keys: 'h', label: t('viewerPanel:view.mirrorAcross'), run: image.flipHorizontal },
      { keys: 'v', label: t('viewerPanel:view.mirrorDown'), run: image.flipVertical },
      { keys: 'f', label: t('viewerPanel:view.fit'), run: image.fit },
      { keys: '1', label: t('viewerPanel:view.ownSize'), run: image.showActualSize },
      { keys: '0', label: t('viewerPanel:reset'), run: image.reset },
      { keys: 'u', label: t('viewerPanel:undo'), run: store.undo },
      { keys: 'y', label: t('viewerPanel:redo'), run: store.redo },
      { keys: '.', label: t('viewer:key.next'), run: () => actions.step(1) },
      { keys: ',', label: t('viewer:key.previous'), run: () => actions.step(-1) },
      { keys: 'c', label: t('viewer:key.cell'), run: () => actions.stepCell(1) },
    ].map((one) => ({ ...one, group })),
    ...help,
    {
      keys: 's',
      label: t('viewerPanel:drawings'),
      group: t('viewerPanel:keys.drawing'),
      run: () => store.set((now) => ({ ...now, areDrawingsVisible: !now.areDrawingsVisible })),
    },
  ])
}
