import { speciesEntries } from '@talus/anatomy'
import { getSpeciesName } from '@talus/contract'
import type { Instant } from '@talus/contract'
import { createGroupedName } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import type { ImageHit, SeriesHit, StudyCounts, StudyHit } from './search.queries.ts'

const sexes = { Male: 'M', Female: 'F' } as const

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Cached per time zone: creating a formatter takes longer than formatting a study. */
function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formatters.set(timeZone, formatter)
  return formatter
}

/** Formats date and time in the time zone of the clinic. */
function formatDateTime(instant: Instant, timeZone: string) {
  const parts = getFormatter(timeZone).formatToParts(new Date(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((one) => one.type === type)?.value ?? ''
  return {
    date: `${part('year')}${part('month')}${part('day')}`,
    time: `${part('hour')}${part('minute')}${part('second')}`,
  }
}

/** The attributes of patient and study, which every level returns. */
function toCommonAttributes(hit: StudyHit, timeZone: string): Attributes {
  const { date, time } = formatDateTime(hit.createdOn, timeZone)
  const kind = hit.speciesId === null ? undefined : getSpeciesName(hit.speciesId)
  const isAnimal = kind !== undefined || hit.ownerName !== null
  const own = { name: hit.patientName, groups: hit.patientGroups }
  const owner = { name: hit.ownerName ?? '', groups: hit.ownerGroups }
  return {
    StudyDate: date,
    StudyTime: time,
    AccessionNumber: hit.accessionNumber || hit.accessionCode,
    ReferringPhysicianName: hit.referringPhysician,
    StudyDescription: hit.description,
    PatientName: isAnimal ? createGroupedName(owner, own) : createGroupedName(own),
    PatientID: hit.patientNumber,
    PatientBirthDate: hit.birthDate?.replaceAll('-', '') ?? '',
    PatientSex: hit.sex === null ? '' : sexes[hit.sex],
    ...(isAnimal && {
      PatientSpeciesDescription: kind ? speciesEntries[kind].dicomDescription : '',
      PatientSexNeutered: hit.neutered ? 'ALTERED' : '',
      PatientBreedDescription: hit.breedName ?? '',
      ResponsiblePerson: createGroupedName(owner),
    }),
    StudyInstanceUID: hit.studyInstanceUID,
    StudyID: hit.dicomStudyId || String(hit.id),
    InstanceAvailability: 'ONLINE',
  }
}

export const toStudyAttributes = (
  hit: StudyHit,
  timeZone: string,
  counts: StudyCounts | undefined,
): Attributes => ({
  ...toCommonAttributes(hit, timeZone),
  ModalitiesInStudy: counts?.modalities ?? [],
  NumberOfStudyRelatedSeries: counts?.series ?? 0,
  NumberOfStudyRelatedInstances: counts?.images ?? 0,
})

const toSeriesLevelAttributes = (hit: SeriesHit, timeZone: string): Attributes => {
  const started = hit.startedOn === null ? undefined : formatDateTime(hit.startedOn, timeZone)
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

export const toSeriesAttributes = (
  hit: SeriesHit,
  timeZone: string,
  images: number,
): Attributes => ({
  ...toCommonAttributes(hit, timeZone),
  ...toSeriesLevelAttributes(hit, timeZone),
  NumberOfSeriesRelatedInstances: images,
})

export const toImageAttributes = (hit: ImageHit, timeZone: string): Attributes => ({
  ...toCommonAttributes(hit, timeZone),
  ...toSeriesLevelAttributes(hit, timeZone),
  SOPClassUID: hit.sopClassUID,
  SOPInstanceUID: hit.sopInstanceUID,
  InstanceNumber: hit.instanceNumber ?? '',
  Rows: hit.rows ?? '',
  Columns: hit.columns ?? '',
  NumberOfFrames: hit.frames,
  AvailableTransferSyntaxUID: hit.transferSyntaxUID,
})
