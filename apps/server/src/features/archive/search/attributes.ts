import { speciesEntries } from '@talus/anatomy'
import { speciesName } from '@talus/contract'
import type { Instant } from '@talus/contract'
import { nameOfParts } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import type { ImageHit, SeriesHit, StudyCounts, StudyHit } from './search.queries.ts'

const sexes = { Male: 'M', Female: 'F' } as const

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Made once for each time zone: making one takes longer than telling a study. */
function clockIn(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** Dates and times as the clinic's own clock showed them. */
function written(instant: Instant, timeZone: string) {
  const parts = clockIn(timeZone).formatToParts(new Date(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((one) => one.type === type)?.value ?? ''
  return {
    date: `${part('year')}${part('month')}${part('day')}`,
    time: `${part('hour')}${part('minute')}${part('second')}`,
  }
}

/** What every level tells of the patient and the study. */
function common(hit: StudyHit, timeZone: string): Attributes {
  const { date, time } = written(hit.createdOn, timeZone)
  const kind = hit.speciesId === null ? undefined : speciesName(hit.speciesId)
  const isAnimal = kind !== undefined || hit.ownerName !== null
  return {
    StudyDate: date,
    StudyTime: time,
    AccessionNumber: hit.accessionNumber || hit.accessionCode,
    ReferringPhysicianName: hit.referringPhysician,
    StudyDescription: hit.description,
    PatientName: isAnimal
      ? nameOfParts(hit.ownerName ?? '', hit.patientName)
      : nameOfParts(hit.patientName),
    PatientID: hit.patientNumber,
    PatientBirthDate: hit.birthDate?.replaceAll('-', '') ?? '',
    PatientSex: hit.sex === null ? '' : sexes[hit.sex],
    ...(isAnimal && {
      PatientSpeciesDescription: kind ? speciesEntries[kind].dicomDescription : '',
      PatientSexNeutered: hit.neutered ? 'ALTERED' : '',
      PatientBreedDescription: hit.breedName ?? '',
      ResponsiblePerson: nameOfParts(hit.ownerName ?? ''),
    }),
    StudyInstanceUID: hit.studyInstanceUID,
    StudyID: hit.dicomStudyId || String(hit.id),
    InstanceAvailability: 'ONLINE',
  }
}

export const studyAttributes = (
  hit: StudyHit,
  timeZone: string,
  counts: StudyCounts | undefined,
): Attributes => ({
  ...common(hit, timeZone),
  ModalitiesInStudy: counts?.modalities ?? [],
  NumberOfStudyRelatedSeries: counts?.series ?? 0,
  NumberOfStudyRelatedInstances: counts?.images ?? 0,
})

const ofSeries = (hit: SeriesHit, timeZone: string): Attributes => {
  const started = hit.startedOn === null ? undefined : written(hit.startedOn, timeZone)
  return {
    Modality: hit.modality,
    SeriesInstanceUID: hit.seriesInstanceUID,
    SeriesNumber: hit.seriesNumber ?? '',
    SeriesDescription: hit.seriesDescription,
    SeriesDate: started?.date ?? '',
    SeriesTime: started?.time ?? '',
    BodyPartExamined: hit.seriesBodyPart,
    Laterality: hit.laterality,
  }
}

export const seriesAttributes = (hit: SeriesHit, timeZone: string, images: number): Attributes => ({
  ...common(hit, timeZone),
  ...ofSeries(hit, timeZone),
  NumberOfSeriesRelatedInstances: images,
})

export const imageAttributes = (hit: ImageHit, timeZone: string): Attributes => ({
  ...common(hit, timeZone),
  ...ofSeries(hit, timeZone),
  SOPClassUID: hit.sopClassUID,
  SOPInstanceUID: hit.sopInstanceUID,
  InstanceNumber: hit.instanceNumber ?? '',
  Rows: hit.rows ?? '',
  Columns: hit.columns ?? '',
  NumberOfFrames: hit.frames,
  AvailableTransferSyntaxUID: hit.transferSyntaxUID,
})
