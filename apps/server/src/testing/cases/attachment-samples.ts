import { createZip } from '../images/create-zip.ts'

/** A zip with the given entries; the flag of a password is set in all of them, or in none. */
const createOffice = (names: readonly string[], isLocked = false): Buffer =>
  createZip(names.map((name) => ({ name, bytes: Buffer.from(`<x name="${name}"/>`), isLocked })))

function createBitmap(): Buffer {
  const bytes = Buffer.alloc(58)
  bytes.write('BM', 'latin1')
  bytes.writeUInt32LE(58, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(1, 18)
  bytes.writeInt32LE(1, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')
/** One grey pixel each. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64')
const jpeg = Buffer.concat([
  latin1('\u00ff\u00d8\u00ff\u00e0\u0000\u0010JFIF\u0000'),
  Buffer.alloc(40),
  latin1('\u00ff\u00d9'),
])
const pdf = latin1('%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n')
const word = ['[Content_Types].xml', '_rels/.rels', 'word/document.xml']
const excel = ['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml']

/** Files that a case takes, by the extension of their name. */
export const createHonestFiles = (): Readonly<Record<string, Buffer>> => ({
  jpg: jpeg,
  jpeg,
  png,
  gif,
  bmp: createBitmap(),
  tif: Buffer.concat([latin1('II*\u0000'), Buffer.alloc(20)]),
  tiff: Buffer.concat([latin1('MM\u0000*'), Buffer.alloc(20)]),
  pdf,
  docx: createOffice(word),
  xlsx: createOffice(excel),
  txt: Buffer.from('Toux depuis 3 semaines. <5 mm, œdème à 11 °C.\r\n'),
})

/** Files that a case takes under no name. */
export const createHostileFiles = (): Readonly<Record<string, Buffer>> => ({
  program: Buffer.concat([latin1('MZ\u0090\u0000'), Buffer.alloc(200), latin1('PE\u0000\u0000')]),
  'program without NUL': latin1('MZ this program cannot be run in DOS mode'),
  'Linux program': latin1('\u007fELF\u0002\u0001\u0001'),
  'OLE document': Buffer.concat([
    latin1('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'),
    Buffer.alloc(600),
  ]),
  'Word macros': createOffice([...word, 'word/vbaProject.bin']),
  'Word macros under another name': createOffice([...word, 'word/VBAPROJECT.BIN']),
  'Excel macros': createOffice([...excel, 'xl/vbaProject.bin']),
  'Excel 4 macros': createOffice([...excel, 'xl/macrosheets/sheet1.xml']),
  'Word with an OLE object': createOffice([...word, 'word/embeddings/oleObject1.bin']),
  'Word with a program': createOffice([...word, 'word/media/setup.exe']),
  'Word with a control': createOffice([...word, 'word/activeX/activeX1.xml']),
  'encrypted Word': createOffice(word, true),
  'encrypted Excel': createOffice(excel, true),
  'Word and Excel at once': createOffice([...word, 'xl/workbook.xml']),
  'plain zip': createOffice(['a.txt']),
  'Java archive': createOffice(['META-INF/MANIFEST.MF', 'A.class']),
  'zip without a directory': latin1('PK\u0003\u0004 and nothing else'),
  drawing: latin1('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'drawing after a declaration': latin1('<?xml version="1.0"?><svg onload="alert(1)"/>'),
  page: latin1('<!DOCTYPE html><script>alert(1)</script>'),
  'page after a mark': latin1('\u00ef\u00bb\u00bf\r\n <HTML><body onload=alert(1)>'),
  script: latin1('<script>alert(1)</script>'),
  'shell script': latin1('#!/bin/sh\nrm -rf /\n'),
  'rich text': latin1('{\\rtf1 {\\object\\objupdate}}'),
  'text with NUL': latin1('a\u0000b'),
  'text with an escape sequence': latin1('\u001b[31mred'),
  'UTF-16': Buffer.from('\ufeffToux', 'utf16le'),
  'PDF after a program': Buffer.concat([latin1('MZ\u0000\n'), pdf]),
  'PDF after a page': Buffer.concat([latin1('<html><!--'), pdf]),
  'PDF without an end': latin1('%PDF-1.7\n1 0 obj'),
  'bitmap without a header': latin1('BM\u0000'),
  'text that begins like a bitmap': Buffer.concat([latin1('BMI\u0001'), Buffer.alloc(40, 'x')]),
  'PNG without a header': latin1('\u0089PNG\r\n\u001a\n<script>alert(1)</script>'),
  'GIF of no version': latin1('GIF8;alert(1)\u0000'),
})
