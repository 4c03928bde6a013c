import type { DataSet } from '../read/data-set.ts'
import { tags } from '../read/tags.ts'
import { lookUp, readTable } from './lookup-table.ts'
import type { LookupTable } from './lookup-table.ts'

/** From stored values to those of the modality, such as Hounsfield units. */
export type Modality = (stored: number) => number

/** Enhanced files keep what holds for a frame in a group of that frame, or in one shared by all. */
export const frameGroup = (dataSet: DataSet, tag: number, frame: number): DataSet | undefined =>
  dataSet.item(tags.perFrameFunctionalGroups, frame)?.item(tag) ??
  dataSet.item(tags.sharedFunctionalGroups)?.item(tag)

/** From stored values to those of the modality: by a table, or along a line. */
export type ModalityStep =
  | { readonly table: LookupTable }
  | { readonly table: undefined; readonly slope: number; readonly intercept: number }

export function modalityStep(dataSet: DataSet, frame: number, isSigned: boolean): ModalityStep {
  const table = readTable(dataSet.item(tags.modalityLutSequence), isSigned)
  if (table) return { table }
  const group = frameGroup(dataSet, tags.pixelValueTransformationSequence, frame) ?? dataSet
  const slope = group.number(tags.rescaleSlope)
  const intercept = group.number(tags.rescaleIntercept) ?? 0
  // A slope of nothing would make one grey of every picture.
  return { table, slope: slope === undefined || slope === 0 ? 1 : slope, intercept }
}

export function modalityOf(dataSet: DataSet, frame: number, isSigned: boolean): Modality {
  const step = modalityStep(dataSet, frame, isSigned)
  if (step.table) return (stored) => lookUp(step.table, stored)
  const { slope, intercept } = step
  return (stored) => stored * slope + intercept
}
