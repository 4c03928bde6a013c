import type { Instant } from '@talus/contract'
import { toAttributes } from '../json/json-attributes.ts'
import type { JsonDataSet } from '../json/dicom-json.ts'
import type { Attributes } from '../write/attributes.ts'
import { createPersonName } from '../write/text.ts'
import { createGraphicObjects } from './graphic-annotations.ts'
import type { GraphicMark } from './graphic-annotations.ts'
import { copyPatientAndStudy } from './copied-attributes.ts'
import { readNumberOfFrames } from './presentation-state.ts'
import { createStudyClock } from './times.ts'
import type { StudyClock } from './times.ts'

export const comprehensiveSrSopClass = '1.2.840.10008.5.1.4.1.1.88.33'

/** A coded concept (PS3.3 8). */
export interface Code {
  readonly value: string
  readonly scheme: string
  readonly meaning: string
}

export interface ReportedValue {
  readonly name: Code
  readonly unit: Code
  readonly value: number
  /** Decimals with which it is displayed. */
  readonly decimals: number
}

/** A drawing with its values: a measurement group (TID 1501). */
export interface ReportedGroup {
  /** For people; several groups may have the same. */
  readonly trackingIdentifier: string
  /** Identifies the drawing in all versions of the report. */
  readonly trackingUid: string
  readonly image: JsonDataSet
  /** The frame of a multi-frame image, from 1. */
  readonly frame: number
  readonly marks: readonly GraphicMark[]
  readonly values: readonly ReportedValue[]
  readonly comment?: string | undefined
  readonly author?: { readonly name: string; readonly on: Instant } | undefined
}

export interface MeasurementReportInput {
  /** The attributes of an image of the study, from which patient and study are copied. */
  readonly image: JsonDataSet
  readonly timeZone: string
  readonly studyStartedAt: Instant
  readonly series: { readonly instanceUid: string; readonly number: number }
  readonly instance: {
    readonly sopInstanceUid: string
    readonly number: number
    readonly createdAt: Instant
  }
  /** The user who saved the measurements. */
  readonly observer: string
  readonly softwareVersion: string
  readonly procedure: Code
  readonly groups: readonly ReportedGroup[]
  /** The former version of the report. */
  readonly predecessor?: { readonly sopInstanceUid: string } | undefined
}

const dcm = (value: string, meaning: string): Code => ({ value, scheme: 'DCM', meaning })
const toItem = ({ value, scheme, meaning }: Code): Attributes => ({
  CodeValue: value,
  CodingSchemeDesignator: scheme,
  CodeMeaning: meaning,
})

const pick = (image: JsonDataSet, ...keywords: readonly string[]) => toAttributes(image, keywords)
const readText = (attributes: Attributes, keyword: string): string => {
  const value = attributes[keyword]
  return typeof value === 'string' ? value : ''
}

type Relationship =
  | 'CONTAINS'
  | 'HAS CONCEPT MOD'
  | 'HAS OBS CONTEXT'
  | 'INFERRED FROM'
  | 'SELECTED FROM'

const createItem = (
  relationship: Relationship,
  type: string,
  name: Code | undefined,
  more: Attributes,
): Attributes => ({
  RelationshipType: relationship,
  ValueType: type,
  ...(name ? { ConceptNameCodeSequence: [toItem(name)] } : {}),
  ...more,
})
const createText = (relationship: Relationship, name: Code, text: string) =>
  createItem(relationship, 'TEXT', name, { TextValue: text })
const createCode = (relationship: Relationship, name: Code, code: Code) =>
  createItem(relationship, 'CODE', name, { ConceptCodeSequence: [toItem(code)] })
const createContainer = (name: Code, content: readonly Attributes[], template?: string) =>
  createItem('CONTAINS', 'CONTAINER', name, {
    ContinuityOfContent: 'SEPARATE',
    ...(template ? createTemplate(template) : {}),
    ...(content.length > 0 ? { ContentSequence: content } : {}),
  })
const createTemplate = (identifier: string): Attributes => ({
  ContentTemplateSequence: [{ MappingResource: 'DCMR', TemplateIdentifier: identifier }],
})

