import type { DataSet } from './data-set.ts'

/** A code of a terminology, such as SNOMED CT; members are empty if the file lacks them. */
export interface CodedConcept {
  readonly value: string
  readonly scheme: string
  readonly meaning: string
}

export interface OtherId {
  readonly id: string
  readonly issuer: string
  /** RFID for a microchip (CP-643). */
  readonly type: string
}

/** Tags by the kind of value, with the names of PS3.6. */
const kinds = {
  /** Free text. */
  text: {
    accessionNumber: 0x00_08_00_50,
    studyId: 0x00_20_00_10,
    referringPhysician: 0x00_08_00_90,
    speciesDescription: 0x00_10_22_01,
    breedDescription: 0x00_10_22_92,
    responsiblePerson: 0x00_10_22_97,
    responsibleOrganization: 0x00_10_22_99,
    institutionName: 0x00_08_00_80,
    issuerOfPatientId: 0x00_10_00_21,
    manufacturer: 0x00_08_00_70,
    manufacturerModel: 0x00_08_10_90,
    stationName: 0x00_08_10_10,
    deviceSerialNumber: 0x00_18_10_00,
    detectorId: 0x00_18_70_0a,
    protocolName: 0x00_18_10_30,
    operatorsName: 0x00_08_10_70,
    imageComments: 0x00_20_40_00,
    partialViewDescription: 0x00_28_13_51,
  },
  /** Defined terms, dates and times, unchanged. */
  code: {
    birthDate: 0x00_10_00_30,
    sex: 0x00_10_00_40,
    sexNeutered: 0x00_10_22_03,
    age: 0x00_10_10_10,
    responsiblePersonRole: 0x00_10_22_98,
    anatomicalOrientation: 0x00_10_22_10,
    timezoneOffset: 0x00_08_02_01,
    seriesDate: 0x00_08_00_21,
    seriesTime: 0x00_08_00_31,
    acquisitionDate: 0x00_08_00_22,
    acquisitionTime: 0x00_08_00_32,
    acquisitionDateTime: 0x00_08_00_2a,
    contentDate: 0x00_08_00_23,
    contentTime: 0x00_08_00_33,
    grid: 0x00_18_11_66,
    photometric: 0x00_28_00_04,
    lossyCompression: 0x00_28_21_10,
    presentationIntent: 0x00_08_00_68,
  },
  number: {
    /** In kilograms. */
    weight: 0x00_10_10_30,
    kvp: 0x00_18_00_60,
    /** In mA, ms, mAs and µAs. */
    tubeCurrent: 0x00_18_11_51,
    exposureTime: 0x00_18_11_50,
    exposure: 0x00_18_11_52,
    exposureInMicroAmpereSeconds: 0x00_18_11_53,
    exposureTimeInMicroseconds: 0x00_18_81_50,
    tubeCurrentInMicroAmperes: 0x00_18_81_51,
    /** In millimetres. */
    focalSpot: 0x00_18_11_90,
    distanceSourceToDetector: 0x00_18_11_10,
    bodyPartThickness: 0x00_18_11_a0,
    exposureIndex: 0x00_18_14_11,
    targetExposureIndex: 0x00_18_14_12,
    deviationIndex: 0x00_18_14_13,
    frames: 0x00_28_00_08,
  },
  word: {
    rows: 0x00_28_00_10,
    columns: 0x00_28_00_11,
    bitsAllocated: 0x00_28_01_00,
    bitsStored: 0x00_28_01_01,
    samplesPerPixel: 0x00_28_00_02,
  },
  /** The first item of a sequence of codes. */
  concept: {
    speciesCode: 0x00_10_22_02,
    breedCode: 0x00_10_22_93,
    viewCode: 0x00_54_02_20,
    anatomicRegion: 0x00_08_22_18,
  },
} as const

type Read<Kind extends keyof typeof kinds, Value> = Readonly<
  Record<keyof (typeof kinds)[Kind], Value>
>

/**
 * The attributes that an archive stores beside the identity of a file. Empty if the file lacks
 * them.
 */
export interface StudyDescription
  extends
    Read<'text', string>,
    Read<'code', string>,
    Read<'number', number | undefined>,
    Read<'word', number | undefined>,
    Read<'concept', CodedConcept | undefined> {
  readonly otherPatientNames: string
  readonly otherIds: readonly OtherId[]
}

const codeTags = {
  value: 0x00_08_01_00,
  longValue: 0x00_08_01_19,
  scheme: 0x00_08_01_02,
  meaning: 0x00_08_01_04,
}

function readCode(dataSet: DataSet, sequence: number): CodedConcept | undefined {
  const item = dataSet.item(sequence)
  if (!item) return undefined
  const value = item.text(codeTags.value) || item.text(codeTags.longValue)
  const code = { value, scheme: item.text(codeTags.scheme), meaning: item.text(codeTags.meaning) }
  return value === '' && code.meaning === '' ? undefined : code
}

const otherIdsSequence = 0x00_10_10_02
const patientId = 0x00_10_00_20
const issuerOfPatientId = 0x00_10_00_21
const typeOfPatientId = 0x00_10_00_22
const otherPatientIds = 0x00_10_10_00
const otherPatientNames = 0x00_10_10_01
/** A patient has a microchip, a tattoo and a number in each of a few registries. */
const maxIds = 64

function readOtherIds(dataSet: DataSet): OtherId[] {
  const ids: OtherId[] = []
  for (const item of dataSet.items(otherIdsSequence)) {
    if (ids.length === maxIds) break
    ids.push({
      id: item.text(patientId),
      issuer: item.text(issuerOfPatientId),
      type: item.code(typeOfPatientId),
    })
  }
  // The retired attribute that the sequence replaced; devices from before 2008 have only this one.
  const retired = dataSet
    .text(otherPatientIds)
    .split('\\')
    .slice(0, maxIds - ids.length)
  ids.push(...retired.map((id) => ({ id: id.trim(), issuer: '', type: '' })))
  return ids.filter(({ id }) => id !== '')
}

/** The attributes of a kind as a list, which every file needs. */
const listAttributes = <Name extends string>(attributes: Readonly<Record<Name, number>>) =>
  Object.entries<number>(attributes) as [Name, number][]

const lists = {
  text: listAttributes(kinds.text),
  code: listAttributes(kinds.code),
  number: listAttributes(kinds.number),
  word: listAttributes(kinds.word),
  concept: listAttributes(kinds.concept),
}

function readAll<Name extends string, Value>(
  attributes: readonly (readonly [Name, number])[],
  read: (tag: number) => Value,
): Record<Name, Value> {
  const values: Partial<Record<Name, Value>> = {}
  for (const [name, tag] of attributes) values[name] = read(tag)
  return values as Record<Name, Value>
}

export const describeStudy = (dataSet: DataSet): StudyDescription => ({
  ...readAll(lists.text, (tag) => dataSet.text(tag)),
  ...readAll(lists.code, (tag) => dataSet.code(tag)),
  ...readAll(lists.number, (tag) => dataSet.number(tag)),
  ...readAll(lists.word, (tag) => dataSet.word(tag)),
  ...readAll(lists.concept, (tag) => readCode(dataSet, tag)),
  otherPatientNames: dataSet.text(otherPatientNames),
  otherIds: readOtherIds(dataSet),
})
