import type { Drawing, Point } from '@talus/contract'
import { computeSectorAngles, isInsideImage } from '@talus/measurements'
import type { MeasuringContext } from '@talus/measurements'
import { toScreen } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import { formatValue } from './labels.ts'
import type { Ink } from './marks.tsx'
import { OutlinedText } from './outlined-text.tsx'
import { estimateTextSize } from './place-labels.ts'
import type { Box } from './place-labels.ts'

/** The four angles at the intersection of two lines. */
export type Sectors = NonNullable<ReturnType<typeof computeSectorAngles>>

/** The angles between the lines of a drawing; undefined if they meet outside the image. */
export function getSectors(drawing: Drawing, context: MeasuringContext): Sectors | undefined {
  const found = drawing.tool === 'twoLineAngle' ? computeSectorAngles(drawing, context) : undefined
  return found && isInsideImage(found.at, context) ? found : undefined
}

/** Distance from the intersection to the labels, in screen pixels. */
const labelDistance = 38

const formatDegrees = (degrees: number) => formatValue({ value: degrees, unit: 'deg', decimals: 1 })

/** The middle of the baseline of each label. */
function listPlaces({ at, sectors }: Sectors, camera: Camera, size: number): readonly Point[] {
  const middle = toScreen(camera, at)
  return sectors.map(({ towards }) => {
    const target = toScreen(camera, { x: at.x + towards.x, y: at.y + towards.y })
    const length = Math.hypot(target.x - middle.x, target.y - middle.y)
    const share = length > 0 ? labelDistance / length : 0
    return {
      x: middle.x + (target.x - middle.x) * share,
      y: middle.y + (target.y - middle.y) * share + size / 3,
    }
  })
}

const toTextSize = (fontSize: number) => fontSize * 0.85

/** The space that the labels take, which the labels of other drawings keep free. */
export const listSectorBoxes = (
  sectors: Sectors,
  camera: Camera,
  fontSize: number,
): readonly Box[] =>
  listPlaces(sectors, camera, fontSize).map(({ x, y }, index) => {
    const size = toTextSize(fontSize)
    const text = formatDegrees(sectors.sectors[index]?.degrees ?? 0)
    const { width, height } = estimateTextSize([text], size)
    return { left: x - width / 2, top: y - size, width, height }
  })

interface SectorLabelsProps {
  readonly sectors: Sectors
  readonly camera: Camera
  readonly ink: Ink
  readonly fontSize: number
}

export function SectorLabels({ sectors, camera, ink, fontSize }: SectorLabelsProps) {
  return listPlaces(sectors, camera, fontSize).map((place, index) => (
    <OutlinedText
      // oxlint-disable-next-line react/no-array-index-key -- always four, in a fixed order
      key={index}
      {...place}
      anchor="middle"
      ink={ink}
      size={toTextSize(fontSize)}
      lines={[formatDegrees(sectors.sectors[index]?.degrees ?? 0)]}
    />
  ))
}
