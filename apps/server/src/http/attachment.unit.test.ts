import { expect, test } from 'vitest'
import { formatAttachmentHeader } from './attachment.ts'

test.each([
  [
    'First images.zip',
    `attachment; filename="First images.zip"; filename*=UTF-8''First%20images.zip`,
  ],
  [
    'Clinique d’Été images.zip',
    `attachment; filename="Clinique d_Ete images.zip"; filename*=UTF-8''Clinique%20d%E2%80%99%C3%89t%C3%A9%20images.zip`,
  ],
  [
    'a"\r\nx: y\\%.zip',
    `attachment; filename="a___x: y__.zip"; filename*=UTF-8''a%22%0D%0Ax%3A%20y%5C%25.zip`,
  ],
  [
    "it's (1)*.zip",
    `attachment; filename="it's (1)*.zip"; filename*=UTF-8''it%27s%20%281%29%2A.zip`,
  ],
  ['\u{D83D}.zip', `attachment; filename="_.zip"; filename*=UTF-8''%EF%BF%BD.zip`],
])('the file name %j is encoded and cannot inject headers', (name, header) => {
  expect(formatAttachmentHeader(name)).toBe(header)
})
