import { Stack } from '@talus/contract'
import type { StackNoteCode, Vector } from '@talus/contract'
import { expect, test } from 'vitest'
import type { SliceFacts } from '../slice-facts.ts'
import { buildOne, createSeries, hashText, shuffle } from '../testing/series.ts'
import { buildStacks } from './build-stacks.ts'

const build = (...parts: Parameters<typeof buildStacks>[0][]) => buildStacks(parts.flat(), hashText)
const listPositions = (stack: Stack, phase = 0) =>
  stack.phases[phase]?.slices.map(({ position }) => position?.[2])
const listCodes = (stack: Stack): StackNoteCode[] => stack.notes.map(({ code }) => code)

test('parallel slices are a volume that the contract accepts, sorted by place and not by number', () => {
  const slices = createSeries({ count: 12, change: (index) => ({ instanceNumber: 12 - index }) })
  const stack = buildOne(shuffle(slices))
  expect(Stack.parse(stack)).toEqual(stack)
  expect(stack.kind).toBe('volume')
  expect(stack.notes).toEqual([])
  expect(listPositions(stack)).toEqual(Array.from({ length: 12 }, (_, index) => 100 + 2 * index))
})

test('the key depends on the slices and not on the order in which they were received', () => {
  const slices = createSeries({ count: 12 })
  expect(buildOne(shuffle(slices)).key).toBe(buildOne(slices).key)
  expect(buildOne(slices.slice(1)).key).not.toBe(buildOne(slices).key)
})

test('a localizer in a series becomes pictures and leaves the volume whole', () => {
  const stacks = build(
    createSeries({ count: 20 }),
    createSeries({
      count: 1,
      change: () => ({ sopInstanceUID: '9', imageType: ['ORIGINAL', 'PRIMARY', 'LOCALIZER'] }),
    }),
  )
  expect(stacks.map(({ kind }) => kind)).toEqual(['volume', 'pictures'])
  expect(stacks[1]?.notes).toEqual([{ code: 'localizer' }])
  expect(stacks[0]?.phases[0]?.slices).toHaveLength(20)
})

test('slices of another size, spacing, direction, frame or kind of pixel are other stacks', () => {
  const others = [
    { rows: 16 },
    { columns: 16 },
    { spacing: [0.8, 0.6] as const },
    { bitsStored: 12 },
    { isSigned: false },
    { photometric: 'MONOCHROME1' },
    { frameOfReferenceUID: '1.2.98' },
    { orientation: { row: [0, 1, 0] as Vector, column: [0, 0, 1] as Vector } },
  ]
  for (const facts of others) {
    const stacks = build(
      createSeries({ count: 6 }),
      createSeries({ count: 4, change: (index) => ({ sopInstanceUID: `9.${index}` }) }, facts),
    )
    expect(stacks.map(({ phases }) => phases[0]?.slices.length)).toEqual([6, 4])
  }
})

test('directions that differ by rounding stay in one stack', () => {
  const stack = buildOne(
    createSeries({
      count: 6,
      change: (index) => ({
        orientation: { row: [1, index * 1e-4, 0], column: [-index * 1e-4, 1, 0] },
      }),
    }),
  )
  expect(stack.kind).toBe('volume')
})

test('fewer than three slices are pictures', () => {
  const stack = buildOne(createSeries({ count: 2 }))
  expect([stack.kind, listCodes(stack)]).toEqual(['pictures', ['tooFewSlices']])
})

test('slices without a position are a stack in the order of their numbers', () => {
  const stack = buildOne(
    shuffle(createSeries({ count: 9, change: (index) => (index === 4 ? { position: null } : {}) })),
  )
  expect([stack.kind, listCodes(stack)]).toEqual(['stack', ['noPosition']])
  expect(stack.phases[0]?.slices.map(({ instanceNumber }) => instanceNumber)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9,
  ])
})

test('slices without the distance of their pixels are a stack by place, and the note tells why', () => {
  const slices = createSeries({
    count: 5,
    change: (index) => ({ spacing: null, instanceNumber: 9 - index }),
  })
  const stack = buildOne(shuffle(slices))
  expect([stack.kind, listCodes(stack)]).toEqual(['stack', ['noSpacing']])
  expect(stack.phases[0]?.slices.map(({ position }) => position?.[2])).toEqual([
    100, 102, 104, 106, 108,
  ])
})

