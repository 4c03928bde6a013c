import { IconTextSize, IconRulerMeasure } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PointerTool } from '../model.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import { useScene } from '../store/use-scene.ts'
import { ToolbarButton } from './toolbar-button.tsx'
import { ToolbarMenuItem, ToolbarMenu } from './toolbar-menu.tsx'
import { IconHeartScore } from './custom-icons.tsx'
import { lacksSpacing, withTool } from './choose-tool.ts'
import { toolIcons } from './tool-icons.ts'
import type { IconShape } from '../../../ui/display/icon.tsx'
import { getShortToolName, getToolName } from './tool-name.ts'

export const toolGroups = {
  measure: [
    'bidirectional',
    'cobb',
    'twoLineAngle',
    'ellipse',
    'rectangle',
    'freehandArea',
    'freehand',
    'calibrate',
  ],
  annotate: ['arrow', 'comment', 'marker'],
  advanced: ['vhs', 'vlas', 'tplo', 'tta', 'norberg', 'distraction'],
} as const satisfies Record<string, readonly PointerTool[]>
type GroupName = keyof typeof toolGroups

const groupIcons: Readonly<Record<GroupName, IconShape>> = {
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
    getDisabledReason: (other: PointerTool) =>
      lacksSpacing(other, hasSpacing) ? t('viewerPanel:reason.spacing') : undefined,
    choose: (next: PointerTool) => store.set(withTool(next)),
  }
}

interface ToolButtonProps extends ChoiceProps {
  readonly toolId: PointerTool
  /** Whether its short name is beside the icon. */
  readonly isShort?: boolean
}

export function ToolButton({ toolId, isShort, ...choice }: ToolButtonProps) {
  const { tool, choose, getDisabledReason } = useTool(choice)
  return (
    <ToolbarButton
      label={getToolName(toolId)}
      icon={toolIcons[toolId]}
      isPressed={tool === toolId}
      isTool
      reason={getDisabledReason(toolId)}
      shortName={isShort ? getShortToolName(toolId) : undefined}
      onClick={() => choose(toolId)}
    />
  )
}

interface ToolGroupProps extends ChoiceProps {
  readonly group: GroupName
  /** The tools of the group that are offered; by default all. */
  readonly tools?: readonly PointerTool[]
}

/** A menu of tools; its button shows the active tool if it belongs to the group. */
export function ToolGroup({ group, tools = toolGroups[group], ...choice }: ToolGroupProps) {
  const { t } = useTranslation()
  const { tool, choose, getDisabledReason } = useTool(choice)
  const activeTool = tools.find((one) => one === tool)
  const name = t(`viewerPanel:group.${group}`)
  return (
    <ToolbarMenu
      label={activeTool ? t('viewerPanel:named', { name, what: getToolName(activeTool) }) : name}
      icon={activeTool ? toolIcons[activeTool] : groupIcons[group]}
      isActive={activeTool !== undefined}
      showLabel={activeTool ? undefined : 'roomy'}
    >
      {(close) =>
        tools.map((one) => (
          <ToolbarMenuItem
            key={one}
            label={getToolName(one)}
            icon={toolIcons[one]}
            isChecked={one === tool}
            reason={getDisabledReason(one)}
            onClick={() => {
              choose(one)
              close()
            }}
          />
        ))
      }
    </ToolbarMenu>
  )
}
