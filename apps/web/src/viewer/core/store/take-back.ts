import type { Drawing } from '@talus/contract'
import { removeLastStep } from '@talus/measurements'
import type { ViewId } from '../model.ts'
import { reopenStep } from './step-draft.ts'
import { withDrawing, withoutDrawing } from './viewer-store.ts'
import type { ViewerStore } from './viewer-store.ts'

/**
 * Takes back the last stroke of a measurement: that of the step which is being drawn, or else that
 * of its last saved step. The first of two strokes stays.
 */
export function takeBackLastStroke(
  store: ViewerStore,
  viewId: ViewId,
  drawing: Drawing | undefined,
): void {
  if (store.takeBackDraft(viewId) || !drawing) return
  const last = Math.max(...drawing.steps.map(({ step }) => step))
  const rest = removeLastStep(drawing)
  const change = rest ? withDrawing(rest) : withoutDrawing(drawing.id)
  store.commit(viewId, change, undefined, { draftAfter: reopenStep(viewId, drawing, last) })
}
