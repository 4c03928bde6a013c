import type { Point } from '@talus/contract'
import type { Mark } from '@talus/measurements'
import type { RenderPool } from '../../../workers/index.ts'

type RenderOptions = Parameters<RenderPool['renderApart']>[2]
type Viewport = NonNullable<RenderOptions['viewport']>
type PresentedView = NonNullable<RenderOptions['presented']>

/** Converts positions in pixels of the stored image to pixels of the reduced one. */
export function scaleToReduced<Options extends Pick<RenderOptions, 'viewport' | 'presented'>>(
  options: Options,
  step: number,
): Options {
  if (step === 1) return options
  const { viewport, presented } = options
  return {
    ...options,
    ...(viewport && { viewport: scaleViewport(viewport, step) }),
    ...(presented && { presented: scaleView(presented, step) }),
  }
}

function scaleViewport(viewport: Viewport, step: number): Viewport {
  const { region } = viewport
  if (!region) return viewport
  const { left, top, width, height } = region
  const scaled = { left: left / step, top: top / step, width: width / step, height: height / step }
  return { ...viewport, region: { ...region, ...scaled } }
}

const scalePoint = ({ x, y }: Point, step: number): Point => ({ x: x / step, y: y / step })

function scaleMark(mark: Mark, step: number): Mark {
  const scale = (point: Point) => scalePoint(point, step)
  switch (mark.kind) {
    case 'ellipse': {
      const { centre, radiusX, radiusY } = mark
      return { ...mark, centre: scale(centre), radiusX: radiusX / step, radiusY: radiusY / step }
    }
    case 'path':
      return { ...mark, points: mark.points.map(scale) }
    case 'cross':
      return { ...mark, at: scale(mark.at) }
    default:
      return { ...mark, from: scale(mark.from), to: scale(mark.to) }
  }
}

const scaleView = (view: PresentedView, step: number): PresentedView => ({
  ...view,
  crop: view.crop && {
    start: scalePoint(view.crop.start, step),
    end: scalePoint(view.crop.end, step),
  },
  marks: view.marks.map((mark) => scaleMark(mark, step)),
  labels: view.labels.map(({ at, lines }) => ({ at: scalePoint(at, step), lines })),
})
