import { toAttributes } from '../json/json-attributes.ts'
import type { JsonDataSet } from '../json/dicom-json.ts'
import type { Attributes } from '../write/attributes.ts'

export interface Correction {
  /** The attributes of the file before the correction. */
  readonly before: JsonDataSet
  readonly changes: Attributes
  /** The UID of the corrected object; receivers keep the first object of a UID. */
  readonly sopInstanceUid: string
  /** ISO 8601, in UTC. */
  readonly at: string
}

const modifyingSystem = 'Talus'

/** YYYYMMDDHHMMSS.FFFFFF&ZZXX of PS3.5 6.2. */
const toDateTime = (instant: string) =>
  `${new Date(instant).toISOString().replaceAll(/[-:TZ]/gu, '')}+0000`

/**
 * The changes of a corrected object: its new UID, and what it replaced. The Original Attributes
 * Sequence of PS3.3 C.12.1 holds the former values of all changed attributes, among them the SOP
 * Instance UID of the predecessor, and applies to every SOP class.
 */
export function createCorrectedAttributes(correction: Correction): Attributes {
  const { before, changes, sopInstanceUid, at } = correction
  const replaced = { ...changes, SOPInstanceUID: sopInstanceUid }
  const former = toAttributes(before, Object.keys(replaced))
  const { OriginalAttributesSequence: earlier } = toAttributes(before, [
    'OriginalAttributesSequence',
  ])
  const item: Attributes = {
    SourceOfPreviousValues: '',
    AttributeModificationDateTime: toDateTime(at),
    ModifyingSystem: modifyingSystem,
    ReasonForTheAttributeModification: 'CORRECT',
    ModifiedAttributesSequence: [former],
  }
  const items = Array.isArray(earlier) ? earlier.filter(isItem) : []
  return { ...replaced, OriginalAttributesSequence: [...items, item] }
}

const isItem = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
