// Measures the kernel of CT volumes in one thread: packing and unpacking slices, planes, slabs, the
// copy for 3D, and rays. The volume has 500 slices of 512 x 512: those of ../shared/data/ct-chest
// forth and back, or simulated ones if the folder is absent.
import type { ImageId, Vector } from '@talus/contract'
import {
  buildStacks,
  castRays,
  createFrame,
  createGeometry,
  createKernel,
  createPlane,
  createRayVolume,
  createTransferTable,
  createVolume,
  cutPlane,
  describePlane,
  describeRays,
  getCellTransform,
  getCentre,
  getPlanes,
  getSmallRadius,
  hounsfieldRange,
  identity,
  packSlice,
  rotateFrame,
  shrinkVolume,
  storeSlice,
  unpackSlice,
  volumePresets,
} from '@talus/volume'
import type { PlaneFrame, SliceFacts } from '@talus/volume'
import { median, readResidentMb } from '../support/measure.ts'
import { distance, isReal, loadSlices } from './series.ts'

const count = 500
const rounds = 15

const template: Omit<SliceFacts, 'imageId' | 'sopInstanceUID' | 'position' | 'instanceNumber'> = {
  frame: 1,
  seriesInstanceUID: '1.2',
  seriesNumber: 1,
  seriesDescription: '',
  modality: 'CT',
  bodyPart: '',
  imageType: ['ORIGINAL', 'PRIMARY', 'AXIAL'],
  frameOfReferenceUID: '1.3',
  patientPosition: 'HFS',
  anatomicalOrientationType: '',
  rows: 512,
  columns: 512,
  spacing: [distance, distance],
  orientation: { row: [1, 0, 0], column: [0, 1, 0] },
  thickness: distance,
  samples: 1,
  photometric: 'MONOCHROME2',
  bitsAllocated: 16,
  bitsStored: 16,
  isSigned: true,
  isFloat: false,
  isLossy: false,
  slope: 1,
  intercept: 0,
  rescaleType: 'HU',
  units: '',
  window: null,
  padding: [-2000, -2000],
  temporalPosition: null,
  echo: null,
  acquisitionNumber: null,
  bValue: null,
  triggerTime: null,
  contentTime: '',
}

function measure(name: string, times: number, work: (round: number) => unknown): void {
  work(0)
  const results = Array.from({ length: times }, (_, round) => {
    const [started, before] = [performance.now(), process.cpuUsage()]
    work(round + 1)
    const { user, system } = process.cpuUsage(before)
    return { wall: performance.now() - started, cpu: (user + system) / 1000 }
  })
  const show = (values: readonly number[]) =>
    `${Math.min(...values)
      .toFixed(1)
      .padStart(7)} least ${median(values).toFixed(1).padStart(7)} median`
  console.log(
    `${name.padEnd(44)} ${show(results.map(({ wall }) => wall))}   processor ${median(
      results.map(({ cpu }) => cpu),
    ).toFixed(1)} ms`,
  )
}

const { values, getValues } = await loadSlices()
const facts = Array.from({ length: count }, (_, index): SliceFacts => ({
  ...template,
  imageId: (index + 1) as ImageId,
  sopInstanceUID: String(index),
  instanceNumber: index + 1,
  position: [-250, -250, index * distance],
}))
console.log(
  `${count} slices of 512 x 512, ${isReal ? 'a real chest' : 'simulated'}; milliseconds, one thread`,
)
measure('slices to a stack', 5, () => buildStacks(facts, () => '0'.repeat(16)))
const [stack] = buildStacks(facts, () => '0'.repeat(16))
if (!stack) throw new Error('There is no stack')
const kernel = createKernel()
const geometry = createGeometry(stack)
const volume = createVolume(kernel, geometry, getCellTransform(stack))
for (let index = 0; index < count; index += 1) storeSlice(volume, index, getValues(index))

const coder = createKernel()
const packed = values.map((slice) => packSlice(coder, slice, 512, 512))
const target = new Int16Array(512 * 512)
const pick = <Value>(list: readonly Value[], round: number): Value => {
  const value = list[round % list.length]
  if (value === undefined) throw new Error('The list is empty')
  return value
}
measure('pack a slice', 60, (round) => packSlice(coder, pick(values, 7 * round), 512, 512))
measure('unpack a slice', 60, (round) => {
  unpackSlice(coder, pick(packed, 7 * round), 512, 512, target)
})
measure('store a slice', 60, (round) => storeSlice(volume, round, getValues(round)))

const centre = getCentre(geometry)
const options = { region: 'body', correction: identity } as const
const planes = getPlanes(createFrame(centre), options)
const turned = getPlanes(
  rotateFrame(rotateFrame(createFrame(centre), [1, 0, 0], 0.5), [0, 0, 1], 0.4),
  options,
)
const cut = (plane: PlaneFrame, edge: number, thickness = 0, step = distance) =>
  cutPlane(
    volume,
    describePlane(geometry, plane, {
      width: edge,
      height: edge,
      step: (step * 512) / edge,
      slab: { mode: 'mip', thickness },
    }),
  )
for (const [name, plane] of Object.entries(planes))
  measure(`${name}, 512²`, rounds, () => cut(plane, 512))
measure('oblique, 512²', rounds, () => cut(turned.transverse, 512))
measure('three linked planes, 512²', rounds, () => {
  for (const plane of Object.values(turned)) cut(plane, 512)
})
measure('oblique maximum of 10 mm, 512²', rounds, () => cut(turned.transverse, 512, 10))
measure('oblique maximum of 10 mm, 256²', rounds, () => cut(turned.transverse, 256, 10))

// Cells are Hounsfield units here: the slope is 1 and the intercept 0.
const range = hounsfieldRange
measure('copy of 8 bits for 3D', 5, () => shrinkVolume(volume, range))
const small = shrinkVolume(volume, range)
const rays = createRayVolume(createKernel(), small)
const normalView = createPlane(centre, [0.8, 0.6, 0] as Vector, [0, 0, -1])
for (const name of ['bone', 'softTissue', 'skin'] as const)
  for (const edge of [192, 256, 512]) {
    const step = (2 * getSmallRadius(small)) / edge
    const view = describeRays(small, { plane: normalView, width: edge, height: edge, step })
    const table = createTransferTable(volumePresets[name], hounsfieldRange, view.stepLength)
    measure(`rays, ${name}, ${edge}²`, edge > 256 ? 5 : rounds, () => castRays(rays, view, table))
  }
console.log(`memory of the process: ${(await readResidentMb(process.pid)).toFixed(0)} MB`)
