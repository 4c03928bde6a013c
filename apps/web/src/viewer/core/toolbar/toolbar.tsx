import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconEye,
  IconEyeOff,
  IconHelp,
  IconLabel,
  IconLabelOff,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconRestore,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../store.ts'
import { useScene } from '../store/use-scene.ts'
import { openShortcutSheet } from '../../../ui/shortcuts/shortcut-sheet.tsx'
import { ToolbarButton, ToolbarDivider } from './toolbar-button.tsx'
import { FullScreenButton } from './full-screen-button.tsx'
import { updateTabStop, moveFocus } from './roving-focus.ts'
import { toolIcons } from './tool-icons.ts'
import { ToolButton, ToolGroup } from './tool-groups.tsx'
import { getShortToolName } from './tool-name.ts'
import type { ToolbarProps } from './toolbar-props.ts'
import { useOverflowFade } from './use-overflow-fade.ts'
import { useImageActions, useActiveViewport } from './use-image-actions.ts'
import { PresetMenu, SizeMenu, OrientationButtons } from './view-groups.tsx'
import { isDefaultViewport } from './viewport-actions.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './toolbar.module.css'

/** Toolbar above the images: Back and the active tool stay, the rest scrolls if necessary. */
export function Toolbar(props: ToolbarProps) {
  const { store, hasAdvancedTools, hasSpacing, presets, slots = {} } = props
  const { t } = useTranslation()
  const bar = useRef<HTMLDivElement>(null)
  const row = useRef<HTMLDivElement>(null)
  const last = useRef<Element>(undefined)
  const tool = useScene(store, (scene) => scene.tool)
  const areDrawingsVisible = useScene(store, (scene) => scene.areDrawingsVisible)
  const isUnchanged = useActiveViewport(store, isDefaultViewport)
  const actions = useImageActions(store, props.isLoaded)
  const choice = { store, hasSpacing }

  useOverflowFade(row)
  useEffect(() => {
    if (bar.current) updateTabStop(bar.current, last.current)
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
        updateTabStop(event.currentTarget, event.target)
      }}
      onKeyDown={(event) => {
        if (event.defaultPrevented || !moveFocus(event.currentTarget, event.key, 'across')) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <div className={styles.edge}>
        {props.onBack ? (
          <ToolbarButton
            label={t('viewerPanel:back')}
            icon={IconArrowLeft}
            showLabel="always"
            onClick={props.onBack}
          />
        ) : null}
        {props.sidebar ? (
          <ToolbarButton
            label={t('viewerPanel:sidebar')}
            icon={IconLayoutSidebar}
            isPressed={props.sidebar.isOpen}
            onClick={props.sidebar.toggle}
          />
        ) : null}
        <span className={styles.inUse} aria-hidden>
          <Icon icon={toolIcons[tool]} />
          <span>{getShortToolName(tool)}</span>
        </span>
      </div>

      <div ref={row} className={styles.middle}>
        <ToolButton toolId="windowLevel" {...choice} />
        <PresetMenu store={store} actions={actions} presets={presets} />
        <ToolButton toolId="zoom" {...choice} />
        <SizeMenu store={store} actions={actions} />
        <ToolButton toolId="pan" {...choice} />
        <ToolButton toolId="magnifier" {...choice} />
        <ToolbarDivider />
        <OrientationButtons store={store} actions={actions} />
        <ToolbarDivider />
        <ToolButton toolId="length" {...choice} />
        <ToolButton toolId="angle" {...choice} />
        <ToolGroup group="measure" {...choice} />
        <ToolGroup group="annotate" {...choice} />
        {hasAdvancedTools ? <ToolGroup group="advanced" {...choice} /> : null}
        <ToolbarDivider />
        <ToolButton toolId="crop" {...choice} />
        <ToolButton toolId="eraser" {...choice} />
        <ToolbarButton
          label={t('viewerPanel:drawings')}
          icon={areDrawingsVisible ? IconEye : IconEyeOff}
          isPressed={!areDrawingsVisible}
          onClick={() =>
            store.set((now) => ({ ...now, areDrawingsVisible: !now.areDrawingsVisible }))
          }
        />
        {props.hasOverlay ? <OverlayButton {...actions} /> : null}
        <ToolbarDivider />
        <UndoButtons store={store} />
        <ToolbarButton
          label={t('viewerPanel:reset')}
          icon={IconRestore}
          reason={
            props.isLoaded && isUnchanged ? t('viewerPanel:reason.nothingToReset') : undefined
          }
          onClick={actions.reset}
        />
        {slots.grid ? <ToolbarDivider /> : null}
        {slots.grid}
        <span className={styles.space} />
        {slots.forms}
        {slots.createCase}
        {slots.export}
        <FullScreenButton />
        <ToolbarButton label={t('viewerPanel:help')} icon={IconHelp} onClick={openShortcutSheet} />
      </div>

      <div className={styles.edge}>
        {slots.status}
        {props.panel ? (
          <ToolbarButton
            label={t('viewerPanel:panel')}
            icon={IconLayoutSidebarRight}
            isPressed={props.panel.isOpen}
            onClick={props.panel.toggle}
          />
        ) : null}
      </div>
    </div>
  )
}

type OverlayButtonProps = Pick<
  ReturnType<typeof useImageActions>,
  'isOverlayHidden' | 'toggleOverlay'
>

function OverlayButton({ isOverlayHidden, toggleOverlay }: OverlayButtonProps) {
  const { t } = useTranslation()
  return (
    <ToolbarButton
      label={t('viewerPanel:overlay')}
      icon={isOverlayHidden ? IconLabelOff : IconLabel}
      isPressed={isOverlayHidden}
      onClick={toggleOverlay}
    />
  )
}

function UndoButtons({ store }: Pick<ToolbarProps, 'store'>) {
  const { t } = useTranslation()
  const { canUndo, canRedo } = useStore(store.history)
  return (
    <>
      <ToolbarButton
        label={t('viewerPanel:undo')}
        icon={IconArrowBackUp}
        reason={canUndo ? undefined : t('viewerPanel:reason.nothingToUndo')}
        onClick={store.undo}
      />
      <ToolbarButton
        label={t('viewerPanel:redo')}
        icon={IconArrowForwardUp}
        reason={canRedo ? undefined : t('viewerPanel:reason.nothingToRedo')}
        onClick={store.redo}
      />
    </>
  )
}
