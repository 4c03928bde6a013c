import { IconGridDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ToolbarMenu, ToolbarMenuItem } from '../../viewer/core/toolbar/toolbar-menu.tsx'
import { useScenePart } from '../scene/use-scene-part.ts'
import type { StackActions } from '../stack-actions.ts'
import type { StackSession } from '../stack-session.ts'

interface LightBoxMenuProps {
  readonly session: StackSession
  readonly actions: StackActions
}

const sizes = [
  [3, 2],
  [4, 3],
  [5, 4],
  [6, 5],
] as const

export function LightBoxMenu({ session, actions }: LightBoxMenuProps) {
  const { t } = useTranslation()
  const lightBox = useScenePart(session.scene, (now) => now.lightBox)
  return (
    <ToolbarMenu label={t('stacks:lightBox.title')} icon={IconGridDots}>
      {(close) =>
        sizes.map(([columns, rows]) => (
          <ToolbarMenuItem
            key={columns}
            label={t('stacks:lightBox.size', { columns, rows })}
            isChecked={lightBox.columns === columns && lightBox.rows === rows}
            onClick={() => {
              actions.setLightBox(columns, rows)
              close()
            }}
          />
        ))
      }
    </ToolbarMenu>
  )
}
