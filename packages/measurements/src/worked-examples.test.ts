import { describe, expect, test } from 'vitest'
import { computeSignedPlateauAngle } from './tools/tplo.ts'
import { computeTuberosityAdvancement } from './tools/tta.ts'
import {
  mapPoints,
  circle,
  crossed,
  createDrawing,
  line,
  mm,
  formatValue,
  unknownSpacing,
  getValue,
} from './testing/drawings.ts'
import type { Pair } from './testing/drawings.ts'
import { computeSawMark, computeRotation, computeSawTable } from './tplo-rotation.ts'

describe('vertebral heart score', () => {
  const first = createDrawing(
    'vhs',
    line([200, 150], [700, 150]),
    crossed([600, 400], [300, 800], [642, 744], [274, 468]),
  )

  test('vertebral heart score with square pixels', () => {
    const spacing = mm(0.1)
    expect(formatValue(first, spacing, 'vhs')).toBe('9.600')
    expect(getValue(first, spacing, 'fiveVertebrae')).toBeCloseTo(50, 10)
    expect(getValue(first, spacing, 'longAxis')).toBeCloseTo(50, 10)
    expect(getValue(first, spacing, 'shortAxis')).toBeCloseTo(46, 10)
  })

  test('vertebral heart score with pixels twice as high as wide', () => {
    const drawing = createDrawing(
      'vhs',
      line([100, 100], [600, 100]),
      crossed([500, 200], [200, 400], [534, 369], [166, 231]),
    )
    const spacing = mm(0.2, 0.1)
    expect(formatValue(drawing, spacing, 'vhs')).toBe('9.600')
    expect(getValue(drawing, spacing, 'longAxis')).toBeCloseTo(50, 10)
    expect(getValue(drawing, spacing, 'shortAxis')).toBeCloseTo(46, 10)
    expect(formatValue(drawing, unknownSpacing, 'vhs')).not.toBe('9.600')
  })

  test('vertebral heart score of a cat', () => {
    const drawing = createDrawing(
      'vhs',
      line([310, 220], [655, 262]),
      crossed([540, 470], [430, 690], [570, 634], [400, 549]),
    )
    const spacing = mm(0.139)
    expect(formatValue(drawing, spacing, 'vhs')).toBe('6.273')
    expect(getValue(drawing, spacing, 'fiveVertebrae')).toBeCloseTo(48.309, 3)
    expect(getValue(drawing, spacing, 'longAxis')).toBeCloseTo(34.189, 3)
    expect(getValue(drawing, spacing, 'shortAxis')).toBeCloseTo(26.419, 3)
  })

  test('without pixel size the heart score is valid and its lengths are in pixels', () => {
    expect(formatValue(first, unknownSpacing, 'vhs')).toBe('9.600')
    expect(getValue(first, unknownSpacing, 'fiveVertebrae')).toBeCloseTo(500, 10)
    expect(getValue(first, unknownSpacing, 'longAxis')).toBeCloseTo(500, 10)
    expect(getValue(first, unknownSpacing, 'shortAxis')).toBeCloseTo(460, 10)
  })

  test('no heart score before both steps are drawn', () => {
    const spine = line([200, 150], [700, 150])
    expect(formatValue(createDrawing('vhs', spine), mm(0.1), 'vhs')).toBeUndefined()
  })
})

