import type { Drawing } from '@talus/contract'
import { getTool } from '@talus/measurements'
import type { MeasuringContext } from '@talus/measurements'
import { createPlane, getPlaneName } from '@talus/volume'
import { useTranslation } from 'react-i18next'
import { formatValue, getToolLabel } from '../../viewer/core/drawing/labels.ts'
import { useScene } from '../../viewer/core/store/use-scene.ts'
import { createMeasuringContext } from '../../viewer/core/viewport/measuring-context.ts'
import { getOrientation } from '../scene/orientation.ts'
import { findDrawnStack, listPlaneDrawings, withPlaneDrawing } from '../scene/show-plane-drawing.ts'
import { listSliceDrawings, withSliceDrawing } from '../scene/slice-drawings.ts'
import type { StackScene } from '../scene/scene.ts'
import type { StackSession } from '../stack-session.ts'
import { formatPhase } from '../views/overlay-texts.ts'
import { createSliceImage } from '../views/slice-image.ts'
import styles from './series-list.module.css'

interface DrawingListProps {
  readonly session: StackSession
  readonly isVeterinary: boolean
}

interface ListedDrawing {
  readonly drawing: Drawing
  /** Where it is, and its series and phase if there are several. */
  readonly place: readonly string[]
  readonly context: MeasuringContext | undefined
  readonly show: (now: StackScene) => StackScene
}

/** The points of drawings on planes are millimetres. */
const planeContext: MeasuringContext = {
  spacing: { row: 1, column: 1, unit: 'mm' },
  columns: 1,
  rows: 1,
}

function describeValue(drawing: Drawing, context: MeasuringContext | undefined): string {
  if (!context) return ''
  const [first] = getTool(drawing.tool)
    .measure(drawing, context)
    .filter(({ value }) => Number.isFinite(value))
  return first ? formatValue(first) : ''
}

function useSliceDrawings({ session }: DrawingListProps): readonly ListedDrawing[] {
  const { t } = useTranslation()
  const views = useScene(session.store, (scene) => scene.views)
  const { stacks } = session.study
  return listSliceDrawings({ views }, stacks).map((one) => {
    const { drawing, stack, phase, slice, calibration } = one
    const image = createSliceImage(stack, phase, { index: slice, pixels: undefined }, undefined)
    return {
      drawing,
      place: [
        t('stacks:series.slice', { number: slice + 1 }),
        stacks.length > 1 ? stack.seriesDescription : '',
        stack.phases.length > 1 ? formatPhase(t, stack, phase) : '',
      ],
      context: createMeasuringContext(image, calibration),
      show: withSliceDrawing(one, stacks),
    }
  })
}

function usePlaneDrawings({ session, isVeterinary }: DrawingListProps): readonly ListedDrawing[] {
  const { t } = useTranslation()
  const views = useScene(session.store, (scene) => scene.views)
  const { stacks } = session.study
  return listPlaneDrawings({ views }).flatMap((one) => {
    const stack = findDrawnStack(stacks, one)
    if (!stack) return []
    const orientation = getOrientation(stack, session.study, isVeterinary)
    const { origin, right, down } = one.plane
    const name = getPlaneName(createPlane(origin, right, down).normal, orientation)
    const words = orientation.region === 'human' ? 'human' : 'veterinary'
    const plane = t(name === 'oblique' ? 'stacks:plane.oblique' : `stacks:plane.${words}.${name}`)
    return [
      {
        drawing: one.drawing,
        place: [plane],
        context: planeContext,
        show: withPlaneDrawing(one, stacks, orientation),
      },
    ]
  })
}

/** Drawings are visible only where they were drawn: the list leads to their slices and planes. */
export function DrawingList(props: DrawingListProps) {
  const { session } = props
  const { t } = useTranslation()
  const slices = useSliceDrawings(props)
  const planes = usePlaneDrawings(props)
  const listed = [...slices, ...planes]
  if (listed.length === 0) return null
  const choose = ({ show }: ListedDrawing) => {
    session.cine.stop()
    session.scene.set(show)
    session.store.set((now) => ({ ...now, areDrawingsVisible: true }))
  }
  return (
    <section className={styles.part} aria-label={t('stacks:series.drawings')}>
      <h2 className={styles.heading}>{t('stacks:series.drawings')}</h2>
      <ul className={styles.list}>
        {listed.map((one) => {
          const { drawing, place, context } = one
          const facts = [...place, describeValue(drawing, context), drawing.text ?? '']
          return (
            <li key={drawing.id}>
              <button type="button" className={styles.series} onClick={() => choose(one)}>
                <span className={styles.name}>{getToolLabel(drawing.tool)}</span>
                <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
