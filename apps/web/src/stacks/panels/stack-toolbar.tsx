import {
  IconArrowLeft,
  IconContrast2,
  IconViewfinder,
  IconHelp,
  IconLayoutSidebar,
  IconLink,
  IconLinkOff,
  IconLinkPlus,
  IconMaximize,
  IconPhoto,
  IconRestore,
  IconTimeline,
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
import { ToolbarOverflow } from '../../viewer/core/toolbar/toolbar-overflow.tsx'
import { UndoButtons } from '../../viewer/core/toolbar/undo-buttons.tsx'
import barStyles from '../../viewer/core/toolbar/toolbar.module.css'
import { layouts } from '../scene/layouts.ts'
import { useActiveStackKey, useScenePart } from '../scene/use-scene-part.ts'
import type { StackActions } from '../stack-actions.ts'
import type { StackSession } from '../stack-session.ts'
import { CineControls } from './cine-controls.tsx'
import { LayoutMenu } from './layout-menu.tsx'
import { LightBoxMenu } from './light-box-menu.tsx'
import type { OtherImages } from './other-images.tsx'
import { SidesMenu } from './sides-menu.tsx'
import { SlabMenu } from './slab-menu.tsx'
import { VolumeMenu } from './volume-menu.tsx'
import { WindowMenu } from './window-menu.tsx'

interface StackToolbarProps {
  readonly session: StackSession
  readonly actions: StackActions
  readonly onBack: (() => void) | undefined
  readonly list: { readonly isOpen: boolean; readonly toggle: () => void }
  readonly others: OtherImages | undefined
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
  const { session, actions, onBack, list, others, slots } = props
  const { t } = useTranslation()
  const { store, saver } = session
  const layout = useScenePart(session.scene, (now) => now.layout)
  useActiveStackKey(session.scene)
  const stack = actions.getStack()
  const choice = { store, hasSpacing: stack?.spacing != null }
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
      <LayoutMenu session={session} actions={actions} />
      <CineControls session={session} />
      <ToolbarDivider />
      <ToolButton toolId="scroll" {...choice} />
      <ToolButton toolId="windowLevel" {...choice} />
      {stack ? <WindowMenu session={session} stack={stack} actions={actions} /> : null}
      <ToolButton toolId="zoom" {...choice} />
      <ToolButton toolId="pan" {...choice} />
      <ToolbarButton label={t('viewerPanel:view.fit')} icon={IconMaximize} onClick={actions.fit} />
      <ToolbarButton
        label={t('viewerPanel:view.invert')}
        icon={IconContrast2}
        onClick={actions.invert}
      />
      {layouts[layout].needsVolume ? null : <SidesMenu session={session} actions={actions} />}
      <ToolbarDivider />
      {layouts[layout].needsVolume ? (
        <PlaneButtons session={session} actions={actions} />
      ) : layout === 'frame-view' ? (
        <LightBoxMenu session={session} actions={actions} />
      ) : (
        <StackButtons session={session} actions={actions} />
      )}
      <ToolbarDivider />
      <ToolButton toolId="length" {...choice} />
      <ToolButton toolId="angle" {...choice} />
      <ToolGroup group="measure" tools={measureTools} {...choice} />
      <ToolGroup group="annotate" {...choice} />
      <ToolButton toolId="eraser" {...choice} />
      <DrawingsButton store={store} />
      <UndoButtons store={session.history} />
      <ToolbarButton label={t('viewerPanel:reset')} icon={IconRestore} onClick={actions.reset} />
      <span className={barStyles.space} />
      <ToolbarOverflow>
        {slots}
        <FullScreenButton />
        <ToolbarButton label={t('viewerPanel:help')} icon={IconHelp} onClick={openKeyboardHelp} />
      </ToolbarOverflow>
    </ToolbarFrame>
  )
}

type ButtonsProps = Pick<StackToolbarProps, 'session' | 'actions'>

/** The cross-hair, the slab and the 3D settings of layouts with planes. */
function PlaneButtons({ session, actions }: ButtonsProps) {
  const { t } = useTranslation()
  const layout = useScenePart(session.scene, (now) => now.layout)
  const isCrosshairVisible = useScenePart(session.scene, (now) => now.isCrosshairVisible)
  const { cells } = layouts[layout]
  const hasPlanes = cells.some(({ kind }) => kind === 'plane')
  const hasVolume = cells.some(({ kind }) => kind === 'volume')
  return (
    <>
      {hasPlanes ? (
        <>
          <ToolButton toolId="crosshair" store={session.store} hasSpacing />
          <ToolbarButton
            label={t('stacks:crosshair.show')}
            icon={IconViewfinder}
            isPressed={isCrosshairVisible}
            onClick={actions.toggleCrosshair}
          />
          <SlabMenu session={session} actions={actions} />
        </>
      ) : null}
      {hasVolume ? <VolumeMenu session={session} actions={actions} /> : null}
    </>
  )
}

/** Reference lines and synchronised scrolling between stacks. */
function StackButtons({ session, actions }: ButtonsProps) {
  const { t } = useTranslation()
  const isSynchronised = useScenePart(session.scene, (now) => now.isSynchronised)
  const areLinesVisible = useScenePart(session.scene, (now) => now.areLinesVisible)
  const count = useScenePart(session.scene, (now) => now.cells.length)
  const isLinked = useScenePart(session.scene, (now) => now.link !== undefined)
  const seriesCount = useScenePart(
    session.scene,
    ({ cells }) => new Set(cells.map(({ stackKey }) => stackKey)).size,
  )
  const reason = count < 2 ? t('stacks:between.needsTwo') : undefined
  return (
    <>
      <ToolbarButton
        label={t('stacks:between.sync')}
        icon={isSynchronised ? IconLink : IconLinkOff}
        isPressed={isSynchronised}
        reason={reason}
        onClick={actions.toggleSync}
      />
      {seriesCount < 2 ? null : (
        <ToolbarButton
          label={t('stacks:between.link')}
          icon={IconLinkPlus}
          isPressed={isLinked}
          onClick={actions.linkHere}
        />
      )}
      <ToolbarButton
        label={t('stacks:between.lines')}
        icon={IconTimeline}
        isPressed={areLinesVisible}
        reason={reason}
        onClick={actions.toggleLines}
      />
    </>
  )
}
