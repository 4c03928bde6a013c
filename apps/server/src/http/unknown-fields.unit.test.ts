import { ignoreFields } from '@talus/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { findUnknownFields } from './unknown-fields.ts'

const inner = z.object({ a: z.string().optional() })

test.each<[string, z.ZodType, unknown, readonly string[]]>([
  ['declared fields only', inner, { a: 'x' }, []],
  ['an undeclared field', inner, { a: 'x', b: 1 }, ['b']],
  ['a field of a nested object', z.object({ in: inner.nullable() }), { in: { b: 1 } }, ['in.b']],
  ['a field in a list', z.object({ all: z.array(inner) }), { all: [{}, { b: 1 }] }, ['all.1.b']],
  ['a field in a record', z.record(z.string(), inner), { x: { c: 1 } }, ['x.c']],
  ['a refined schema', inner.refine(() => true).optional(), { b: 1 }, ['b']],
  ['a name of every object', inner, { constructor: 1 }, ['constructor']],
  [
    'the fitting alternative of a union',
    z.union([z.object({ one: z.int() }), z.object({ two: z.int() })]),
    { two: 1, three: 1 },
    ['three'],
  ],
  ['an ignored field', ignoreFields(z.object({}), ['b']), { b: 1, c: 1 }, ['c']],
  ['a list where an object belongs', inner, [], []],
])('unknown fields: %s', (_name, schema, value, expected) => {
  expect(findUnknownFields(schema, value)).toEqual(expected)
})
