import type { Drawing } from '@talus/contract'
import { fourAngles, isInside } from '@talus/measurements'
import type { MeasuringContext } from '@talus/measurements'
import { toScreen } from '../engine/camera.ts'
import type { Camera } from '../engine/camera.ts'
import type { Ink } from './marks.tsx'
import { OutlinedText } from './outlined-text.tsx'
import { valueWords } from './words.ts'

/** From where the lines meet to the words, in screen pixels. */
const away = 38

/** The four angles where two lines meet, each in its own; nothing where they meet far away. */
export function sectorsOf(drawing: Drawing, context: MeasuringContext) {
  const found = drawing.tool === 'twoLineAngle' ? fourAngles(drawing, context) : undefined
  return found && isInside(found.at, context) ? found : undefined
}

interface SectorLabelsProps {
  readonly sectors: NonNullable<ReturnType<typeof sectorsOf>>
  readonly camera: Camera
  readonly ink: Ink
  readonly size: number
}

export function SectorLabels({ sectors: { at, sectors }, camera, ink, size }: SectorLabelsProps) {
  const middle = toScreen(camera, at)
  return sectors.map(({ degrees, towards }, index) => {
    const way = toScreen(camera, { x: at.x + towards.x, y: at.y + towards.y })
    const length = Math.hypot(way.x - middle.x, way.y - middle.y)
    const share = length > 0 ? away / length : 0
    return (
      <OutlinedText
        // oxlint-disable-next-line react/no-array-index-key -- they go round, and there are four
        key={index}
        x={middle.x + (way.x - middle.x) * share}
        y={middle.y + (way.y - middle.y) * share + size / 3}
        anchor="middle"
        ink={ink}
        size={size * 0.85}
        lines={[valueWords({ value: degrees, unit: 'deg', decimals: 1 })]}
      />
    )
  })
}