test('directions that are not perpendicular unit vectors make a stack only', () => {
  for (const column of [
    [0.02, 1, 0],
    [0, 1.01, 0],
    [0, 0, 0],
  ] as Vector[]) {
    const stack = buildOne(createSeries({ count: 5 }, { orientation: { row: [1, 0, 0], column } }))
    expect([stack.kind, listCodes(stack)]).toEqual(['stack', ['notPerpendicular']])
    // Without directions, no edge has a word and no slice a position.
    expect(stack.orientation).toBeNull()
  }
})

test('an instance that was received twice is shown once', () => {
  const slices = createSeries({ count: 6 })
  const stack = buildOne([...slices, ...slices.slice(2, 4)])
  expect([stack.kind, stack.notes]).toEqual(['volume', [{ code: 'duplicatesRemoved', value: 2 }]])
  expect(stack.phases[0]?.slices).toHaveLength(6)
})

test.each([
  ['temporalPosition', 'time', [7, 3]],
  ['echo', 'echo', [90, 20]],
  ['acquisitionNumber', 'acquisition', [2, 1]],
] as const)(
  'slices of the same places are split into phases by %s',
  (name, by, [second, first]) => {
    const create = (value: number, from: number) =>
      createSeries({
        count: 5,
        change: (index) => ({
          [name]: value,
          sopInstanceUID: `${value}.${index}`,
          instanceNumber: from + index,
        }),
      })
    const stack = buildOne(shuffle([...create(second, 1), ...create(first, 6)]))
    expect(stack.kind).toBe('volume')
    expect(stack.phases.map((phase) => [phase.by, phase.label])).toEqual([
      [by, String(first)],
      [by, String(second)],
    ])
    for (const phase of [0, 1])
      expect(listPositions(stack, phase)).toEqual([100, 102, 104, 106, 108])
    // The lower value is the first phase, although its instance numbers are higher.
    expect(stack.phases[0]?.slices[0]?.instanceNumber).toBe(6)
  },
)

test('phases of b-values are named after them', () => {
  const create = (bValue: number) =>
    createSeries({
      count: 4,
      change: (index) => ({ bValue, sopInstanceUID: `${bValue}.${index}` }),
    })
  const stack = buildOne([...create(800), ...create(0)])
  expect(stack.phases.map((phase) => [phase.by, phase.label])).toEqual([
    ['bValue', '0'],
    ['bValue', '800'],
  ])
})

test('times that differ at every place order the phases', () => {
  const create = (from: number) =>
    createSeries({
      count: 4,
      change: (index) => ({ triggerTime: from + index, sopInstanceUID: `${from}.${index}` }),
    })
  const stack = buildOne(shuffle([...create(500), ...create(10)]))
  expect(stack.phases).toHaveLength(2)
  expect(stack.phases[0]?.slices.map(({ imageId }) => imageId)).toHaveLength(4)
  expect(listPositions(stack, 1)).toEqual([100, 102, 104, 106])
})

test('blocks of instance numbers are the last means to tell phases apart', () => {
  const create = (from: number) =>
    createSeries({
      count: 4,
      change: (index) => ({ instanceNumber: from + index, sopInstanceUID: `${from}.${index}` }),
    })
  const stack = buildOne(shuffle([...create(1), ...create(5), ...create(9)]))
  expect(
    stack.phases.map(({ slices }) => slices.map(({ instanceNumber }) => instanceNumber)),
  ).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7, 8],
    [9, 10, 11, 12],
  ])
})

test('places with different numbers of slices are a stack only', () => {
  const extra = createSeries({ count: 3, change: (index) => ({ sopInstanceUID: `8.${index}` }) })
  const stack = buildOne([...createSeries({ count: 6 }), ...extra])
  expect([stack.kind, listCodes(stack)]).toEqual(['stack', ['unevenPhases']])
  expect(stack.phases).toHaveLength(1)
  expect(stack.phases[0]?.slices).toHaveLength(9)
})

test('one place at many times is a stack in the order of time', () => {
  const stack = buildOne(
    shuffle(
      createSeries({ count: 5, distance: 0, change: (index) => ({ temporalPosition: index }) }),
    ),
  )
  expect([stack.kind, listCodes(stack)]).toEqual(['stack', ['tooFewSlices']])
  expect(stack.phases[0]?.slices.map(({ instanceNumber }) => instanceNumber)).toEqual([
    1, 2, 3, 4, 5,
  ])
})

