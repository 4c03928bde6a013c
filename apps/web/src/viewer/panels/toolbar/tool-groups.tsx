import { IconTextSize, IconRulerMeasure } from '@tabler/icons-react'
import { toolOf } from '@talus/measurements'
import { useTranslation } from 'react-i18next'
import type { PointerTool } from '../../model.ts'
import type { ViewerStore } from '../../store/viewer-store.ts'
import { useScene } from '../../tools/use-scene.ts'
import { BarButton } from './bar-button.tsx'
import { BarItem, BarMenu } from './bar-menu.tsx'
import { IconHeartScore } from './own-icons.tsx'
import { withTool } from './take-tool.ts'
import { toolIcons } from './tool-icons.ts'
import type { BarIcon } from './tool-icons.ts'
import { isDrawingTool, toolName } from './tool-name.ts'

export const groups = {
  measure: [
    'bidirectional',
    'cobb',
    'twoLineAngle',
    'ellipse',
    'rectangle',
    'freehand',
    'calibrate',
  ],
  annotate: ['arrow', 'comment', 'marker'],
  advanced: ['vhs', 'vlas', 'tplo', 'tta', 'norberg', 'distraction'],
} as const satisfies Record<string, readonly PointerTool[]>
type GroupName = keyof typeof groups

const faces: Readonly<Record<GroupName, BarIcon>> = {
  measure: IconRulerMeasure,
  annotate: IconTextSize,
  advanced: IconHeartScore,
}

interface ChoiceProps {
  readonly store: ViewerStore
  readonly hasSpacing: boolean
}

function useTool({ store, hasSpacing }: ChoiceProps) {
  const { t } = useTranslation()
  const tool = useScene(store, (scene) => scene.tool)
  return {
    tool,
    reasonNot: (other: PointerTool) =>
      !hasSpacing && isDrawingTool(other) && toolOf(other).needsSpacing
        ? t('viewerPanel:reason.spacing')
        : undefined,
    take: (next: PointerTool) => store.set(withTool(next)),
  }
}

interface ToolButtonProps extends ChoiceProps {
  readonly one: PointerTool
}

export function ToolButton({ one, ...choice }: ToolButtonProps) {
  const { tool, take, reasonNot } = useTool(choice)
  return (
    <BarButton
      label={toolName(one)}
      icon={toolIcons[one]}
      isPressed={tool === one}
      isTool
      reason={reasonNot(one)}
      onClick={() => take(one)}
    />
  )
}

interface ToolGroupProps extends ChoiceProps {
  readonly group: GroupName
}

/** A group shows the tool in use on its face when it is one of its own. */
export function ToolGroup({ group, ...choice }: ToolGroupProps) {
  const { t } = useTranslation()
  const { tool, take, reasonNot } = useTool(choice)
  const inUse = groups[group].find((one) => one === tool)
  const name = t(`viewerPanel:group.${group}`)
  return (
    <BarMenu
      label={inUse ? t('viewerPanel:named', { name, what: toolName(inUse) }) : name}
      icon={inUse ? toolIcons[inUse] : faces[group]}
      isActive={inUse !== undefined}
      words={inUse ? undefined : 'roomy'}
    >
      {(close) =>
        groups[group].map((one) => (
          <BarItem
            key={one}
            label={toolName(one)}
            icon={toolIcons[one]}
            isChecked={one === tool}
            reason={reasonNot(one)}
            onClick={() => {
              take(one)
              close()
            }}
          />
        ))
      }
    </BarMenu>
  )
}