function createReference(image: JsonDataSet, frame?: number): Attributes {
  const facts = pick(image, 'SOPClassUID', 'SOPInstanceUID')
  return {
    ReferencedSOPClassUID: facts['SOPClassUID'],
    ReferencedSOPInstanceUID: facts['SOPInstanceUID'],
    ReferencedFrameNumber: readNumberOfFrames(image) > 1 ? frame : undefined,
  }
}

/** Points and lines of a drawing, each with the image that it was drawn on (TID 320). */
function createCoordinates({ image, frame, marks }: ReportedGroup): readonly Attributes[] {
  const graphics = marks.flatMap((mark): readonly Attributes[] =>
    mark.kind === 'cross'
      ? [{ GraphicData: [mark.at.x, mark.at.y], GraphicType: 'POINT' }]
      : createGraphicObjects(mark),
  )
  const selected = createItem('SELECTED FROM', 'IMAGE', undefined, {
    ReferencedSOPSequence: [createReference(image, frame)],
  })
  return graphics.map(({ GraphicData, GraphicType }) =>
    createItem('INFERRED FROM', 'SCOORD', undefined, {
      GraphicData,
      GraphicType,
      ContentSequence: [selected],
    }),
  )
}

/** A measured value with its coordinates (TID 300), as it is displayed and in full precision. */
const createNumber = (
  { name, unit, value, decimals }: ReportedValue,
  coordinates: readonly Attributes[],
): Attributes =>
  createItem('CONTAINS', 'NUM', name, {
    MeasuredValueSequence: [
      {
        MeasurementUnitsCodeSequence: [toItem(unit)],
        FloatingPointValue: value,
        // Without the sign of a value that rounds to zero.
        NumericValue: value.toFixed(decimals).replace(/^-(?=0(?:\.0*)?$)/u, ''),
      },
    ],
    ...(coordinates.length > 0 ? { ContentSequence: coordinates } : {}),
  })

const createObserver = (name: string): readonly Attributes[] => [
  createCode('HAS OBS CONTEXT', dcm('121005', 'Observer Type'), dcm('121006', 'Person')),
  createItem('HAS OBS CONTEXT', 'PNAME', dcm('121008', 'Person Observer Name'), {
    PersonName: createPersonName(name),
  }),
]

function createGroup(group: ReportedGroup, clock: StudyClock): Attributes {
  const { author, comment } = group
  const coordinates = createCoordinates(group)
  const observed = author && clock.at(author.on)
  return {
    ...createContainer(
      dcm('125007', 'Measurement Group'),
      [
        ...(author ? createObserver(author.name) : []),
        createText(
          'HAS OBS CONTEXT',
          dcm('112039', 'Tracking Identifier'),
          group.trackingIdentifier,
        ),
        createItem('HAS OBS CONTEXT', 'UIDREF', dcm('112040', 'Tracking Unique Identifier'), {
          UID: group.trackingUid,
        }),
        ...group.values.map((value) => createNumber(value, coordinates)),
        ...(comment ? [createText('CONTAINS', dcm('121106', 'Comment'), comment)] : []),
      ],
      '1501',
    ),
    ObservationDateTime: observed && `${observed.date}${observed.time}`,
  }
}

/** Each image once. */
function listImages(groups: readonly ReportedGroup[]): readonly JsonDataSet[] {
  const byUid = new Map(
    groups.map(({ image }) => [readText(pick(image, 'SOPInstanceUID'), 'SOPInstanceUID'), image]),
  )
  return [...byUid.values()]
}

const createImageLibrary = (images: readonly JsonDataSet[]) =>
  createContainer(
    dcm('111028', 'Image Library'),
    [
      createContainer(
        dcm('126200', 'Image Library Group'),
        images.map((image) =>
          createItem('CONTAINS', 'IMAGE', undefined, {
            ReferencedSOPSequence: [createReference(image)],
          }),
        ),
      ),
    ],
    '1600',
  )

