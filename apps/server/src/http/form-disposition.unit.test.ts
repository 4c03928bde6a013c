import { expect, test } from 'vitest'
import { createErrorReply } from './error-reply.ts'
import { checkFileName, parseFormDisposition } from './form-disposition.ts'

test.each([
  ['form-data; name="note"', 'note', undefined],
  ['Form-Data;name=note', 'note', undefined],
  ['form-data; name="files"; filename=""', 'files', ''],
  ['form-data; name="files"; filename="a;b=\'c\'.png"', 'files', "a;b='c'.png"],
  ['form-data; filename="; name=x"; name="files"', 'files', '; name=x'],
  // Browsers, then curl.
  ['form-data; name="a%22b"; filename="%0D%0Ax%22.png"', 'a"b', '\r\nx".png'],
  ['form-data; name="files"; filename="say \\"ah\\".png"', 'files', 'say "ah".png'],
  ['form-data; name="files"; filename="Œdème 100%.png"', 'files', 'Œdème 100%.png'],
])('the disposition %s is parsed', (header, name, fileName) => {
  expect(parseFormDisposition(header)).toEqual({ name, fileName })
})

test.each([
  undefined,
  '',
  'form-data',
  'attachment; name="x"',
  'form-data; filename="x"',
  'form-data; name="a"; name="b"',
])('the disposition %s is refused', (header) => {
  expect(() => parseFormDisposition(header)).toThrow('request/malformed')
})

test.each([
  ['a.png', 'a.png'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\x\\a.png', 'a.png'],
  ['  a \t b.png ', 'a b.png'],
])('the file name %s becomes %s', (sent, name) => {
  expect(checkFileName('files', sent)).toBe(name)
})

test.each(['..', '.', 'folder/', ' ', 'a\u0000.png', '\u001b[31m.png', 'x'.repeat(256)])(
  'the file name %j is refused under the name of its field',
  (sent) => {
    try {
      checkFileName('files', sent)
      expect.unreachable()
    } catch (error) {
      const { status, body } = createErrorReply(error, 'en')
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['files']])
    }
  },
)
