import type { Stack, StackSlice } from '@talus/contract'
import type { SliceFacts } from '../slice-facts.ts'
import { getPackedOffset } from '../values/cell-transform.ts'
import { classify, isPerpendicular } from './classify.ts'
import { removeDuplicates, splitSeries } from './split-series.ts'

/** A scale that only repeats the modality transformation tells nothing. */
function getRealWorld({ realWorld, slope, intercept }: SliceFacts): StackSlice['realWorld'] {
  if (!realWorld) return null
  return realWorld.slope === slope && realWorld.intercept === intercept ? null : realWorld
}

const toStackSlice = (slice: SliceFacts): StackSlice => ({
  imageId: slice.imageId,
  frame: slice.frame,
  instanceNumber: slice.instanceNumber,
  position: slice.position,
  thickness: slice.thickness !== null && slice.thickness > 0 ? slice.thickness : null,
  slope: slice.slope,
  intercept: slice.intercept,
  window: slice.window,
  realWorld: getRealWorld(slice),
})

/** HU only for CT whose rescale type does not name another unit; never SUV; none for MR. */
function getUnit({ modality, rescaleType, units }: SliceFacts): string | null {
  if (modality === 'CT') return rescaleType === 'HU' || rescaleType === '' ? 'HU' : null
  return modality === 'PT' && units !== '' ? units : null
}

function getPadding(slices: readonly SliceFacts[]): Stack['padding'] {
  const padding = slices.find((slice) => slice.padding !== null)?.padding
  return padding ? [padding[0], padding[1]] : null
}

function buildStack(part: readonly SliceFacts[], hash: (text: string) => string): Stack[] {
  const slices = removeDuplicates(part)
  const first = slices[0]
  if (!first) return []
  const { kind, notes, phases } = classify(slices)
  const removed = part.length - slices.length
  const names = phases.map((phase) =>
    phase.slices.map(({ imageId, frame }) => `${imageId}#${frame}`).join(' '),
  )
  return [
    {
      key: hash(names.join('\n')),
      seriesInstanceUID: first.seriesInstanceUID,
      seriesNumber: first.seriesNumber,
      seriesDescription: first.seriesDescription,
      modality: first.modality,
      bodyPart: first.bodyPart,
      kind,
      notes: [
        ...notes,
        ...(removed > 0 ? [{ code: 'duplicatesRemoved' as const, value: removed }] : []),
      ],
      rows: first.rows,
      columns: first.columns,
      spacing: first.spacing && [...first.spacing],
      // Contradictory directions would give wrong words at the edges.
      orientation: isPerpendicular(first) ? first.orientation : null,
      frameOfReferenceUID: first.frameOfReferenceUID,
      patientPosition: first.patientPosition,
      anatomicalOrientationType: first.anatomicalOrientationType,
      samples: first.samples,
      isSigned: first.isSigned,
      storedOffset: getPackedOffset(first.isSigned, first.bitsStored),
      isInverted: first.photometric === 'MONOCHROME1',
      padding: getPadding(slices),
      unit: getUnit(first),
      phases: phases.map(({ slices: own, ...phase }) => ({
        ...phase,
        slices: own.map((slice) => toStackSlice(slice)),
      })),
    },
  ]
}

/**
 * Groups the slices of a study into stacks, whatever their order. `hash` makes the key of a stack
 * from the names of its slices: 16 to 64 letters, digits, `_` and `-`.
 */
export const buildStacks = (
  slices: readonly SliceFacts[],
  hash: (text: string) => string,
): Stack[] => splitSeries(slices).flatMap((part) => buildStack(part, hash))