function createContent(input: MeasurementReportInput, clock: StudyClock): readonly Attributes[] {
  const { groups, observer, procedure } = input
  const images = listImages(groups)
  const measurements =
    groups.length > 0
      ? groups.map((group) => createGroup(group, clock))
      : [createText('CONTAINS', dcm('121106', 'Comment'), 'All measurements have been removed.')]
  const english: Code = { value: 'en', scheme: 'RFC5646', meaning: 'English' }
  return [
    createCode(
      'HAS CONCEPT MOD',
      dcm('121049', 'Language of Content Item and Descendants'),
      english,
    ),
    ...createObserver(observer),
    createCode('HAS CONCEPT MOD', dcm('121058', 'Procedure reported'), procedure),
    ...(images.length > 0 ? [createImageLibrary(images)] : []),
    createContainer(dcm('126010', 'Imaging Measurements'), measurements),
  ]
}

/** The images of the report by series, which a receiver may have to fetch. */
function createEvidence(images: readonly JsonDataSet[]): Attributes {
  const [first] = images
  if (!first) return {}
  const getSeries = (image: JsonDataSet) =>
    readText(pick(image, 'SeriesInstanceUID'), 'SeriesInstanceUID')
  const bySeries = Map.groupBy(images, getSeries)
  return {
    CurrentRequestedProcedureEvidenceSequence: [
      {
        StudyInstanceUID: pick(first, 'StudyInstanceUID')['StudyInstanceUID'],
        ReferencedSeriesSequence: [...bySeries].map(([seriesInstanceUid, members]) => ({
          SeriesInstanceUID: seriesInstanceUid,
          ReferencedSOPSequence: members.map((image) => createReference(image)),
        })),
      },
    ],
  }
}

function createPredecessor({ image, series, predecessor }: MeasurementReportInput): Attributes {
  if (!predecessor) return {}
  return {
    PredecessorDocumentsSequence: [
      {
        StudyInstanceUID: pick(image, 'StudyInstanceUID')['StudyInstanceUID'],
        ReferencedSeriesSequence: [
          {
            SeriesInstanceUID: series.instanceUid,
            ReferencedSOPSequence: [
              {
                ReferencedSOPClassUID: comprehensiveSrSopClass,
                ReferencedSOPInstanceUID: predecessor.sopInstanceUid,
              },
            ],
          },
        ],
      },
    ],
  }
}

/** The schemes that are not those of DICOM itself (PS3.3 C.12.1). */
const codingSchemes: readonly Attributes[] = [
  {
    CodingSchemeDesignator: '99TALUS',
    CodingSchemeName: 'Talus veterinary measurements',
    CodingSchemeResponsibleOrganization: 'Talus',
  },
]

/** Creates a Comprehensive SR with the measurements of a study (PS3.3 A.35.3, PS3.16 TID 1500). */
export function createMeasurementReport(input: MeasurementReportInput): Attributes {
  const { image, series, instance, groups } = input
  const clock = createStudyClock(input.timeZone, input.studyStartedAt)
  const created = clock.at(instance.createdAt)
  const context = copyPatientAndStudy(image)
  return {
    SpecificCharacterSet: 'ISO_IR 192',
    SOPClassUID: comprehensiveSrSopClass,
    SOPInstanceUID: instance.sopInstanceUid,
    CodingSchemeIdentificationSequence: codingSchemes,
    ...context,
    // All times of an object share one offset; that of another device may differ from ours.
    TimezoneOffsetFromUTC:
      readText(context, 'TimezoneOffsetFromUTC') === clock.offset ? clock.offset : undefined,
    Modality: 'SR',
    SeriesInstanceUID: series.instanceUid,
    SeriesNumber: series.number,
    SeriesDescription: 'Measurements',
    ReferencedPerformedProcedureStepSequence: [],
    Manufacturer: 'Talus',
    SoftwareVersions: input.softwareVersion,
    InstanceNumber: instance.number,
    ContentDate: created.date,
    ContentTime: created.time,
    CompletionFlag: 'COMPLETE',
    VerificationFlag: 'UNVERIFIED',
    PerformedProcedureCodeSequence: [],
    ...createEvidence(listImages(groups)),
    ...createPredecessor(input),
    ValueType: 'CONTAINER',
    ConceptNameCodeSequence: [toItem(dcm('126000', 'Imaging Measurement Report'))],
    ContinuityOfContent: 'SEPARATE',
    ...createTemplate('1500'),
    ContentSequence: createContent(input, clock),
  }
}
