import { useMediaQuery } from '@mantine/hooks'
import {
  IconArrowLeft,
  IconContrast2,
  IconHelp,
  IconLayoutSidebar,
  IconMaximize,
  IconPhoto,
  IconRestore,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { openKeyboardHelp } from '../../ui/shortcuts/keyboard-help.ts'
import { DrawingsButton } from '../../viewer/core/toolbar/drawings-button.tsx'
import { FullScreenButton } from '../../viewer/core/toolbar/full-screen-button.tsx'
import { SaveStatus } from '../../viewer/core/toolbar/save-status.tsx'
import { ToolButton, ToolGroup } from '../../viewer/core/toolbar/tool-groups.tsx'
import { ToolbarButton, ToolbarDivider } from '../../viewer/core/toolbar/toolbar-button.tsx'
import { ToolbarFrame } from '../../viewer/core/toolbar/toolbar-frame.tsx'
import { ToolbarMore, ToolbarOverflow, phone } from '../../viewer/core/toolbar/toolbar-overflow.tsx'
import { useScene } from '../../viewer/core/store/use-scene.ts'
import { UndoButtons } from '../../viewer/core/toolbar/undo-buttons.tsx'
import barStyles from '../../viewer/core/toolbar/toolbar.module.css'
import { layouts } from '../scene/layouts.ts'
import { getContent } from '../scene/scene.ts'
import { useActiveStackKey, useScenePart } from '../scene/use-scene-part.ts'
import type { StackActions } from '../stack-actions.ts'
import type { StackSession } from '../stack-session.ts'
import { CineControls, CineRate } from './cine-controls.tsx'
import { LayoutButtons } from './layout-buttons.tsx'
import { LayoutMenu } from './layout-menu.tsx'
import type { OtherImages } from './other-images.tsx'
import { SidesMenu } from './sides-menu.tsx'
import styles from './stack-panels.module.css'
import { WindowMenu } from './window-menu.tsx'

interface StackToolbarProps {
  readonly session: StackSession
  readonly actions: StackActions
  readonly onBack: (() => void) | undefined
  readonly list: { readonly isOpen: boolean; readonly toggle: () => void }
  readonly others: OtherImages | undefined
  /** Whether a part of a viewport can be kept as a picture. */
  readonly canCrop: boolean
  /** Buttons of other features. */
  readonly slots: ReactNode
}

const measureTools = [
  'bidirectional',
  'cobb',
  'ellipse',
  'rectangle',
  'freehandArea',
  'probe',
] as const

/** The toolbar of the stack viewer. */
export function StackToolbar(props: StackToolbarProps) {
  const { session, onBack, list, others } = props
  const { t } = useTranslation()
  const { saver } = session
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false })
  return (
    <ToolbarFrame
      label={t('stacks:bar')}
      start={
        <>
          {onBack ? (
            <ToolbarButton
              label={t('viewerPanel:back')}
              icon={IconArrowLeft}
              showLabel="always"
              onClick={onBack}
            />
          ) : null}
          <ToolbarButton
            label={t('stacks:list')}
            icon={IconLayoutSidebar}
            isPressed={list.isOpen}
            onClick={list.toggle}
          />
          {others && others.images.length > 0 && !list.isOpen ? (
            <ToolbarButton
              label={t('viewer:viewers.count', { count: others.images.length })}
              icon={IconPhoto}
              showLabel="always"
              onClick={() => others.onShow()}
            />
          ) : null}
        </>
      }
      end={saver ? <SaveStatus saver={saver} /> : null}
    >
      {isPhone ? <PhoneTools {...props} /> : <Tools {...props} />}
    </ToolbarFrame>
  )
}

/** The facts about the series in the active viewport that the tools need. */
function useToolChoice({ session, actions }: ButtonsProps) {
  useActiveStackKey(session.scene)
  const stack = actions.getStack()
  return { stack, choice: { store: session.store, hasSpacing: stack?.spacing != null } }
}

