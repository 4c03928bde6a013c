import {
  IconAngle,
  IconArrowsMove,
  IconArrowUpRight,
  IconContrast,
  IconCrop,
  IconEraser,
  IconMessage2,
  IconOval,
  IconRectangle,
  IconRuler2,
  IconRulerMeasure,
  IconScribble,
  IconSquareLetterL,
  IconZoomIn,
  IconZoomScan,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { PointerTool } from '../model.ts'
import {
  IconAdvancement,
  IconAtrium,
  IconCobb,
  IconCrossedLines,
  IconDistraction,
  IconHeartScore,
  IconNorberg,
  IconPlateau,
  IconTwoLines,
} from './custom-icons.tsx'

export type ToolbarIcon = ComponentType<{ size?: number | string; stroke?: number | string }>

export const toolIcons: Readonly<Record<PointerTool, ToolbarIcon>> = {
  windowLevel: IconContrast,
  zoom: IconZoomIn,
  pan: IconArrowsMove,
  magnifier: IconZoomScan,
  eraser: IconEraser,
  crop: IconCrop,
  calibrate: IconRulerMeasure,
  length: IconRuler2,
  bidirectional: IconCrossedLines,
  angle: IconAngle,
  cobb: IconCobb,
  twoLineAngle: IconTwoLines,
  ellipse: IconOval,
  rectangle: IconRectangle,
  arrow: IconArrowUpRight,
  comment: IconMessage2,
  marker: IconSquareLetterL,
  freehand: IconScribble,
  vhs: IconHeartScore,
  tplo: IconPlateau,
  tta: IconAdvancement,
  norberg: IconNorberg,
  distraction: IconDistraction,
  vlas: IconAtrium,
}
