import { isDrawingTool } from '@talus/contract'
import i18next from 'i18next'
import type { PointerTool } from '../model.ts'
import { getShortToolLabel, getToolLabel } from '../drawing/labels.ts'

/** Same name as in the guide and on the drawing. */
export const getToolName = (tool: PointerTool): string =>
  isDrawingTool(tool) ? getToolLabel(tool) : i18next.t(`viewerPanel:tool.${tool}`)

/** Short name for narrow spaces. */
export const getShortToolName = (tool: PointerTool): string =>
  isDrawingTool(tool) ? getShortToolLabel(tool) : getToolName(tool)
