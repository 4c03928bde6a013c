import { IconFlipVertical, IconRotateClockwise2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ToolbarMenu, ToolbarMenuItem } from '../../viewer/core/toolbar/toolbar-menu.tsx'
import { useScenePart } from '../scene/use-scene-part.ts'
import type { StackActions } from '../stack-actions.ts'
import type { StackSession } from '../stack-session.ts'

interface SidesMenuProps {
  readonly session: StackSession
  readonly actions: StackActions
}

/** Turns and mirrors the active stack, or shows all stacks as the scanner wrote them. */
export function SidesMenu({ session, actions }: SidesMenuProps) {
  const { t } = useTranslation()
  const isAsScanned = useScenePart(session.scene, (now) => now.isAsScanned)
  return (
    <ToolbarMenu label={t('stacks:sides.title')} icon={IconRotateClockwise2} isActive={isAsScanned}>
      {(close) => (
        <>
          <ToolbarMenuItem
            label={t('viewerPanel:view.turnRight')}
            icon={IconRotateClockwise2}
            onClick={actions.rotateRight}
          />
          <ToolbarMenuItem
            label={t('viewerPanel:view.mirrorAcross')}
            icon={IconFlipVertical}
            onClick={actions.flipHorizontal}
          />
          <ToolbarMenuItem
            label={t('stacks:sides.asScanned')}
            note={t('stacks:sides.note')}
            isSwitch
            isChecked={isAsScanned}
            onClick={() => {
              actions.toggleScannedSides()
              close()
            }}
          />
        </>
      )}
    </ToolbarMenu>
  )
}
