import type { Drawing } from '@talus/contract'
import { getTool } from '@talus/measurements'
import { createPlane, getPlaneName } from '@talus/volume'
import { useTranslation } from 'react-i18next'
import { formatValue, getToolLabel } from '../../viewer/core/drawing/labels.ts'
import { useScene } from '../../viewer/core/store/use-scene.ts'
import { getOrientation } from '../scene/orientation.ts'
import { findDrawnStack, listPlaneDrawings, withPlaneDrawing } from '../scene/show-plane-drawing.ts'
import type { PlaneDrawing } from '../scene/show-plane-drawing.ts'
import type { StackSession } from '../stack-session.ts'
import styles from './series-list.module.css'

interface PlaneDrawingsProps {
  readonly session: StackSession
  readonly isVeterinary: boolean
}

/** The points of drawings on planes are millimetres. */
const context = { spacing: { row: 1, column: 1, unit: 'mm' }, columns: 1, rows: 1 } as const

const describeValue = (drawing: Drawing): string => {
  const [first] = getTool(drawing.tool)
    .measure(drawing, context)
    .filter(({ value }) => Number.isFinite(value))
  return first ? formatValue(first) : ''
}

/** Drawings on planes are visible only where they were drawn: the list leads to them. */
export function PlaneDrawings({ session, isVeterinary }: PlaneDrawingsProps) {
  const { t } = useTranslation()
  const views = useScene(session.store, (scene) => scene.views)
  const drawn = listPlaneDrawings({ views }).flatMap((one) => {
    const stack = findDrawnStack(session.study.stacks, one)
    return stack ? [{ ...one, stack }] : []
  })
  if (drawn.length === 0) return null
  const show = (one: PlaneDrawing, orientation: ReturnType<typeof getOrientation>) => {
    session.scene.set(withPlaneDrawing(one, session.study.stacks, orientation))
    session.store.set((now) => ({ ...now, areDrawingsVisible: true }))
  }
  return (
    <>
      <h2 className={styles.heading}>{t('stacks:series.drawings')}</h2>
      <ul className={styles.list}>
        {drawn.map(({ stack, ...one }) => {
          const orientation = getOrientation(stack, session.study, isVeterinary)
          const { origin, right, down } = one.plane
          const name = getPlaneName(createPlane(origin, right, down).normal, orientation)
          const words = orientation.region === 'human' ? 'human' : 'veterinary'
          const plane = t(
            name === 'oblique' ? 'stacks:plane.oblique' : `stacks:plane.${words}.${name}`,
          )
          const facts = [plane, describeValue(one.drawing), one.drawing.text ?? ''].filter(Boolean)
          return (
            <li key={one.drawing.id}>
              <button
                type="button"
                className={styles.series}
                onClick={() => show(one, orientation)}
              >
                <span className={styles.name}>{getToolLabel(one.drawing.tool)}</span>
                <span className={styles.facts}>{facts.join(' · ')}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
