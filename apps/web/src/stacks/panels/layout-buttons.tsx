import {
  IconLink,
  IconLinkOff,
  IconLinkPlus,
  IconTimeline,
  IconViewfinder,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ToolButton } from '../../viewer/core/toolbar/tool-groups.tsx'
import { ToolbarButton } from '../../viewer/core/toolbar/toolbar-button.tsx'
import { layouts } from '../scene/layouts.ts'
import { useScenePart } from '../scene/use-scene-part.ts'
import type { StackActions } from '../stack-actions.ts'
import type { StackSession } from '../stack-session.ts'
import { LightBoxMenu } from './light-box-menu.tsx'
import { SlabMenu } from './slab-menu.tsx'
import { VolumeMenu } from './volume-menu.tsx'

interface ButtonsProps {
  readonly session: StackSession
  readonly actions: StackActions
}

/** The buttons of the toolbar that belong to the kind of layout. */
export function LayoutButtons(props: ButtonsProps) {
  const layout = useScenePart(props.session.scene, (now) => now.layout)
  if (layouts[layout].needsVolume) return <PlaneButtons {...props} />
  return layout === 'frame-view' ? <LightBoxMenu {...props} /> : <StackButtons {...props} />
}

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
