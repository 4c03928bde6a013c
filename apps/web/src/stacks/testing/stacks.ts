import type { ImageId, Stack } from '@talus/contract'

/** A volume of parallel slices, one millimetre apart. */
export const createStack = (key: string, count: number, change: Partial<Stack> = {}): Stack => ({
  key: key.padEnd(16, '-'),
  seriesInstanceUID: `1.2.${count}`,
  seriesNumber: 1,
  seriesDescription: key,
  modality: 'CT',
  bodyPart: 'Chest',
  kind: 'volume',
  notes: [],
  rows: 8,
  columns: 8,
  spacing: [1, 1],
  orientation: { row: [1, 0, 0], column: [0, 1, 0] },
  frameOfReferenceUID: '1.2.3',
  patientPosition: 'HFS',
  anatomicalOrientationType: '',
  samples: 1,
  isSigned: true,
  storedOffset: 0,
  isInverted: false,
  padding: null,
  unit: 'HU',
  phases: [
    {
      label: '',
      slices: Array.from({ length: count }, (_, index) => ({
        imageId: (index + 1) as ImageId,
        frame: 1,
        instanceNumber: index + 1,
        position: [0, 0, index],
        thickness: 1,
        slope: 1,
        intercept: 0,
        window: null,
        realWorld: null,
      })),
    },
  ],
  ...change,
})