/** All tools in one row. */
function Tools(props: StackToolbarProps) {
  const { session, actions } = props
  const { stack, choice } = useToolChoice(props)
  return (
    <>
      <LayoutMenu session={session} actions={actions} />
      <CineControls session={session} />
      <ToolbarDivider />
      <ToolButton toolId="scroll" {...choice} />
      <ToolButton toolId="windowLevel" {...choice} />
      {stack ? <WindowMenu session={session} stack={stack} actions={actions} /> : null}
      <ToolButton toolId="zoom" {...choice} />
      <ToolButton toolId="pan" {...choice} />
      <ViewButtons session={session} actions={actions} />
      <ToolbarDivider />
      <LayoutButtons session={session} actions={actions} />
      <ToolbarDivider />
      <ToolButton toolId="length" {...choice} />
      <ToolButton toolId="angle" {...choice} />
      <ToolGroup group="measure" tools={measureTools} {...choice} />
      <ToolGroup group="annotate" {...choice} />
      <ToolButton toolId="eraser" {...choice} />
      {props.canCrop ? <ToolButton toolId="crop" {...choice} /> : null}
      <ChangeButtons session={session} actions={actions} />
      <span className={barStyles.space} />
      <ToolbarOverflow>
        <LastButtons slots={props.slots} />
      </ToolbarOverflow>
    </>
  )
}

/** The tools in the menu of a phone. */
const tuckedTools = ['zoom', 'pan', 'angle', 'eraser'] as const

/** On a phone, the tools that are used all the time, and a menu of the others. */
function PhoneTools(props: StackToolbarProps) {
  const { session, actions } = props
  const { stack, choice } = useToolChoice(props)
  const tool = useScene(session.store, (scene) => scene.tool)
  const canPlay = useScenePart(session.scene, (now) => getContent(now, now.active).kind === 'stack')
  const isTucked = tool === 'crop' || tuckedTools.some((one) => one === tool)
  return (
    <>
      <LayoutMenu session={session} actions={actions} />
      {canPlay ? <CineControls session={session} hasRate={false} /> : null}
      <ToolButton toolId="scroll" {...choice} />
      <ToolButton toolId="windowLevel" {...choice} />
      {stack ? <WindowMenu session={session} stack={stack} actions={actions} /> : null}
      <ToolButton toolId="length" {...choice} />
      <ToolGroup group="measure" tools={measureTools} {...choice} />
      <span className={barStyles.space} />
      <ToolbarMore isActive={isTucked}>
        {canPlay ? (
          <span className={styles.rateRow}>
            <CineRate session={session} />
          </span>
        ) : null}
        {tuckedTools.map((toolId) => (
          <ToolButton key={toolId} toolId={toolId} {...choice} />
        ))}
        {props.canCrop ? <ToolButton toolId="crop" {...choice} /> : null}
        <ToolGroup group="annotate" {...choice} />
        <ViewButtons session={session} actions={actions} />
        <LayoutButtons session={session} actions={actions} />
        <ChangeButtons session={session} actions={actions} />
        <LastButtons slots={props.slots} />
      </ToolbarMore>
    </>
  )
}

/** How the active viewport is shown. */
function ViewButtons({ session, actions }: ButtonsProps) {
  const { t } = useTranslation()
  const layout = useScenePart(session.scene, (now) => now.layout)
  return (
    <>
      <ToolbarButton label={t('viewerPanel:view.fit')} icon={IconMaximize} onClick={actions.fit} />
      <ToolbarButton
        label={t('viewerPanel:view.invert')}
        icon={IconContrast2}
        onClick={actions.invert}
      />
      {layouts[layout].needsVolume ? null : <SidesMenu session={session} actions={actions} />}
    </>
  )
}

/** Drawings, undo and reset. */
function ChangeButtons({ session, actions }: ButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <DrawingsButton store={session.store} />
      <UndoButtons store={session.history} />
      <ToolbarButton label={t('viewerPanel:reset')} icon={IconRestore} onClick={actions.reset} />
    </>
  )
}

function LastButtons({ slots }: Pick<StackToolbarProps, 'slots'>) {
  const { t } = useTranslation()
  return (
    <>
      {slots}
      <FullScreenButton />
      <ToolbarButton label={t('viewerPanel:help')} icon={IconHelp} onClick={openKeyboardHelp} />
    </>
  )
}

type ButtonsProps = Pick<StackToolbarProps, 'session' | 'actions'>
