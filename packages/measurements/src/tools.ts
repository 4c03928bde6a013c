import type { DrawingTool } from '@talus/contract'
import type { ToolDefinition } from './tool-types.ts'
import { distractionTool, norbergTool } from './tools/hips.ts'
import { angleTool, bidirectionalTool, cobbTool, freehandTool, lengthTool } from './tools/lines.ts'
import { arrowTool, commentTool, markerTool, probeTool } from './tools/notes.ts'
import { ellipseTool, freehandAreaTool, rectangleTool } from './tools/regions.ts'
import { tploTool } from './tools/tplo.ts'
import { ttaTool } from './tools/tta.ts'
import { twoLineAngleTool } from './tools/two-line-angle.ts'
import { vhsTool, vlasTool } from './tools/vhs.ts'

export const tools: Readonly<Record<DrawingTool, ToolDefinition>> = {
  length: lengthTool,
  bidirectional: bidirectionalTool,
  angle: angleTool,
  cobb: cobbTool,
  twoLineAngle: twoLineAngleTool,
  ellipse: ellipseTool,
  rectangle: rectangleTool,
  probe: probeTool,
  arrow: arrowTool,
  comment: commentTool,
  marker: markerTool,
  freehand: freehandTool,
  freehandArea: freehandAreaTool,
  vhs: vhsTool,
  tplo: tploTool,
  tta: ttaTool,
  norberg: norbergTool,
  distraction: distractionTool,
  vlas: vlasTool,
}

export const getTool = (id: DrawingTool): ToolDefinition => tools[id]
