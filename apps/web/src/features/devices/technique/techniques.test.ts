import { getSpeciesId } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import {
  isSetTo,
  getSaveObstacle,
  getSubjectKey,
  createTechnique,
  findTechnique,
} from './techniques.ts'
import type { Technique, TechniqueSubject } from './techniques.ts'

const canine = getSpeciesId('Canine')
const feline = getSpeciesId('Feline')
const values = { fo: 0, kv: 55, ma: 100, ms: 16 }
const technique = (part: Partial<Technique> = {}): Technique => ({
  speciesId: canine,
  size: 'Small',
  bodyPart: 'Chest',
  bodyPartView: 'LAT',
  ...values,
  ...part,
})
const subject: TechniqueSubject = technique()
const defaults = [
  technique({ speciesId: feline, kv: 40 }),
  technique({ size: 'Large', kv: 41 }),
  technique({ bodyPart: 'Skull', kv: 42 }),
  technique({ kv: 58 }),
  technique({ bodyPartView: 'VD', kv: 60 }),
]

describe('findTechnique', () => {
  test('returns the default technique of species, size, part and view', () => {
    expect(findTechnique(subject, defaults, [])?.kv).toBe(58)
    expect(findTechnique({ ...subject, bodyPartView: 'VD' }, defaults, [])?.kv).toBe(60)
  })
  test('prefers the technique saved by the user', () => {
    expect(findTechnique(subject, defaults, [technique({ kv: 66 })])?.kv).toBe(66)
  })
  test('ignores techniques saved by the user for another view, size, part or species', () => {
    const others = [
      technique({ kv: 1, bodyPartView: 'VD' }),
      technique({ kv: 2, size: 'Medium' }),
      technique({ kv: 3, bodyPart: 'Skull' }),
      technique({ kv: 4, speciesId: feline }),
    ]
    expect(findTechnique(subject, defaults, others)?.kv).toBe(58)
  })
  test('falls back to another view of the same part', () => {
    expect(findTechnique({ ...subject, bodyPartView: 'DV' }, defaults, [])?.kv).toBe(58)
    expect(findTechnique({ ...subject, bodyPart: 'Abdomen' }, defaults, [])).toBeUndefined()
  })
  test('returns undefined while species, size or view is not chosen', () => {
    expect(findTechnique({ ...subject, size: null }, defaults, [])).toBeUndefined()
    expect(findTechnique({ ...subject, speciesId: undefined }, defaults, [])).toBeUndefined()
    expect(getSubjectKey({ ...subject, bodyPartView: '' })).toBeUndefined()
  })
})

describe('saving a technique', () => {
  const now = { subject, loadState: 'loaded', technique: technique(), values } as const
  test('stores the generator values for the selected annotation', () => {
    expect(getSaveObstacle(now)).toBeUndefined()
    const set = { ...values, kv: 71, mx: 1.6, ex: 0, pw: 1, ws: 1 }
    expect(createTechnique(subject, set)).toEqual(technique({ kv: 71 }))
  })
  test('reports why the technique cannot be saved', () => {
    expect(getSaveObstacle({ ...now, subject: undefined })).toBe('noAnnotation')
    expect(getSaveObstacle({ ...now, subject: { ...subject, size: null } })).toBe('notWhole')
    expect(getSaveObstacle({ ...now, loadState: 'loading', technique: undefined })).toBe('loading')
    expect(getSaveObstacle({ ...now, loadState: 'failed', technique: undefined })).toBe('failed')
    expect(getSaveObstacle({ ...now, technique: undefined })).toBe('noTechnique')
    expect(getSaveObstacle({ ...now, values: { ...values, kv: 0 } })).toBe('noValues')
    expect(getSaveObstacle({ ...now, values: {} })).toBe('noValues')
  })
})

test('the generator is set to a technique if all four values match', () => {
  expect(isSetTo(technique(), values)).toBe(true)
  expect(isSetTo(technique(), { ...values, ms: 20 })).toBe(false)
})
