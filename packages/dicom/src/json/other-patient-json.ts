import { isPatientTag, originalAttributesSequence } from '../dictionary/patient-tags.ts'
import type { AttributeValue } from '../write/attributes.ts'
import type { JsonAttribute, JsonDataSet } from './dicom-json.ts'

const isItem = (value: unknown): value is JsonDataSet => typeof value === 'object' && value !== null

interface NamedPatient {
  readonly patientId: AttributeValue
  readonly patientName: AttributeValue
}

/**
 * Removes every attribute of the patient from a data set in DICOM JSON, as `editDataSet` does for
 * another patient; its items name the new one.
 */
export const toOtherPatientJson = (dataSet: JsonDataSet, patient: NamedPatient): JsonDataSet =>
  mapAttributes(dataSet, patient, { isTop: true, isReplaced: true })

interface Level {
  readonly isTop: boolean
  readonly isReplaced: boolean
}

const mapAttributes = (
  dataSet: JsonDataSet,
  patient: NamedPatient,
  { isTop, isReplaced }: Level,
): JsonDataSet =>
  Object.fromEntries(
    Object.entries(dataSet).flatMap(([digits, attribute]): (readonly [string, JsonAttribute])[] => {
      const tag = Number.parseInt(digits, 16)
      if (isPatientTag(tag)) {
        const named = isTop || !isReplaced ? undefined : createNamed(digits, patient)
        return named ? [[digits, named]] : []
      }
      if (attribute.vr !== 'SQ' || !attribute.Value) return [[digits, attribute]]
      const inside = { isTop: false, isReplaced: isReplaced && tag !== originalAttributesSequence }
      const Value = attribute.Value.map((item) =>
        isItem(item) ? mapAttributes(item, patient, inside) : item,
      )
      return [[digits, { ...attribute, Value }]]
    }),
  )

function createNamed(digits: string, patient: NamedPatient): JsonAttribute | undefined {
  const { patientId, patientName } = patient
  if (digits === '00100020' && typeof patientId === 'string')
    return { vr: 'LO', Value: [patientId] }
  if (digits === '00100010' && typeof patientName === 'string')
    return { vr: 'PN', Value: [{ Alphabetic: patientName }] }
  return undefined
}
