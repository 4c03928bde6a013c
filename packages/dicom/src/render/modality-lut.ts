import type { DataSet } from '../read/data-set.ts'
import { tags } from '../read/tags.ts'
import { lookUp, readLookupTable } from './lookup-table.ts'
import type { LookupTable } from './lookup-table.ts'

/** Maps a stored value to a modality value, such as Hounsfield units. */
export type ModalityTransform = (stored: number) => number

/** Enhanced files have functional groups per frame, and shared ones for all frames. */
export const findFunctionalGroup = (
  dataSet: DataSet,
  tag: number,
  frame: number,
): DataSet | undefined =>
  dataSet.item(tags.perFrameFunctionalGroups, frame)?.item(tag) ??
  dataSet.item(tags.sharedFunctionalGroups)?.item(tag)

/** The modality LUT: a table, or slope and intercept. */
export type ModalityLut =
  | { readonly table: LookupTable }
  | { readonly table: undefined; readonly slope: number; readonly intercept: number }

export function readModalityLut(dataSet: DataSet, frame: number, isSigned: boolean): ModalityLut {
  const table = readLookupTable(dataSet.item(tags.modalityLutSequence), isSigned)
  if (table) return { table }
  const group =
    findFunctionalGroup(dataSet, tags.pixelValueTransformationSequence, frame) ?? dataSet
  const slope = group.number(tags.rescaleSlope)
  const intercept = group.number(tags.rescaleIntercept) ?? 0
  // A slope of zero would give the whole image one grey level.
  return { table, slope: slope === undefined || slope === 0 ? 1 : slope, intercept }
}

export function createModalityTransform(
  dataSet: DataSet,
  frame: number,
  isSigned: boolean,
): ModalityTransform {
  const step = readModalityLut(dataSet, frame, isSigned)
  if (step.table) return (stored) => lookUp(step.table, stored)
  const { slope, intercept } = step
  return (stored) => stored * slope + intercept
}