test('a tilted gantry is recognised from the positions', () => {
  const drift = Math.tan((18.5 * Math.PI) / 180)
  const stack = buildOne(createSeries({ count: 8, drift: [0, drift, 0] }))
  expect(stack.kind).toBe('volume')
  expect(stack.notes[0]?.code).toBe('tilted')
  expect(stack.notes[0]?.value).toBeCloseTo(18.5, 6)
})

test('positions that are not on one line make a stack only', () => {
  const stack = buildOne(
    createSeries({
      count: 8,
      change: (index) => (index === 4 ? { position: [-19.7, -30, 108] } : {}),
    }),
  )
  expect([stack.kind, listCodes(stack)]).toEqual(['stack', ['notCollinear']])
})

test('missing slices are counted and located, thick slices at large distances are not missing', () => {
  const dropped = createSeries({ count: 20 }).filter((_, index) => index !== 7 && index !== 8)
  expect(buildOne(dropped).notes).toEqual([{ code: 'missingSlices', value: 2, after: 7 }])
  const places = [0, 4, 8, 12, 19, 26, 33]
  const thick = createSeries({
    count: 7,
    places,
    change: (index) => ({ thickness: index < 3 ? 4 : 7 }),
  })
  expect(buildOne(thick).notes).toEqual([{ code: 'irregular' }])
})

test('slices of different slopes are a volume with a note, other intercepts need none', () => {
  const scaled = createSeries({ count: 5, change: (index) => ({ slope: 1 + index / 10 }) })
  expect(listCodes(buildOne(scaled))).toEqual(['differentSlopes'])
  const moved = createSeries({ count: 5, change: (index) => ({ intercept: -1024 + index }) })
  expect(listCodes(buildOne(moved))).toEqual([])
})

test('colour and floating point are stacks; lossy and derived slices are volumes with a note', () => {
  const classify = (facts: Partial<SliceFacts>) => {
    const stack = buildOne(createSeries({ count: 5 }, facts))
    return [stack.kind, listCodes(stack)]
  }
  expect(classify({ samples: 3, photometric: 'RGB' })).toEqual(['stack', ['colour']])
  expect(classify({ isFloat: true, bitsAllocated: 32 })).toEqual(['stack', ['floatingPoint']])
  expect(classify({ isLossy: true })).toEqual(['volume', ['lossy']])
  expect(classify({ imageType: ['DERIVED', 'SECONDARY'] })).toEqual(['volume', ['derived']])
})

test('only CT values are Hounsfield units, and PET is a stack with its own unit', () => {
  const getUnit = (facts: Partial<SliceFacts>) => {
    const stack = buildOne(createSeries({ count: 5 }, facts))
    return [stack.kind, stack.unit]
  }
  expect(getUnit({})).toEqual(['volume', 'HU'])
  expect(getUnit({ rescaleType: '' })).toEqual(['volume', 'HU'])
  expect(getUnit({ rescaleType: 'US' })).toEqual(['volume', null])
  expect(getUnit({ modality: 'MR', rescaleType: 'HU' })).toEqual(['volume', null])
  expect(getUnit({ modality: 'PT', units: 'BQML' })).toEqual(['stack', 'BQML'])
})

test('a slice has its physical quantity unless that repeats the modality transformation', () => {
  const getScale = (facts: Partial<SliceFacts>) =>
    buildOne(createSeries({ count: 3 }, facts)).phases[0]?.slices[0]?.realWorld
  const realWorld = { slope: 1, intercept: -1024, unit: "[hnsf'U]" }
  expect(getScale({ realWorld, intercept: 0 })).toEqual(realWorld)
  expect(getScale({ realWorld, intercept: -1024 })).toBeNull()
  expect(getScale({})).toBeNull()
})

test('a volume that is too large for the memory of the kernel is a stack', () => {
  const stack = buildOne(createSeries({ count: 4 }, { columns: 4096 }))
  expect([stack.kind, listCodes(stack)]).toEqual(['stack', ['tooLarge']])
})

test('frames of a multi-frame image are slices, and series come in the order of their numbers', () => {
  const frames = createSeries({
    count: 6,
    change: (index) => ({ sopInstanceUID: '1.2.7', frame: index + 1, instanceNumber: 1 }),
  })
  const other = createSeries({ count: 3 }, { seriesInstanceUID: '1.9', seriesNumber: 1 })
  const stacks = build(frames, other)
  expect(stacks.map(({ seriesNumber }) => seriesNumber)).toEqual([1, 2])
  expect(stacks[1]?.phases[0]?.slices.map(({ frame }) => frame)).toEqual([1, 2, 3, 4, 5, 6])
})
