import { describe, expect, test } from 'vitest'
import { signedTibialPlateauAngle } from './tools/tplo.ts'
import { tuberosityAdvancement } from './tools/tta.ts'
import {
  changedBy,
  circle,
  crossed,
  drawingOf,
  line,
  mm,
  shown,
  unknown,
  valueOf,
} from './testing/drawings.ts'
import type { Pair } from './testing/drawings.ts'
import { sawMark, rotationOf, sawTable } from './tplo-rotation.ts'

describe('vertebral heart score', () => {
  const first = drawingOf(
    'vhs',
    line([200, 150], [700, 150]),
    crossed([600, 400], [300, 800], [642, 744], [274, 468]),
  )

  test('of square pixels', () => {
    const spacing = mm(0.1)
    expect(shown(first, spacing, 'vhs')).toBe('9.600')
    expect(valueOf(first, spacing, 'fiveVertebrae')).toBeCloseTo(50, 10)
    expect(valueOf(first, spacing, 'longAxis')).toBeCloseTo(50, 10)
    expect(valueOf(first, spacing, 'shortAxis')).toBeCloseTo(46, 10)
  })

  test('of pixels twice as high as wide', () => {
    const drawing = drawingOf(
      'vhs',
      line([100, 100], [600, 100]),
      crossed([500, 200], [200, 400], [534, 369], [166, 231]),
    )
    const spacing = mm(0.2, 0.1)
    expect(shown(drawing, spacing, 'vhs')).toBe('9.600')
    expect(valueOf(drawing, spacing, 'longAxis')).toBeCloseTo(50, 10)
    expect(valueOf(drawing, spacing, 'shortAxis')).toBeCloseTo(46, 10)
    expect(shown(drawing, unknown, 'vhs')).not.toBe('9.600')
  })

  test('of a cat', () => {
    const drawing = drawingOf(
      'vhs',
      line([310, 220], [655, 262]),
      crossed([540, 470], [430, 690], [570, 634], [400, 549]),
    )
    const spacing = mm(0.139)
    expect(shown(drawing, spacing, 'vhs')).toBe('6.273')
    expect(valueOf(drawing, spacing, 'fiveVertebrae')).toBeCloseTo(48.309, 3)
    expect(valueOf(drawing, spacing, 'longAxis')).toBeCloseTo(34.189, 3)
    expect(valueOf(drawing, spacing, 'shortAxis')).toBeCloseTo(26.419, 3)
  })

  test('of an image that tells no size: the score holds, its lengths are pixels', () => {
    expect(shown(first, unknown, 'vhs')).toBe('9.600')
    expect(valueOf(first, unknown, 'fiveVertebrae')).toBeCloseTo(500, 10)
    expect(valueOf(first, unknown, 'longAxis')).toBeCloseTo(500, 10)
    expect(valueOf(first, unknown, 'shortAxis')).toBeCloseTo(460, 10)
  })

  test('says nothing before both steps are there', () => {
    const spine = line([200, 150], [700, 150])
    expect(shown(drawingOf('vhs', spine), mm(0.1), 'vhs')).toBeUndefined()
  })
})

