import { describe, expect, test } from 'vitest'
import { hasSamples, readSample, samplesNote } from '../testing/test-data.ts'
import { textOf } from './character-set.ts'
import { readDicom } from './read-dicom.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf8 = (text: string) => Buffer.from(text, 'utf8')

describe('accents', () => {
  test.each([
    ['as declared', latin1('Noël'), ['ISO_IR 100']],
    ['as declared', utf8('Noël'), ['ISO_IR 192']],
    ['with nothing declared', latin1('Noël'), []],
    ['with nothing declared', utf8('Noël'), []],
    ['with the other declared', latin1('Noël'), ['ISO_IR 192']],
    ['with the other declared', utf8('Noël'), ['ISO_IR 100']],
    ['with a set that does not exist', utf8('Noël'), ['ISO_IR 999']],
    ['with a second set', latin1('Noël'), ['ISO 2022 IR 100', 'ISO 2022 IR 87']],
  ])('%s: %o', (_, bytes, characterSet) => {
    expect(textOf(bytes, characterSet)).toBe('Noël')
  })

  test('of other sets are left to them', () => {
    expect(textOf(Uint8Array.of(0xcf, 0xe1), ['ISO_IR 144'])).toBe('Яс')
  })
})

test('an escape that nobody knows does no harm', () => {
  expect(textOf(latin1('Rex\u001B%Gé\u001B'), ['', 'ISO 2022 IR 6'])).toContain('Rex')
})

describe.runIf(hasSamples)(`names of real files${samplesNote}`, () => {
  test.each([
    ['chrFren', 'Buc^Jérôme'],
    ['chrGreek', 'Διονυσιος'],
    ['chrRuss', 'Люкceмбypг'],
    ['chrArab', 'قباني^لنزار'],
    ['chrH31', 'Yamada^Tarou=山田^太郎=やまだ^たろう'],
    ['chrH32', 'ﾔﾏﾀﾞ^ﾀﾛｳ=山田^太郎=やまだ^たろう'],
    ['chrI2', 'Hong^Gildong=洪^吉洞=홍^길동'],
    ['chrX2', 'Wang^XiaoDong=王^小东='],
  ])('%s', (file, name) => {
    expect(readDicom(readSample(`charset/${file}.dcm`)).identity.patientName).toBe(name)
  })
})
