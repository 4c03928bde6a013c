import type { Drawing } from '@talus/contract'
import { computeSectorAngles, isInsideImage } from '@talus/measurements'
import type { MeasuringContext } from '@talus/measurements'
import { toScreen } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import type { Ink } from './marks.tsx'
import { OutlinedText } from './outlined-text.tsx'
import { formatValue } from './labels.ts'

/** Distance from the intersection to the labels, in screen pixels. */
const labelDistance = 38

/** The four angles at the intersection of two lines; undefined if it is outside the image. */
export function getSectors(drawing: Drawing, context: MeasuringContext) {
  const found = drawing.tool === 'twoLineAngle' ? computeSectorAngles(drawing, context) : undefined
  return found && isInsideImage(found.at, context) ? found : undefined
}

interface SectorLabelsProps {
  readonly sectors: NonNullable<ReturnType<typeof getSectors>>
  readonly camera: Camera
  readonly ink: Ink
  readonly size: number
}

export function SectorLabels({ sectors: { at, sectors }, camera, ink, size }: SectorLabelsProps) {
  const middle = toScreen(camera, at)
  return sectors.map(({ degrees, towards }, index) => {
    const target = toScreen(camera, { x: at.x + towards.x, y: at.y + towards.y })
    const length = Math.hypot(target.x - middle.x, target.y - middle.y)
    const share = length > 0 ? labelDistance / length : 0
    return (
      <OutlinedText
        // oxlint-disable-next-line react/no-array-index-key -- always four, in a fixed order
        key={index}
        x={middle.x + (target.x - middle.x) * share}
        y={middle.y + (target.y - middle.y) * share + size / 3}
        anchor="middle"
        ink={ink}
        size={size * 0.85}
        lines={[formatValue({ value: degrees, unit: 'deg', decimals: 1 })]}
      />
    )
  })
}
