import type { DataSet } from '../read/data-set.ts'
import { tags } from '../read/tags.ts'
import { readLookupTable } from '../render/lookup-table.ts'
import type { LookupTable } from '../render/lookup-table.ts'
import { readVoiTables } from '../render/voi-lut.ts'
import type { Attributes } from '../write/attributes.ts'

/** The lookup tables of an image, to be written into a presentation state. */
export interface StoredTables {
  readonly modality: Attributes | undefined
  /** In the order of the viewer, which counts them from 0. */
  readonly voi: readonly Attributes[]
}

/** The number of entries is 16 bits wide, and zero stands for 65 536. */
const allEntries = 65_536
/** The largest number of entries of a descriptor with a negative first value. */
const signedMax = 32_767

/** Undefined if its descriptor cannot be written. */
function toItem({ first, values, bits }: LookupTable, explanation: string): Attributes | undefined {
  if (first < 0 && values.length > signedMax) return undefined
  const data = new Uint8Array(2 * values.length)
  const view = new DataView(data.buffer)
  for (const [at, value] of values.entries()) view.setUint16(2 * at, value, true)
  const entries = values.length === allEntries ? 0 : values.length
  return {
    LUTDescriptor: [entries, first, bits],
    LUTExplanation: explanation || undefined,
    LUTData: data,
  }
}

/** Reads modality LUT and VOI LUTs with their data, which DICOM JSON does not include. */
export function readStoredTables(dataSet: DataSet): StoredTables {
  const isSigned = dataSet.word(tags.pixelRepresentation) === 1
  const item = dataSet.item(tags.modalityLutSequence)
  const table = readLookupTable(item, isSigned)
  const modality = table && toItem(table, item?.text(tags.lutExplanation) ?? '')
  const type = item?.text(tags.modalityLutType) || 'US'
  return {
    modality: modality && { ...modality, ModalityLUTType: type },
    // An empty item keeps the numbers of those after it.
    voi: readVoiTables(dataSet, isSigned).map((voi) => toItem(voi, voi.name) ?? {}),
  }
}
