import { auditActions, BreedId, permissionFlags } from '@talus/contract'
import { resources } from '@talus/i18n'
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { formatAction, getFieldLabel, formatValue } from './audit-text.ts'

const i18n = createInstance()
await i18n.init({ resources, fallbackLng: false })
const [en, fr] = [i18n.getFixedT('en'), i18n.getFixedT('fr')]

test('every audit action has its own label in both languages', () => {
  for (const t of [en, fr]) {
    const labels = auditActions.map((action) => formatAction(t, { action }))
    expect(new Set(labels).size).toBe(auditActions.length)
    for (const text of labels) expect(text).not.toMatch(/^audit|\.|^$/u)
  }
  expect(formatAction(en, { action: 'user.update' })).toBe('User changed')
  expect(formatAction(fr, { action: 'user.update' })).toBe('Utilisateur modifié')
})

test('an order to the generator says whether it was switched on or off', () => {
  const format = (after: Record<string, unknown>, t = en) =>
    formatAction(t, { action: 'generator.power', after })
  expect(format({ pw: 1 })).toBe('Generator switched on')
  expect(format({ pw: 0 })).toBe('Generator switched off')
  expect(format({ pw: 0 }, fr)).toBe('Générateur éteint')
  expect(format({ pw: 1, asked: 0, holder: 'Ana Roy' })).toBe('Generator not switched off: in use')
  expect(formatValue(en, 'asked', 0).text).toBe('Off')
})

test('an unknown audit action is shown as its code', () => {
  expect(formatAction(en, { action: 'printer.jam' })).toBe('printer.jam')
  expect(formatAction(en, { action: 'toString' })).toBe('toString')
})

test('fields and permissions have the labels of their forms', () => {
  expect(getFieldLabel(en, 'description')).toBe('Local AE Title')
  expect(getFieldLabel(fr, 'validUntil')).toBe('Valide jusqu’au')
  for (const flag of permissionFlags) expect(getFieldLabel(fr, flag)).not.toMatch(/settings|flag/u)
})

test('a field without a label is shown by its name', () => {
  expect(getFieldLabel(en, 'colour')).toBe('colour')
  expect(getFieldLabel(en, 'constructor')).toBe('constructor')
})

const format = (field: string, value: unknown, t = en) => formatValue(t, field, value).text

test('formats values for users', () => {
  expect(format('isDeleted', true)).toBe('Yes')
  expect(format('isDeleted', false, fr)).toBe('Non')
  expect(format('validUntil', null)).toBe('—')
  expect(format('phone', '')).toBe('—')
  expect(format('phone', undefined)).toBe('—')
  expect(format('status', 'Inactive', fr)).toBe('Inactif')
  expect(format('clinicType', 'Human', fr)).toBe('Humaine')
  expect(format('lang', 'fr')).toBe('French')
  expect(format('port', 11_112)).toBe('11112')
  expect(format('passwordHash', '(set)')).toBe('Not shown')
})

test('translates a value only in the field it belongs to', () => {
  expect(format('lastName', 'Active')).toBe('Active')
  expect(format('name', 'fr')).toBe('fr')
})

test('formats an instant in the time zone of the browser and keeps a day unchanged', () => {
  expect(format('createdOn', '2026-03-09T14:05:00.000Z')).toMatch(/^2026-03-\d\d \d\d:\d\d$/u)
  expect(format('validUntil', '2026-03-09')).toBe('2026-03-09')
})

test('shows clinics by name if their names are known', () => {
  const names = { names: { clinics: new Map([[2, 'Grand-Érable']]) } }
  expect(formatValue(en, 'clinicId', 2, names).text).toBe('Grand-Érable')
  expect(formatValue(en, 'clinicIds', [2, 9], names).text).toBe('Grand-Érable\n#9')
  expect(formatValue(en, 'clinicIds', [], names).text).toBe('—')
  expect(formatValue(en, 'port', 2, names).text).toBe('2')
})

test('shows species, breed and owner by name, in the language of the reader', () => {
  const names = {
    owners: { 7: 'Zoé Lavoie' },
    breeds: [{ id: BreedId.parse(3), name: 'Labrador Retriever' }],
  }
  const show = (field: string, value: number, t = en) =>
    formatValue(t, field, value, { names }).text
  expect(show('speciesId', 1)).toBe('Canine')
  expect(show('speciesId', 2, fr)).toBe(fr('studies:species.Feline'))
  expect(show('breedId', 3)).toBe('Labrador Retriever')
  expect(show('ownerId', 7)).toBe('Zoé Lavoie')
  expect(show('ownerId', 8)).toBe('#8')
  for (const field of ['speciesId', 'breedId', 'ownerId'])
    expect(getFieldLabel(en, field)).not.toContain('number')
})

test('reasons and decisions are shown in the language of the reader', () => {
  const { rejectionReason, reason, decision } = {
    rejectionReason: format('rejectionReason', 'Bad Colimation', fr),
    reason: format('reason', 'access/other-clinic', fr),
    decision: format('decision', 'keep-both', fr),
  }
  expect([rejectionReason, reason, decision]).toEqual([
    'Mauvaise collimation',
    'Appartient à une autre clinique',
    'Les deux conservées',
  ])
})

test('times are shown in the zone of the clinic', () => {
  const context = { timeZone: 'Asia/Tokyo' }
  const { text } = formatValue(en, 'since', '2026-03-09T14:05:00.000Z', context)
  expect(text).toBe('2026-03-09 23:05')
})

test('formats only nested values as code', () => {
  expect(formatValue(en, 'options', { a: [1] })).toEqual({
    text: '{\n  "a": [\n    1\n  ]\n}',
    isCode: true,
  })
  expect(formatValue(en, 'options', [{ a: 1 }]).isCode).toBe(true)
  expect(formatValue(en, 'options', ['x', 'y'])).toEqual({ text: 'x\ny', isCode: false })
})

test('fields of patients and images have labels and values of the language', () => {
  for (const field of ['sex', 'bodyPart', 'bodyPartView', 'rejectionReason', 'birthDate'])
    expect([getFieldLabel(en, field), getFieldLabel(fr, field)]).not.toContain(field)
  expect(formatValue(fr, 'sex', 'Female').text).toBe('Femelle')
  expect(formatValue(en, 'bodyPartView', 'lat').text).toBe('LAT')
  expect(formatValue(en, 'deviationIndex', -1.25).text).toBe('-1.25')
})
