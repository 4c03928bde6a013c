import {
  IconArrowLeft,
  IconHelp,
  IconLabel,
  IconLabelOff,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconRestore,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useScene } from '../store/use-scene.ts'
import { openKeyboardHelp } from '../../../ui/shortcuts/keyboard-help.ts'
import { ToolbarButton, ToolbarDivider } from './toolbar-button.tsx'
import { DrawingsButton } from './drawings-button.tsx'
import { FullScreenButton } from './full-screen-button.tsx'
import { toolIcons } from './tool-icons.ts'
import { ToolButton, ToolGroup } from './tool-groups.tsx'
import { getShortToolName } from './tool-name.ts'
import { ToolbarFrame } from './toolbar-frame.tsx'
import type { ToolbarProps } from './toolbar-props.ts'
import { UndoButtons } from './undo-buttons.tsx'
import { useImageActions, useActiveViewport } from './use-image-actions.ts'
import { PresetMenu, SizeMenu, OrientationButtons } from './view-groups.tsx'
import { isDefaultViewport } from './viewport-actions.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './toolbar.module.css'

/** Toolbar above the images: Back and the active tool stay, the rest scrolls if necessary. */
export function Toolbar(props: ToolbarProps) {
  const { store, hasAdvancedTools, hasSpacing, presets, slots = {} } = props
  const { t } = useTranslation()
  const tool = useScene(store, (scene) => scene.tool)
  const isUnchanged = useActiveViewport(store, isDefaultViewport)
  const actions = useImageActions(store, props.isLoaded)
  const choice = { store, hasSpacing }

  const start = (
    <>
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
    </>
  )
  const end = (
    <>
      {slots.status}
      {props.panel ? (
        <ToolbarButton
          label={t('viewerPanel:panel')}
          icon={IconLayoutSidebarRight}
          isPressed={props.panel.isOpen}
          onClick={props.panel.toggle}
        />
      ) : null}
    </>
  )
  return (
    <ToolbarFrame label={t('viewerPanel:bar')} start={start} end={end}>
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
      <DrawingsButton store={store} />
      {props.hasOverlay ? <OverlayButton {...actions} /> : null}
      <ToolbarDivider />
      <UndoButtons store={store} />
      <ToolbarButton
        label={t('viewerPanel:reset')}
        icon={IconRestore}
        reason={props.isLoaded && isUnchanged ? t('viewerPanel:reason.nothingToReset') : undefined}
        onClick={actions.reset}
      />
      {slots.grid ? <ToolbarDivider /> : null}
      {slots.grid}
      <span className={styles.space} />
      {slots.forms}
      {slots.createCase}
      {slots.export}
      <FullScreenButton />
      <ToolbarButton label={t('viewerPanel:help')} icon={IconHelp} onClick={openKeyboardHelp} />
    </ToolbarFrame>
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
