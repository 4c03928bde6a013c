import { expect, test } from 'vitest'
import { createPairingCode, createPairingKey, createProof, isSameProof } from './pairing-proof.ts'

test('a pairing code has twelve characters that cannot be confused', () => {
  const codes = Array.from({ length: 50 }, createPairingCode)
  for (const code of codes)
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/u)
  expect(new Set(codes).size).toBe(50)
})

test('a code gives the same key however it is typed, and another key for another certificate', async () => {
  const key = await createPairingKey('01AB-CDEF-GHJK', 'aa')
  expect(await createPairingKey(' oiab cdef ghjk ', 'aa')).toEqual(key)
  expect(await createPairingKey('01AB-CDEF-GHJK', 'ab')).not.toEqual(key)
  expect(await createPairingKey('01AB-CDEF-GHJM', 'aa')).not.toEqual(key)
})

test('a proof belongs to one side and to its values', async () => {
  const key = await createPairingKey('01AB-CDEF-GHJK', 'aa')
  const proof = createProof(key, 'server', 'nonce')
  expect(isSameProof(proof, createProof(key, 'server', 'nonce'))).toBe(true)
  for (const other of [
    createProof(key, 'bridge', 'nonce'),
    createProof(key, 'server', 'other'),
    createProof(key, 'server', 'non', 'ce'),
    '',
  ])
    expect(isSameProof(proof, other)).toBe(false)
})
