import type { Attributes } from '../write/attributes.ts'
import { createPersonName } from '../write/text.ts'
import type { ObjectContext, EquipmentInput } from './inputs.ts'
import { createPatientAttributes } from './patient.ts'
import { createStudyClock } from './times.ts'

const ourManufacturer = 'Talus'

const createEquipmentAttributes = (equipment: EquipmentInput): Attributes => ({
  Manufacturer: equipment.manufacturer ?? '',
  ManufacturerModelName: equipment.model || undefined,
  DeviceSerialNumber: equipment.serialNumber || undefined,
  SoftwareVersions: equipment.softwareVersion || undefined,
  StationName: equipment.stationName || undefined,
})

/**
 * The attributes of patient, study, series, equipment and instance that all written objects share.
 */
export function createContextAttributes(
  context: ObjectContext,
  sopClassUid: string,
  modality: string,
): Attributes {
  const { patient, clinic, study, series, instance, equipment } = context
  const clock = createStudyClock(clinic.timeZone, study.startedAt)
  const started = clock.at(study.startedAt)
  const created = clock.at(instance.createdAt)
  return {
    SpecificCharacterSet: 'ISO_IR 192',
    SOPClassUID: sopClassUid,
    SOPInstanceUID: instance.sopInstanceUid,
    TimezoneOffsetFromUTC: clock.offset,
    ...createPatientAttributes(patient, clinic, started.date),
    StudyInstanceUID: study.instanceUid,
    StudyDate: started.date,
    StudyTime: started.time,
    // A DICOMDIR requires a value.
    StudyID: study.id || study.accessionNumber || '',
    AccessionNumber: study.accessionNumber ?? '',
    StudyDescription: study.description || undefined,
    ReferringPhysicianName: createPersonName(study.referringPhysician ?? ''),
    SeriesInstanceUID: series.instanceUid,
    SeriesNumber: series.number,
    SeriesDescription: series.description || undefined,
    OperatorsName: series.operator ? createPersonName(series.operator) : undefined,
    Modality: modality,
    ...createEquipmentAttributes(equipment ?? { manufacturer: ourManufacturer }),
    InstitutionName: clinic.name || undefined,
    InstitutionAddress: clinic.address || undefined,
    InstanceNumber: instance.number,
    ContentDate: created.date,
    ContentTime: created.time,
  }
}

/** Date and time of the acquisition; unknown for a secondary capture. */
export function createAcquisitionAttributes({
  clinic,
  study,
  instance,
}: ObjectContext): Attributes {
  const { date, time } = createStudyClock(clinic.timeZone, study.startedAt).at(instance.createdAt)
  return { AcquisitionDate: date, AcquisitionTime: time }
}
