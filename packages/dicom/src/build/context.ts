import type { Attributes } from '../write/attributes.ts'
import { nameOfParts } from '../write/text.ts'
import type { ObjectContext, EquipmentInput } from './inputs.ts'
import { patientAttributes } from './patient.ts'
import { clockOf } from './times.ts'

const ourManufacturer = 'Talus'

const equipmentAttributes = (equipment: EquipmentInput): Attributes => ({
  Manufacturer: equipment.manufacturer ?? '',
  ManufacturerModelName: equipment.model || undefined,
  DeviceSerialNumber: equipment.serialNumber || undefined,
  SoftwareVersions: equipment.softwareVersion || undefined,
  StationName: equipment.stationName || undefined,
})

/** Patient, study, series, equipment and the object's own name: the same in every object of ours. */
export function contextAttributes(
  context: ObjectContext,
  sopClassUid: string,
  modality: string,
): Attributes {
  const { patient, clinic, study, series, instance, equipment } = context
  const clock = clockOf(clinic.timeZone, study.startedAt)
  const started = clock.at(study.startedAt)
  const created = clock.at(instance.createdAt)
  return {
    SpecificCharacterSet: 'ISO_IR 192',
    SOPClassUID: sopClassUid,
    SOPInstanceUID: instance.sopInstanceUid,
    TimezoneOffsetFromUTC: clock.offset,
    ...patientAttributes(patient, clinic, started.date),
    StudyInstanceUID: study.instanceUid,
    StudyDate: started.date,
    StudyTime: started.time,
    // A disc is filed by it.
    StudyID: study.id || study.accessionNumber || '',
    AccessionNumber: study.accessionNumber ?? '',
    StudyDescription: study.description || undefined,
    ReferringPhysicianName: nameOfParts(study.referringPhysician ?? ''),
    SeriesInstanceUID: series.instanceUid,
    SeriesNumber: series.number,
    SeriesDescription: series.description || undefined,
    OperatorsName: series.operator ? nameOfParts(series.operator) : undefined,
    Modality: modality,
    ...equipmentAttributes(equipment ?? { manufacturer: ourManufacturer }),
    InstitutionName: clinic.name || undefined,
    InstitutionAddress: clinic.address || undefined,
    InstanceNumber: instance.number,
    ContentDate: created.date,
    ContentTime: created.time,
  }
}

/** When the X-rays were taken: an object that only holds a picture of them does not know. */
export function acquisitionAttributes({ clinic, study, instance }: ObjectContext): Attributes {
  const { date, time } = clockOf(clinic.timeZone, study.startedAt).at(instance.createdAt)
  return { AcquisitionDate: date, AcquisitionTime: time }
}