describe('tibial plateau angle', () => {
  const tplo = (talus: Pair, eminence: Pair, plateau: readonly [Pair, Pair]) =>
    createDrawing('tplo', circle(talus, 60), line(eminence, talus), line(...plateau))
  const second = tplo(
    [430, 1500],
    [512, 300],
    [
      [400, 270],
      [610, 380],
    ],
  )

  test('plateau angle of a vertical tibia', () => {
    const drawing = tplo(
      [500, 1500],
      [500, 300],
      [
        [400, 250],
        [600, 343.2615],
      ],
    )
    expect(formatValue(drawing, unknownSpacing, 'tibialPlateauAngle')).toBe('25.00')
    expect(formatValue(drawing, unknownSpacing, 'rotation')).toBe('20.00')
  })

  test('plateau angle of an oblique tibia', () => {
    expect(formatValue(second, mm(0.1), 'tibialPlateauAngle')).toBe('23.74')
    expect(90 - (getValue(second, mm(0.1), 'tibialPlateauAngle') ?? 0)).toBeCloseTo(66.2632, 4)
  })

  test('plateau angle of the mirrored leg', () => {
    const mirrored = mapPoints(second, ({ x, y }) => ({ x: 1000 - x, y }))
    expect(formatValue(mirrored, mm(0.1), 'tibialPlateauAngle')).toBe('23.74')
  })

  test('plateau angle with pixels twice as high as wide', () => {
    const drawing = tplo(
      [500, 750],
      [500, 150],
      [
        [400, 125],
        [600, 171.6308],
      ],
    )
    expect(formatValue(drawing, mm(0.2, 0.1), 'tibialPlateauAngle')).toBe('25.00')
  })

  test('a negative plateau angle is displayed without its sign', () => {
    const drawing = tplo(
      [500, 1500],
      [500, 300],
      [
        [400, 300],
        [600, 290],
      ],
    )
    expect(computeSignedPlateauAngle(drawing, unknownSpacing)?.toFixed(2)).toBe('-2.86')
    expect(formatValue(drawing, unknownSpacing, 'tibialPlateauAngle')).toBe('2.86')
    expect(formatValue(drawing, unknownSpacing, 'rotation')).toBe('0.00')
  })

  test.each([
    [24, 25, '8.34', '8.38'],
    [18, 25, '6.25', '6.28'],
    [30, 25, '10.42', '10.47'],
    [24, 23.74, '7.81', '7.85'],
  ])(
    'rotation marks of a %s mm saw for a plateau angle of %s degrees',
    (radius, tpa, chord, arc) => {
      const mark = computeSawMark(computeRotation(tpa), radius)
      expect(mark.chord.toFixed(2)).toBe(chord)
      expect(mark.arc.toFixed(2)).toBe(arc)
    },
  )

  test.each([
    [14, '1.88 2.35 2.82 3.30 3.77 4.24 4.71'],
    [20, '3.13 3.92 4.70 5.48 6.27 7.05 7.83'],
    [29, '4.99 6.24 7.48 8.73 9.98 11.23 12.47'],
    [34, '6.01 7.51 9.01 10.52 12.02 13.52 15.02'],
    [40, '7.22 9.02 10.83 12.63 14.43 16.24 18.04'],
  ])('chords of all saws for a plateau angle of %s degrees', (tpa, chords) => {
    expect(
      computeSawTable(tpa)
        .map(({ chord }) => chord.toFixed(2))
        .join(' '),
    ).toBe(chords)
  })
})