describe('tibial plateau angle', () => {
  const tplo = (talus: Pair, eminence: Pair, plateau: readonly [Pair, Pair]) =>
    drawingOf('tplo', circle(talus, 60), line(eminence, talus), line(...plateau))
  const second = tplo(
    [430, 1500],
    [512, 300],
    [
      [400, 270],
      [610, 380],
    ],
  )

  test('of an upright tibia', () => {
    const drawing = tplo(
      [500, 1500],
      [500, 300],
      [
        [400, 250],
        [600, 343.2615],
      ],
    )
    expect(shown(drawing, unknown, 'tibialPlateauAngle')).toBe('25.00')
    expect(shown(drawing, unknown, 'rotation')).toBe('20.00')
  })

  test('of a tibia that leans', () => {
    expect(shown(second, mm(0.1), 'tibialPlateauAngle')).toBe('23.74')
    expect(90 - (valueOf(second, mm(0.1), 'tibialPlateauAngle') ?? 0)).toBeCloseTo(66.2632, 4)
  })

  test('of the other leg', () => {
    const mirrored = changedBy(second, ({ x, y }) => ({ x: 1000 - x, y }))
    expect(shown(mirrored, mm(0.1), 'tibialPlateauAngle')).toBe('23.74')
  })

  test('of pixels twice as high as wide', () => {
    const drawing = tplo(
      [500, 750],
      [500, 150],
      [
        [400, 125],
        [600, 171.6308],
      ],
    )
    expect(shown(drawing, mm(0.2, 0.1), 'tibialPlateauAngle')).toBe('25.00')
  })

  test('of a plateau turned too far is shown without its sign', () => {
    const drawing = tplo(
      [500, 1500],
      [500, 300],
      [
        [400, 300],
        [600, 290],
      ],
    )
    expect(signedTibialPlateauAngle(drawing, unknown)?.toFixed(2)).toBe('-2.86')
    expect(shown(drawing, unknown, 'tibialPlateauAngle')).toBe('2.86')
    expect(shown(drawing, unknown, 'rotation')).toBe('0.00')
  })

  test.each([
    [24, 25, '8.34', '8.38'],
    [18, 25, '6.25', '6.28'],
    [30, 25, '10.42', '10.47'],
    [24, 23.74, '7.81', '7.85'],
  ])('marks of a saw of %s mm for %s degrees', (radius, tpa, chord, arc) => {
    const mark = sawMark(rotationOf(tpa), radius)
    expect(mark.chord.toFixed(2)).toBe(chord)
    expect(mark.arc.toFixed(2)).toBe(arc)
  })

  test.each([
    [14, '1.88 2.35 2.82 3.30 3.77 4.24 4.71'],
    [20, '3.13 3.92 4.70 5.48 6.27 7.05 7.83'],
    [29, '4.99 6.24 7.48 8.73 9.98 11.23 12.47'],
    [34, '6.01 7.51 9.01 10.52 12.02 13.52 15.02'],
    [40, '7.22 9.02 10.83 12.63 14.43 16.24 18.04'],
  ])('chords of all saws for %s degrees', (tpa, chords) => {
    expect(
      sawTable(tpa)
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
    drawingOf(
      'tta',
      circle(femur, femurRadius),
      circle(tibia, tibiaRadius),
      line(patella, [patella[0], patella[1] + 1]),
      line(tuberosity, tuberosity),
    )
  const second = tta([[620, 410], 150], [[560, 880], 320], [400, 235], [428, 690])

  test('of an upright joint', () => {
    const drawing = tta([[600, 400], 150], [[600, 850], 300], [380, 250], [440, 650])
    expect(shown(drawing, mm(0.1), 'advancement')).toBe('6.000')
    expect(valueOf(drawing, mm(0.1), 'patellarTendonAngle')?.toFixed(2)).toBe('98.53')
    const found = tuberosityAdvancement(drawing, mm(0.1))
    expect(found?.contactGap).toBeCloseTo(0, 10)
    expect(found?.contact.x).toBeCloseTo(600, 8)
    expect(found?.contact.y).toBeCloseTo(550, 8)
    expect(found?.foot.x).toBeCloseTo(380, 8)
    expect(found?.foot.y).toBeCloseTo(650, 8)
  })

  test('of a joint that leans', () => {
    expect(shown(second, mm(0.1), 'advancement')).toBe('8.539')
    expect(valueOf(second, mm(0.1), 'patellarTendonAngle')?.toFixed(2)).toBe('100.80')
    expect(valueOf(second, mm(0.1), 'contactGap')?.toFixed(3)).toBe('0.381')
    const foot = tuberosityAdvancement(second, mm(0.1))?.foot
    expect(foot?.x).toBeCloseTo(343.295, 3)
    expect(foot?.y).toBeCloseTo(679.187, 3)
  })

  test('of a joint far out of the upright', () => {
    const drawing = tta([[500, 300], 80], [[380, 460], 120], [250, 200], [190, 430])
    expect(shown(drawing, mm(0.1), 'advancement')).toBe('9.000')
    expect(valueOf(drawing, mm(0.1), 'patellarTendonAngle')?.toFixed(2)).toBe('112.25')
    const foot = tuberosityAdvancement(drawing, mm(0.1))?.foot
    expect(foot?.x).toBeCloseTo(118, 8)
    expect(foot?.y).toBeCloseTo(376, 8)
  })

  test('of pixels twice as high as wide', () => {
    const drawing = tta([[600, 200], 150], [[600, 425], 300], [380, 125], [440, 325])
    expect(shown(drawing, mm(0.2, 0.1), 'advancement')).toBe('6.000')
  })

  test('of a tendon past the right angle is negative', () => {
    const drawing = tta([[600, 400], 150], [[600, 850], 300], [380, 250], [340, 650])
    expect(shown(drawing, mm(0.1), 'advancement')).toBe('-4.000')
    expect(valueOf(drawing, mm(0.1), 'patellarTendonAngle')?.toFixed(2)).toBe('84.29')
  })

  test('of the other leg', () => {
    const mirrored = changedBy(second, ({ x, y }) => ({ x: 1200 - x, y }))
    expect(shown(mirrored, mm(0.1), 'advancement')).toBe('8.539')
    expect(valueOf(mirrored, mm(0.1), 'patellarTendonAngle')?.toFixed(2)).toBe('100.80')
  })
})

describe('hips, spine', () => {
  test('Norberg angles of both sides', () => {
    const drawing = drawingOf(
      'norberg',
      circle([300, 500], 60),
      circle([700, 500], 60),
      { start: { x: 270, y: 400 } },
      { start: { x: 736, y: 396 } },
    )
    expect(valueOf(drawing, unknown, 'norbergRight')?.toFixed(2)).toBe('106.70')
    expect(valueOf(drawing, unknown, 'norbergLeft')?.toFixed(2)).toBe('109.09')
  })

  test('distraction index', () => {
    const drawing = drawingOf('distraction', circle([300, 500], 70), circle([318, 506], 60))
    expect(valueOf(drawing, unknown, 'distractionRight')?.toFixed(3)).toBe('0.316')
    expect(valueOf(drawing, unknown, 'distractionLeft')).toBeUndefined()
  })

  test('Cobb angle', () => {
    const drawing = drawingOf('cobb', line([10, 10], [110, 30]), line([300, 200], [400, 155]))
    expect(valueOf(drawing, unknown, 'cobbAngle')?.toFixed(2)).toBe('35.54')
    const backwards = drawingOf('cobb', line([110, 30], [10, 10]), line([300, 200], [400, 155]))
    expect(valueOf(backwards, unknown, 'cobbAngle')?.toFixed(2)).toBe('35.54')
  })
})
