import type { Code } from '@talus/dicom'
import type { MeasuredUnit, MeasuredValueName } from '@talus/measurements'

const sct = (value: string, meaning: string): Code => ({ value, scheme: 'SCT', meaning })
const ucum = (value: string, meaning: string): Code => ({ value, scheme: 'UCUM', meaning })
/** Concepts for which no published coding scheme has a code. */
const own = (value: string, meaning: string): Code => ({ value, scheme: '99TALUS', meaning })

/** The values that are reported; statistics of pixel values are not. */
const valueCodes: Readonly<Partial<Record<MeasuredValueName, Code>>> = {
  length: sct('410668003', 'Length'),
  width: sct('103355008', 'Width'),
  angle: sct('1483009', 'Angle'),
  supplement: own('supplement', 'Supplementary angle'),
  cobbAngle: own('cobbAngle', 'Cobb angle'),
  area: sct('42798000', 'Area'),
  perimeter: sct('131191004', 'Perimeter'),
  vhs: own('vhs', 'Vertebral heart score'),
  longAxis: sct('103339001', 'Long axis'),
  shortAxis: sct('103340004', 'Short axis'),
  fiveVertebrae: own('fiveVertebrae', 'Length of five vertebrae'),
  tibialPlateauAngle: own('tibialPlateauAngle', 'Tibial plateau angle'),
  rotation: own('rotation', 'Rotation to a plateau angle of 5 degrees'),
  advancement: own('advancement', 'Tibial tuberosity advancement'),
  patellarTendonAngle: own('patellarTendonAngle', 'Patellar tendon angle'),
  contactGap: own('contactGap', 'Gap between the joint circles'),
  norbergRight: own('norbergRight', 'Norberg angle, right'),
  norbergLeft: own('norbergLeft', 'Norberg angle, left'),
  distractionRight: own('distractionRight', 'Distraction index, right'),
  distractionLeft: own('distractionLeft', 'Distraction index, left'),
  vlas: own('vlas', 'Vertebral left atrial size'),
  atrium: own('atrium', 'Left atrium'),
}

export const getValueCode = (name: MeasuredValueName): Code | undefined => valueCodes[name]

export const unitCodes: Readonly<Record<MeasuredUnit, Code>> = {
  mm: ucum('mm', 'millimeter'),
  px: ucum('{pixels}', 'pixels'),
  mm2: ucum('mm2', 'square millimeter'),
  px2: ucum('{pixels2}', 'square pixels'),
  deg: ucum('deg', 'degree'),
  v: ucum('{vertebrae}', 'vertebrae'),
  none: ucum('1', 'no units'),
  value: ucum('1', 'no units'),
  hu: ucum("[hnsf'U]", 'Hounsfield unit'),
}

const procedures: Readonly<Record<string, Code>> = {
  US: sct('16310003', 'Ultrasonography'),
  CT: sct('77477000', 'Computed tomography'),
  MR: sct('113091000', 'Magnetic resonance imaging'),
}
const radiography = sct('363680008', 'Radiographic imaging procedure')

/** The procedure by the modality of the file. */
export const getProcedureCode = (modality: string): Code => procedures[modality] ?? radiography
