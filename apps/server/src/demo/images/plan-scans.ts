import type { Attributes } from '@talus/dicom'
import type { MrRequest, ScanRequest } from '@talus/imaging/phantom'

export interface DemoSeries {
  readonly number: number
  readonly description: string
  readonly request: ScanRequest | MrRequest
  readonly attributes: Attributes
}

/** A simulated study of CT or MR. */
export interface DemoScan {
  readonly modality: 'CT' | 'MR'
  readonly sopClassUid: string
  readonly name: string
  readonly series: readonly DemoSeries[]
}

const thorax: DemoSeries = {
  number: 2,
  description: 'Thorax 2.5 mm',
  // Eight megabytes for each clinic, simulated in a second.
  request: { columns: 256, rows: 256, slices: 60, seed: 24 },
  attributes: {
    ImageType: ['ORIGINAL', 'PRIMARY', 'AXIAL'],
    BodyPartExamined: 'CHEST',
    KVP: 120,
    RescaleIntercept: 0,
    RescaleSlope: 1,
    RescaleType: 'HU',
    WindowCenter: 40,
    WindowWidth: 400,
  },
}

type Weighting = MrRequest['weighting']

const sequences = {
  T1: { RepetitionTime: 520, EchoTime: 12, WindowCenter: 420, WindowWidth: 900 },
  T2: { RepetitionTime: 4200, EchoTime: 98, WindowCenter: 460, WindowWidth: 1000 },
  // The window of the series before the contrast agent: both are compared.
  contrast: { RepetitionTime: 520, EchoTime: 12, WindowCenter: 420, WindowWidth: 900 },
} as const satisfies Readonly<Record<Weighting, Attributes>>

const createHead = (
  number: number,
  description: string,
  weighting: Weighting,
  plane: MrRequest['plane'],
): DemoSeries => ({
  number,
  description,
  request: { weighting, plane, edge: 192, slices: plane === 'sagittal' ? 18 : 26, seed: number },
  attributes: {
    ImageType: ['ORIGINAL', 'PRIMARY', 'M', 'SE'],
    BodyPartExamined: 'BRAIN',
    ScanningSequence: 'SE',
    SequenceVariant: 'SK',
    MRAcquisitionType: '2D',
    ...sequences[weighting],
  },
})

/** A scan of each kind for a dog of each clinic. */
export const demoScans: readonly DemoScan[] = [
  {
    modality: 'CT',
    sopClassUid: '1.2.840.10008.5.1.4.1.1.2',
    name: 'CT thorax',
    series: [thorax],
  },
  {
    modality: 'MR',
    sopClassUid: '1.2.840.10008.5.1.4.1.1.4',
    name: 'MR brain',
    series: [
      createHead(1, 'T2 sagittal', 'T2', 'sagittal'),
      createHead(2, 'T2 transverse', 'T2', 'transverse'),
      createHead(3, 'T1 transverse', 'T1', 'transverse'),
      createHead(4, 'T1 transverse contrast', 'contrast', 'transverse'),
    ],
  },
]
