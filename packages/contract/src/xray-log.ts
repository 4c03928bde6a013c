/**
 * The columns of an X-ray log. A log with any exposure column has a line for each exposure,
 * including rejected ones; otherwise it has a line for each study.
 */
export const xrayLogStudyTags = [
  'studyDate',
  'accession',
  'patientId',
  'patientName',
  'owner',
  'species',
  'breed',
  'sex',
  'modality',
  'exposures',
  'rejected',
  'user',
  'clinic',
  'deleted',
] as const

export const xrayLogExposureTags = [
  'exposedOn',
  'operator',
  'bodyPart',
  'view',
  'side',
  'size',
  'weight',
  'thickness',
  'kv',
  'ma',
  'ms',
  'mas',
  'techniqueSource',
  'focus',
  'sid',
  'grid',
  'ei',
  'di',
  'rejectionReason',
  'holders',
  'sedation',
  'corrections',
  'reason',
  'detector',
  'generator',
  'room',
] as const

export const xrayLogTags = [...xrayLogStudyTags, ...xrayLogExposureTags] as const
export type XrayLogTag = (typeof xrayLogTags)[number]
const names: readonly string[] = xrayLogTags
export const isXrayLogTag = (name: string): name is XrayLogTag => names.includes(name)

export const xrayLogDefaultTags = [
  'studyDate',
  'patientId',
  'patientName',
  'owner',
  'species',
  'breed',
  'modality',
  'exposures',
  'rejected',
  'user',
] as const satisfies readonly XrayLogTag[]
