import { defaultViewport, listImageDrawings } from '@talus/contract'
import type { Drawing, ImageId, ImageMetadata, Language, StudyId } from '@talus/contract'
import { getTool, resolveSpacing } from '@talus/measurements'
import type { MeasuredValue, MeasuringContext } from '@talus/measurements'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { getTranslator } from '../../../http/translations.ts'
import type { PresentedView } from '../../../workers/index.ts'
import { createMetadataReader } from '../../images/index.ts'
import type { MetadataDeps, RenderStored } from '../../images/index.ts'
import { findViewerState } from './presented-view.queries.ts'

type RenderOptions = Parameters<RenderStored>[1]
type PresentedOptions = Pick<RenderOptions, 'window' | 'voiLut' | 'isInverted' | 'presented'>

/** How to render an image as its saved state in the viewer shows it; undefined without a state. */
export type FindPresentedView = (
  db: ClinicDb,
  image: { readonly id: ImageId; readonly studyId: StudyId },
  language: Language,
  signal: AbortSignal,
) => Promise<PresentedOptions | undefined>

/** Angles stand between their lines and need no name, as in the viewer. */
const unnamed = new Set<string>(['angle', 'supplement', 'cobbAngle'])

function formatLabel(
  drawing: Drawing,
  measured: readonly MeasuredValue[],
  language: Language,
): string[] {
  const remark = drawing.text ? drawing.text.split('\n') : []
  if (drawing.tool === 'comment' || drawing.tool === 'marker') return remark
  const translate = getTranslator(language)
  const valid = measured.filter(({ value }) => Number.isFinite(value))
  const { isGuided } = getTool(drawing.tool)
  const isPaired = drawing.tool === 'norberg' || drawing.tool === 'distraction'
  const shown = isGuided && !isPaired ? valid.slice(0, 1) : valid
  const lines = shown.map(({ name, value, unit, decimals }) => {
    const number = new Intl.NumberFormat(language, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: 'negative',
    }).format(value)
    const text = translate(`measure:unit.${unit}`, { value: number })
    const isNamed = !unnamed.has(name) && (isGuided || valid.length > 1)
    return isNamed ? `${translate(`measure:short.${name}`)} ${text}` : text
  })
  return [...lines, ...remark]
}

/** The point beside which the viewer shows the label. */
function findLabelPosition({ steps }: Drawing) {
  const { textBox, middle, perpendicularEnd, end, start } = steps.at(-1)?.handles ?? {}
  return textBox ?? middle ?? perpendicularEnd ?? end ?? start
}

function listDrawn(drawings: readonly Drawing[], context: MeasuringContext, language: Language) {
  return {
    marks: drawings.flatMap((drawing) => [...getTool(drawing.tool).getMarks(drawing, context)]),
    labels: drawings.flatMap((drawing) => {
      const at = findLabelPosition(drawing)
      const values = getTool(drawing.tool).measure(drawing, context)
      return at ? [{ at, lines: formatLabel(drawing, values, language) }] : []
    }),
  } satisfies Pick<PresentedView, 'marks' | 'labels'>
}

function createContext(
  { spacing: facts, Columns: columns, Rows: rows }: ImageMetadata,
  calibration: Parameters<typeof resolveSpacing>[1] | null,
): MeasuringContext {
  const { spacing, regions } = resolveSpacing(facts, calibration ?? undefined)
  return { spacing, regions, columns, rows }
}

/**
 * Finds how the viewer would show an image: window, crop, flips, rotation and the drawings of its
 * first frame. Zoom and position are left out, because they depend on the size of a viewport.
 */
export function createPresentedViews(deps: MetadataDeps): FindPresentedView {
  const readMetadata = createMetadataReader(deps)
  return async (db, { id, studyId }, language, signal) => {
    const state = await findViewerState(db, studyId)
    const key = String(id)
    const [saved, crop, tools] = [
      state?.viewportState[key],
      state?.cropState[key],
      state?.toolState[key],
    ]
    if (!saved && !crop && !tools?.drawings.length) return undefined
    const viewport = saved ?? defaultViewport
    const metadata = await readMetadata(db, id, { withTags: false, signal })
    const context = createContext(metadata, tools?.calibration ?? null)
    const drawings = listImageDrawings(tools?.drawings ?? []).filter(({ frame = 1 }) => frame === 1)
    const { window, tilt = 0 } = viewport
    // A window that the user chose keeps the function of the file.
    const shape = metadata.display?.windows[0]?.function ?? 'LINEAR'
    return {
      ...(window && window.voiLut === undefined
        ? { window: { center: window.center, width: window.width, function: shape } }
        : {}),
      ...(window?.voiLut === undefined ? {} : { voiLut: window.voiLut }),
      isInverted: viewport.invert,
      presented: {
        crop,
        isMirrored: viewport.hflip,
        isUpsideDown: viewport.vflip,
        degrees: viewport.rotation + tilt,
        ...listDrawn(drawings, context, language),
      },
    }
  }
}
