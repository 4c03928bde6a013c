import type { Stack } from '@talus/contract'
import { IconAdjustments } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ToolbarMenu, ToolbarMenuItem } from '../../viewer/core/toolbar/toolbar-menu.tsx'
import { getActiveCell } from '../scene/scene.ts'
import { listWindowPresets } from '../scene/window-presets.ts'
import { useScenePart } from '../scene/use-scene-part.ts'
import type { StackActions } from '../stack-actions.ts'
import type { StackSession } from '../stack-session.ts'

interface WindowMenuProps {
  readonly session: StackSession
  readonly stack: Stack
  readonly actions: StackActions
}

export function WindowMenu({ session, stack, actions }: WindowMenuProps) {
  const { t } = useTranslation()
  const chosen = useScenePart(session.scene, (now) => getActiveCell(now)?.viewport.window)
  return (
    <ToolbarMenu label={t('stacks:preset.title')} icon={IconAdjustments}>
      {(close) =>
        listWindowPresets(stack).map((preset) => {
          const { window } = preset
          const isValues = window !== null && typeof window === 'object'
          return (
            <ToolbarMenuItem
              key={preset.name}
              label={t(`stacks:preset.${preset.name}`)}
              note={isValues ? t('stacks:preset.values', { ...window }) : undefined}
              isChecked={
                isValues
                  ? chosen?.center === window.center && chosen.width === window.width
                  : window === null && chosen === null
              }
              onClick={() => {
                actions.setWindow(preset)
                close()
              }}
            />
          )
        })
      }
    </ToolbarMenu>
  )
}
