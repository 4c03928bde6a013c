import { drawingTools } from '@talus/contract'
import type { DrawingTool } from '@talus/contract'
import i18next from 'i18next'
import type { PointerTool } from '../../model.ts'
import { shortToolWords, toolWords } from '../../tools/words.ts'

export const isDrawingTool = (tool: PointerTool): tool is DrawingTool =>
  drawingTools.some((one) => one === tool)

/** In the words that the guide and the drawing itself have for it. */
export const toolName = (tool: PointerTool): string =>
  isDrawingTool(tool) ? toolWords(tool) : i18next.t(`viewerPanel:tool.${tool}`)

/** For where there is little room. */
export const shortToolName = (tool: PointerTool): string =>
  isDrawingTool(tool) ? shortToolWords(tool) : toolName(tool)
