import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconEye,
  IconEyeOff,
  IconHelp,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconRestore,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../store.ts'
import { useScene } from '../../tools/use-scene.ts'
import { openShortcutSheet } from '../../../ui/shortcuts/shortcut-sheet.tsx'
import { BarButton, BarDivider } from './bar-button.tsx'
import { FullScreenButton } from './full-screen-button.tsx'
import { PictureMenu } from '../picture/picture-menu.tsx'
import { keepOneTabStop, rove } from './roving.ts'
import { toolIcons } from './tool-icons.ts'
import { ToolButton, ToolGroup } from './tool-groups.tsx'
import { shortToolName } from './tool-name.ts'
import type { ToolbarProps } from './toolbar-props.ts'
import { useGoesOn } from './use-goes-on.ts'
import { useImageActions, useView } from './use-image-actions.ts'
import { Presets, Sizes, Turns } from './view-groups.tsx'
import { isPlain } from './viewport-actions.ts'
import styles from './toolbar.module.css'

/** The bar above the images: Back and the tool in use stay, what is between scrolls where it must. */
export function Toolbar(props: ToolbarProps) {
  const { store, hasAdvancedTools, hasSpacing, presets, hasCrop = true, slots = {} } = props
  const { t } = useTranslation()
  const bar = useRef<HTMLDivElement>(null)
  const row = useRef<HTMLDivElement>(null)
  const last = useRef<Element>(undefined)
  const tool = useScene(store, (scene) => scene.tool)
  const areDrawingsVisible = useScene(store, (scene) => scene.areDrawingsVisible)
  const isAsItCame = useView(store, isPlain)
  const { canUndo, canRedo } = useStore(store.history)
  const actions = useImageActions(store)
  const choice = { store, hasSpacing }
  const reason = actions.imageId === undefined ? t('viewerPanel:reason.noImage') : undefined
  const InUse = toolIcons[tool]

  useGoesOn(row)
  useEffect(() => {
    if (bar.current) keepOneTabStop(bar.current, last.current)
  })

  return (
    <div
      ref={bar}
      className={styles.bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('viewerPanel:bar')}
      onFocus={(event) => {
        if (event.target.closest('[popover]')) return
        last.current = event.target
        keepOneTabStop(event.currentTarget, event.target)
      }}
      onKeyDown={(event) => {
        if (event.defaultPrevented || !rove(event.currentTarget, event.key, 'across')) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <div className={styles.edge}>
        <BarButton
          label={t('viewerPanel:back')}
          icon={IconArrowLeft}
          words="always"
          onClick={props.onBack}
        />
        {props.sidebar ? (
          <BarButton
            label={t('viewerPanel:sidebar')}
            icon={IconLayoutSidebar}
            isPressed={props.sidebar.isOpen}
            onClick={props.sidebar.toggle}
          />
        ) : null}
        <span className={styles.inUse} aria-hidden>
          <InUse size={18} stroke={1.5} />
          <span>{shortToolName(tool)}</span>
        </span>
      </div>

      <div ref={row} className={styles.middle}>
        <ToolButton one="windowLevel" {...choice} />
        <Presets store={store} actions={actions} presets={presets} reason={reason} />
        <ToolButton one="zoom" {...choice} />
        <Sizes store={store} actions={actions} reason={reason} />
        <ToolButton one="pan" {...choice} />
        <ToolButton one="magnifier" {...choice} />
        <BarDivider />
        <Turns store={store} actions={actions} reason={reason} />
        <BarDivider />
        <ToolButton one="length" {...choice} />
        <ToolButton one="angle" {...choice} />
        <ToolGroup group="measure" {...choice} />
        <ToolGroup group="annotate" {...choice} />
        {hasAdvancedTools ? <ToolGroup group="advanced" {...choice} /> : null}
        <BarDivider />
        {hasCrop ? <ToolButton one="crop" {...choice} /> : null}
        <ToolButton one="eraser" {...choice} />
        <BarButton
          label={t('viewerPanel:drawings')}
          icon={areDrawingsVisible ? IconEye : IconEyeOff}
          isPressed={!areDrawingsVisible}
          onClick={() =>
            store.set((now) => ({ ...now, areDrawingsVisible: !now.areDrawingsVisible }))
          }
        />
        <BarDivider />
        <BarButton
          label={t('viewerPanel:undo')}
          icon={IconArrowBackUp}
          reason={canUndo ? undefined : t('viewerPanel:reason.nothingToUndo')}
          onClick={store.undo}
        />
        <BarButton
          label={t('viewerPanel:redo')}
          icon={IconArrowForwardUp}
          reason={canRedo ? undefined : t('viewerPanel:reason.nothingToRedo')}
          onClick={store.redo}
        />
        <BarButton
          label={t('viewerPanel:reset')}
          icon={IconRestore}
          reason={isAsItCame ? t('viewerPanel:reason.nothingToReset') : reason}
          onClick={actions.reset}
        />
        {slots.grid ? <BarDivider /> : null}
        {slots.grid}
        <span className={styles.space} />
        {slots.forms}
        {slots.createCase}
        <PictureMenu
          store={store}
          takePicture={props.takePicture}
          keepPresentation={props.keepPresentation}
          sheet={props.sheet}
        />
        <FullScreenButton />
        <BarButton label={t('viewerPanel:help')} icon={IconHelp} onClick={openShortcutSheet} />
      </div>

      <div className={styles.edge}>
        {slots.status}
        <BarButton
          label={t('viewerPanel:panel')}
          icon={IconLayoutSidebarRight}
          isPressed={props.panel.isOpen}
          onClick={props.panel.toggle}
        />
      </div>
    </div>
  )
}
