import { speciesIdOf } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { isSetTo, obstacleToSave, subjectName, techniqueFrom, techniqueOf } from './techniques.ts'
import type { Technique, TechniqueSubject } from './techniques.ts'

const canine = speciesIdOf('Canine')
const feline = speciesIdOf('Feline')
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

describe('the technique of a view', () => {
  test('is the default one of its species, size, part and view', () => {
    expect(techniqueOf(subject, defaults, [])?.kv).toBe(58)
    expect(techniqueOf({ ...subject, bodyPartView: 'VD' }, defaults, [])?.kv).toBe(60)
  })
  test('is one’s own where there is one', () => {
    expect(techniqueOf(subject, defaults, [technique({ kv: 66 })])?.kv).toBe(66)
  })
  test('is not one’s own of another view, size, part or species', () => {
    const others = [
      technique({ kv: 1, bodyPartView: 'VD' }),
      technique({ kv: 2, size: 'Medium' }),
      technique({ kv: 3, bodyPart: 'Skull' }),
      technique({ kv: 4, speciesId: feline }),
    ]
    expect(techniqueOf(subject, defaults, others)?.kv).toBe(58)
  })
  test('of which there is none is that of another view of the part', () => {
    expect(techniqueOf({ ...subject, bodyPartView: 'DV' }, defaults, [])?.kv).toBe(58)
    expect(techniqueOf({ ...subject, bodyPart: 'Abdomen' }, defaults, [])).toBeUndefined()
  })
  test('cannot be told while something is still to be chosen', () => {
    expect(techniqueOf({ ...subject, size: null }, defaults, [])).toBeUndefined()
    expect(techniqueOf({ ...subject, speciesId: undefined }, defaults, [])).toBeUndefined()
    expect(subjectName({ ...subject, bodyPartView: '' })).toBeUndefined()
  })
})

describe('Save', () => {
  const now = { subject, known: 'loaded', technique: technique(), values } as const
  test('stores what the generator is set to, for what is selected', () => {
    expect(obstacleToSave(now)).toBeUndefined()
    const set = { ...values, kv: 71, mx: 1.6, ex: 0, pw: 1, ws: 1 }
    expect(techniqueFrom(subject, set)).toEqual(technique({ kv: 71 }))
  })
  test('says what it lacks', () => {
    expect(obstacleToSave({ ...now, subject: undefined })).toBe('noAnnotation')
    expect(obstacleToSave({ ...now, subject: { ...subject, size: null } })).toBe('notWhole')
    expect(obstacleToSave({ ...now, known: 'loading', technique: undefined })).toBe('loading')
    expect(obstacleToSave({ ...now, known: 'failed', technique: undefined })).toBe('failed')
    expect(obstacleToSave({ ...now, technique: undefined })).toBe('noTechnique')
    expect(obstacleToSave({ ...now, values: { ...values, kv: 0 } })).toBe('noValues')
    expect(obstacleToSave({ ...now, values: {} })).toBe('noValues')
  })
})

test('the generator is set to a technique when all four values are', () => {
  expect(isSetTo(technique(), values)).toBe(true)
  expect(isSetTo(technique(), { ...values, ms: 20 })).toBe(false)
})
