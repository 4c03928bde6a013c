import { IconBox, IconCube3dSphere } from '@tabler/icons-react'
import { listVolumePresets } from '@talus/volume'
import { useTranslation } from 'react-i18next'
import { ToolbarMenu, ToolbarMenuItem } from '../../viewer/core/toolbar/toolbar-menu.tsx'
import { getSideAxes, nameSide, viewSides } from '../scene/volume-view.ts'
import type { VolumeView } from '../scene/volume-view.ts'
import { useScenePart } from '../scene/use-scene-part.ts'
import type { StackActions } from '../stack-actions.ts'
import type { StackSession } from '../stack-session.ts'
import { ClipMenu } from './clip-menu.tsx'

interface VolumeMenuProps {
  readonly session: StackSession
  readonly actions: StackActions
}

/** The colours of the 3D view, the side from which it is seen, and its cuts. */
export function VolumeMenu({ session, actions }: VolumeMenuProps) {
  const { t } = useTranslation()
  const preset = useScenePart(session.scene, (now) => now.volumeView.preset)
  const stack = actions.getStack()
  const setView = (change: Partial<VolumeView>) =>
    session.scene.set((now) => ({ ...now, volumeView: { ...now.volumeView, ...change } }))
  return (
    <>
      <ToolbarMenu label={t('stacks:volume.preset')} icon={IconCube3dSphere}>
        {(close) =>
          listVolumePresets(stack?.unit ?? null).map((one) => (
            <ToolbarMenuItem
              key={one}
              label={t(`stacks:volume.${one}`)}
              isChecked={preset === one}
              onClick={() => {
                setView({ preset: one })
                close()
              }}
            />
          ))
        }
      </ToolbarMenu>
      <ToolbarMenu label={t('stacks:volume.from')} icon={IconBox}>
        {(close) =>
          viewSides.map((side) => (
            <ToolbarMenuItem
              key={side}
              label={t(`stacks:side.${nameSide(side, actions.getOrientation())}`)}
              onClick={() => {
                setView({ axes: getSideAxes(side, actions.getOrientation()) })
                close()
              }}
            />
          ))
        }
      </ToolbarMenu>
      <ClipMenu session={session} actions={actions} />
    </>
  )
}