describe('tibial tuberosity advancement', () => {
  const tta = (
    [femur, femurRadius]: readonly [Pair, number],
    [tibia, tibiaRadius]: readonly [Pair, number],
    patella: Pair,
    tuberosity: Pair,
  ) =>
    createDrawing(
      'tta',
      circle(femur, femurRadius),
      circle(tibia, tibiaRadius),
      line(patella, [patella[0], patella[1] + 1]),
      line(tuberosity, tuberosity),
    )
  const second = tta([[620, 410], 150], [[560, 880], 320], [400, 235], [428, 690])

  test('tuberosity advancement of a vertical joint', () => {
    const drawing = tta([[600, 400], 150], [[600, 850], 300], [380, 250], [440, 650])
    expect(formatValue(drawing, mm(0.1), 'advancement')).toBe('6.000')
    expect(getValue(drawing, mm(0.1), 'patellarTendonAngle')?.toFixed(2)).toBe('98.53')
    const found = computeTuberosityAdvancement(drawing, mm(0.1))
    expect(found?.contactGap).toBeCloseTo(0, 10)
    expect(found?.contact.x).toBeCloseTo(600, 8)
    expect(found?.contact.y).toBeCloseTo(550, 8)
    expect(found?.foot.x).toBeCloseTo(380, 8)
    expect(found?.foot.y).toBeCloseTo(650, 8)
  })

  test('tuberosity advancement of an oblique joint', () => {
    expect(formatValue(second, mm(0.1), 'advancement')).toBe('8.539')
    expect(getValue(second, mm(0.1), 'patellarTendonAngle')?.toFixed(2)).toBe('100.80')
    expect(getValue(second, mm(0.1), 'contactGap')?.toFixed(3)).toBe('0.381')
    const foot = computeTuberosityAdvancement(second, mm(0.1))?.foot
    expect(foot?.x).toBeCloseTo(343.295, 3)
    expect(foot?.y).toBeCloseTo(679.187, 3)
  })

  test('tuberosity advancement of a strongly oblique joint', () => {
    const drawing = tta([[500, 300], 80], [[380, 460], 120], [250, 200], [190, 430])
    expect(formatValue(drawing, mm(0.1), 'advancement')).toBe('9.000')
    expect(getValue(drawing, mm(0.1), 'patellarTendonAngle')?.toFixed(2)).toBe('112.25')
    const foot = computeTuberosityAdvancement(drawing, mm(0.1))?.foot
    expect(foot?.x).toBeCloseTo(118, 8)
    expect(foot?.y).toBeCloseTo(376, 8)
  })

  test('tuberosity advancement with pixels twice as high as wide', () => {
    const drawing = tta([[600, 200], 150], [[600, 425], 300], [380, 125], [440, 325])
    expect(formatValue(drawing, mm(0.2, 0.1), 'advancement')).toBe('6.000')
  })

  test('tuberosity advancement is negative for a tendon past the right angle', () => {
    const drawing = tta([[600, 400], 150], [[600, 850], 300], [380, 250], [340, 650])
    expect(formatValue(drawing, mm(0.1), 'advancement')).toBe('-4.000')
    expect(getValue(drawing, mm(0.1), 'patellarTendonAngle')?.toFixed(2)).toBe('84.29')
  })

  test('tuberosity advancement of the mirrored leg', () => {
    const mirrored = mapPoints(second, ({ x, y }) => ({ x: 1200 - x, y }))
    expect(formatValue(mirrored, mm(0.1), 'advancement')).toBe('8.539')
    expect(getValue(mirrored, mm(0.1), 'patellarTendonAngle')?.toFixed(2)).toBe('100.80')
  })
})

describe('hips, spine', () => {
  test('Norberg angles of both sides', () => {
    const drawing = createDrawing(
      'norberg',
      circle([300, 500], 60),
      circle([700, 500], 60),
      { start: { x: 270, y: 400 } },
      { start: { x: 736, y: 396 } },
    )
    expect(getValue(drawing, unknownSpacing, 'norbergRight')?.toFixed(2)).toBe('106.70')
    expect(getValue(drawing, unknownSpacing, 'norbergLeft')?.toFixed(2)).toBe('109.09')
  })

  test('distraction index', () => {
    const drawing = createDrawing('distraction', circle([300, 500], 70), circle([318, 506], 60))
    expect(getValue(drawing, unknownSpacing, 'distractionRight')?.toFixed(3)).toBe('0.316')
    expect(getValue(drawing, unknownSpacing, 'distractionLeft')).toBeUndefined()
  })

  test('Cobb angle', () => {
    const drawing = createDrawing('cobb', line([10, 10], [110, 30]), line([300, 200], [400, 155]))
    expect(getValue(drawing, unknownSpacing, 'cobbAngle')?.toFixed(2)).toBe('35.54')
    const backwards = createDrawing('cobb', line([110, 30], [10, 10]), line([300, 200], [400, 155]))
    expect(getValue(backwards, unknownSpacing, 'cobbAngle')?.toFixed(2)).toBe('35.54')
  })
})
