import type { Drawing } from '@talus/contract'
import { contactGapMax, getTool, listDrawingNotes } from '@talus/measurements'
import type { MeasuringContext } from '@talus/measurements'
import type { TFunction } from 'i18next'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Camera } from '../camera/camera.ts'
import { getLabelLines } from './labels.ts'
import { placeLabels } from './place-labels.ts'
import type { LabelPlace } from './place-labels.ts'
import { getSectors, listSectorBoxes } from './sector-labels.tsx'
import type { Sectors } from './sector-labels.tsx'

interface LabelContent {
  readonly lines: readonly string[]
  /** Shown instead of the lines. */
  readonly sectors: Sectors | undefined
}

/** The label of a drawing in a viewport. */
export interface DrawingLabel extends LabelContent {
  /** Font size in pixels. */
  readonly size: number
  /** Undefined if the label is not shown. */
  readonly place: LabelPlace | undefined
}

const isRegion = ({ tool }: Drawing) =>
  tool === 'rectangle' || tool === 'ellipse' || tool === 'freehandArea'

/** Always the same, so that scrolling through slices without regions renders each of them once. */
const noRegions: readonly Drawing[] = []

/** Interval of region statistics during a drag; they are computed over many pixels. */
const statisticsMs = 110

/** Returns the value at most every `ms`; the last value is always delivered. */
function useThrottled<Value>(value: Value, ms: number): Value {
  const [shown, setShown] = useState(value)
  const last = useRef(0)
  useEffect(() => {
    if (value === shown) return undefined
    const wait = Math.max(0, last.current + ms - performance.now())
    const timer = setTimeout(() => {
      last.current = performance.now()
      setShown(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, shown, ms])
  return shown
}

function readContent(drawing: Drawing, context: MeasuringContext, t: TFunction): LabelContent {
  const measured = getTool(drawing.tool).measure(drawing, context)
  const notes = listDrawingNotes(drawing, measured, context)
  const lines = [
    ...getLabelLines(drawing, measured),
    ...notes.map((note) => t(`measure:note.${note}`, { limit: contactGapMax })),
  ]
  return { lines, sectors: getSectors(drawing, context) }
}

/** Caches the texts of the labels: a moved picture must not measure all drawings again. */
function createContents(context: MeasuringContext, t: TFunction) {
  const contents = new WeakMap<Drawing, LabelContent>()
  return (drawing: Drawing): LabelContent => {
    const known = contents.get(drawing)
    if (known) return known
    const content = readContent(drawing, context, t)
    contents.set(drawing, content)
    return content
  }
}

/** The texts of the labels; those of regions follow a drag at intervals. */
function useContents(drawings: readonly Drawing[], context: MeasuringContext) {
  const { t } = useTranslation()
  const getContent = useMemo(() => createContents(context, t), [context, t])
  const regions = useMemo(() => {
    const found = drawings.filter(isRegion)
    return found.length === 0 ? noRegions : found
  }, [drawings])
  const measured = useThrottled(regions, statisticsMs)
  return useMemo(
    () =>
      drawings.map((drawing) => {
        const shown = isRegion(drawing) ? measured.find(({ id }) => id === drawing.id) : undefined
        return { drawing, ...getContent(shown ?? drawing) }
      }),
    [drawings, measured, getContent],
  )
}

interface DrawingLabelsOptions {
  /** In the order in which they were drawn, with the one that is being drawn. */
  readonly drawings: readonly Drawing[]
  readonly camera: Camera
  readonly context: MeasuringContext
  readonly fontSize: number
}

/** The labels of all drawings of a viewport, by the ids of the drawings. */
export function useDrawingLabels(options: DrawingLabelsOptions): ReadonlyMap<string, DrawingLabel> {
  const { drawings, camera, context, fontSize } = options
  const contents = useContents(drawings, context)
  return useMemo(() => {
    const sized = contents.map((one) => ({
      ...one,
      size: one.drawing.tool === 'marker' ? fontSize * 1.8 : fontSize,
    }))
    const blocked = contents.flatMap(({ sectors }) =>
      sectors ? listSectorBoxes(sectors, camera, fontSize) : [],
    )
    const places = placeLabels(
      sized.filter(({ sectors }) => !sectors),
      camera,
      blocked,
    )
    return new Map(
      sized.map((one) => [one.drawing.id, { ...one, place: places.get(one.drawing.id) }]),
    )
  }, [contents, camera, fontSize])
}
