import { expect, test } from 'vitest'
import {
  createFile,
  createImageElements,
  encodeElements,
  encodeItem,
  syntaxes,
} from '../../../../../../packages/dicom/src/testing/synthetic-file.ts'
import { setUpImports } from '../../../testing/images/import-fixture.ts'

const imports = setUpImports()

const image = encodeElements(createImageElements({ columns: 8, rows: 8 }))

/** Empty private elements with ascending tags. */
function createElements(count: number): Buffer {
  const bytes = Buffer.alloc(8 * count)
  for (let at = 0; at < count; at++) {
    bytes.writeUInt16LE(0x29 + 2 * Math.floor(at / 50_000), 8 * at)
    bytes.writeUInt16LE(0x10_00 + (at % 50_000), 8 * at + 2)
    bytes.write('LO', 8 * at + 4)
  }
  return bytes
}

/** Sequences of undefined length, each in the item of the one before. */
function createNested(depth: number): Buffer {
  const open = Buffer.from('0800401153510000fffffffffeff00e0ffffffff', 'hex')
  const close = Buffer.from('feff0de000000000feffdde000000000', 'hex')
  return Buffer.concat([
    Buffer.alloc(depth * open.length, open),
    Buffer.alloc(depth * close.length, close),
  ])
}

const emptyItems = Buffer.alloc(8 * 250_001, encodeItem(new Uint8Array()))

const tooLarge = {
  elements: createFile(syntaxes.explicit, Buffer.concat([image, createElements(100_001)])),
  depth: createFile(syntaxes.explicit, Buffer.concat([createNested(40), image])),
  items: createFile(
    syntaxes.explicit,
    Buffer.concat([encodeElements([[0x00_08_11_40, 'SQ', emptyItems]]), image]),
  ),
  text: createFile(
    syntaxes.explicit,
    Buffer.concat(
      Array.from({ length: 300 }, (_, at) =>
        encodeElements([[0x00_29_10_00 + at, 'UT', 'a'.repeat(60_000)]]),
      ),
    ),
  ),
  inflated: createFile(syntaxes.deflated, Buffer.alloc(20 * 1024 * 1024)),
}

test.each([
  ['elements', 'fr', 'import/too-many-elements', 'plus de 100 000 éléments au même niveau'],
  ['elements', 'en', 'import/too-many-elements', 'more than 100,000 elements at one level'],
  ['depth', 'fr', 'import/too-deep', 'imbrique plus de 32 séquences'],
  ['items', 'fr', 'import/too-many-items', 'plus de 250 000 éléments'],
  ['text', 'fr', 'import/text-too-long', 'plus de 16 777 216 caractères'],
  ['inflated', 'fr', 'import/inflates-too-far', 'plus de 16 Mo'],
  ['inflated', 'en', 'import/inflates-too-far', 'more than 16 MB'],
] as const)(
  'a file beyond the limit of its %s is refused in %s',
  async (limit, language, ...said) => {
    const { status, error } = await imports.send(tooLarge[limit], { language })
    const [code, text] = said
    expect([status, error?.code]).toEqual([400, code])
    const message = error?.message.replaceAll(/[\u00A0\u202F]/gu, ' ')
    expect(message).toContain(text)
    expect(message).toContain(language === 'fr' ? 'Ce fichier dépasse' : 'This file exceeds')
  },
)
