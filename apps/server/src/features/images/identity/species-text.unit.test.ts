import { expect, test } from 'vitest'
import { namesOtherSpecies, parseSpeciesText } from './species-text.ts'

test.each([
  ['CANIN', 'Canine'],
  ['canine', 'Canine'],
  ['Espèce canine', 'Canine'],
  ['Canis lupus familiaris', 'Canine'],
  ['FELIN', 'Feline'],
  ['FÉLINE', 'Feline'],
  ['Félin domestique', 'Feline'],
  ['EQUIN', 'Equine'],
  ['Équine', 'Equine'],
  ['Chevaux', 'Equine'],
])('%s is the species %s', (text, kind) => {
  expect(parseSpeciesText(text)).toBe(kind)
  expect(namesOtherSpecies(text)).toBe(false)
})

test.each([
  'RABBIT',
  'LAPIN',
  'Oryctolagus cuniculus',
  'BOVIN',
  'BOVINE',
  'PORCIN',
  'OVIN',
  'CAPRIN',
  'AVIAIRE',
  'Tortue',
  'FURET',
  'LABRADOR',
  'HUISDIER',
  'other: rabbit',
  'うさぎ',
])('%s is another species, or a word that is not understood', (text) => {
  expect(parseSpeciesText(text)).toBeUndefined()
  expect(namesOtherSpecies(text)).toBe(true)
})

test.each([
  '',
  '  ',
  '-',
  '?',
  '0',
  'UNKNOWN',
  'Other',
  'OTHER ANIMAL',
  'Not specified',
  'N/A',
  'NON PRÉCISÉ',
  'Inconnue',
  'Espèce indéterminée',
  'Autre',
  'HUMAN',
  'Homo sapiens',
])('"%s" says nothing about the species', (text) => {
  expect(parseSpeciesText(text)).toBeUndefined()
  expect(namesOtherSpecies(text)).toBe(false)
})
