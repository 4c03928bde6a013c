import { describe, expect, test } from 'vitest'
import { hasSamples, readSample, samplesNote } from '../testing/test-data.ts'
import { decodeText } from './character-set.ts'
import { readDicom } from './read-dicom.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf8 = (text: string) => Buffer.from(text, 'utf8')

describe('accented text', () => {
  test.each([
    ['in its declared character set', latin1('Noël'), ['ISO_IR 100']],
    ['in its declared character set', utf8('Noël'), ['ISO_IR 192']],
    ['without a declared character set', latin1('Noël'), []],
    ['without a declared character set', utf8('Noël'), []],
    ['with the wrong character set declared', latin1('Noël'), ['ISO_IR 192']],
    ['with the wrong character set declared', utf8('Noël'), ['ISO_IR 100']],
    ['with an unknown character set', utf8('Noël'), ['ISO_IR 999']],
    ['with a second character set', latin1('Noël'), ['ISO 2022 IR 100', 'ISO 2022 IR 87']],
  ])('text is decoded %s: %o', (_, bytes, characterSet) => {
    expect(decodeText(bytes, characterSet)).toBe('Noël')
  })

  test('text of a non-Western character set is decoded as declared', () => {
    expect(decodeText(Uint8Array.of(0xcf, 0xe1), ['ISO_IR 144'])).toBe('Яс')
  })
})

test('an unknown escape sequence does not prevent decoding', () => {
  expect(decodeText(latin1('Rex\u001B%Gé\u001B'), ['', 'ISO 2022 IR 6'])).toContain('Rex')
})

describe.runIf(hasSamples)(`patient names of real files${samplesNote}`, () => {
  test.each([
    ['chrFren', 'Buc^Jérôme'],
    ['chrGreek', 'Διονυσιος'],
    ['chrRuss', 'Люкceмбypг'],
    ['chrArab', 'قباني^لنزار'],
    ['chrH31', 'Yamada^Tarou=山田^太郎=やまだ^たろう'],
    ['chrH32', 'ﾔﾏﾀﾞ^ﾀﾛｳ=山田^太郎=やまだ^たろう'],
    ['chrI2', 'Hong^Gildong=洪^吉洞=홍^길동'],
    ['chrX2', 'Wang^XiaoDong=王^小东='],
  ])('the patient name of %s is decoded', (file, name) => {
    expect(readDicom(readSample(`charset/${file}.dcm`)).identity.patientName).toBe(name)
  })
})
