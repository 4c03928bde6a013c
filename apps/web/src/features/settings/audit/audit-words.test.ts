import { auditActions, permissionFlags } from '@talus/contract'
import { resources } from '@talus/i18n'
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { actionWords, fieldWords, valueWords } from './audit-words.ts'

const i18n = createInstance()
await i18n.init({ resources, fallbackLng: false })
const [en, fr] = [i18n.getFixedT('en'), i18n.getFixedT('fr')]

test('every action has its own words in both languages', () => {
  for (const t of [en, fr]) {
    const words = auditActions.map((action) => actionWords(t, action))
    expect(new Set(words).size).toBe(auditActions.length)
    for (const text of words) expect(text).not.toMatch(/^audit|\.|^$/u)
  }
  expect(actionWords(en, 'user.update')).toBe('User changed')
  expect(actionWords(fr, 'user.update')).toBe('Utilisateur modifié')
})

test('an action of another version shows as its code', () => {
  expect(actionWords(en, 'printer.jam')).toBe('printer.jam')
  expect(actionWords(en, 'toString')).toBe('toString')
})

test('fields have the labels of their forms, permissions included', () => {
  expect(fieldWords(en, 'description')).toBe('Local AE Title')
  expect(fieldWords(fr, 'validUntil')).toBe('Valide jusqu’au')
  for (const flag of permissionFlags) expect(fieldWords(fr, flag)).not.toMatch(/settings|flag/u)
})

test('a field that has no label shows as it is called, whatever that is', () => {
  expect(fieldWords(en, 'colour')).toBe('colour')
  expect(fieldWords(en, 'constructor')).toBe('constructor')
})

const told = (field: string, value: unknown, t = en) => valueWords(t, field, value).text

test('values are told as people say them', () => {
  expect(told('isDeleted', true)).toBe('Yes')
  expect(told('isDeleted', false, fr)).toBe('Non')
  expect(told('validUntil', null)).toBe('—')
  expect(told('phone', '')).toBe('—')
  expect(told('phone', undefined)).toBe('—')
  expect(told('status', 'Inactive', fr)).toBe('Inactif')
  expect(told('clinicType', 'Human', fr)).toBe('Humaine')
  expect(told('lang', 'fr')).toBe('French')
  expect(told('port', 11_112)).toBe('11112')
  expect(told('passwordHash', '(set)')).toBe('Not shown')
})

test('a word means something only in its own field', () => {
  expect(told('lastName', 'Active')).toBe('Active')
  expect(told('name', 'fr')).toBe('fr')
})

test('an instant is told in the time of the browser, a day as it is', () => {
  expect(told('createdOn', '2026-03-09T14:05:00.000Z')).toMatch(/^2026-03-\d\d \d\d:\d\d$/u)
  expect(told('validUntil', '2026-03-09')).toBe('2026-03-09')
})

test('clinics are named where their names are known', () => {
  const names = new Map([[2, 'Grand-Érable']])
  expect(valueWords(en, 'clinicId', 2, names).text).toBe('Grand-Érable')
  expect(valueWords(en, 'clinicIds', [2, 9], names).text).toBe('Grand-Érable\n#9')
  expect(valueWords(en, 'clinicIds', [], names).text).toBe('—')
  expect(valueWords(en, 'port', 2, names).text).toBe('2')
})

test('only what is nested is told as code', () => {
  expect(valueWords(en, 'options', { a: [1] })).toEqual({
    text: '{\n  "a": [\n    1\n  ]\n}',
    isCode: true,
  })
  expect(valueWords(en, 'options', [{ a: 1 }]).isCode).toBe(true)
  expect(valueWords(en, 'options', ['x', 'y'])).toEqual({ text: 'x\ny', isCode: false })
})
