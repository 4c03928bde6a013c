import { expect, test } from 'vitest'
import { ClinicId } from './ids.ts'
import { formatWorkplace, parseWorkplace } from './workplace.ts'

const clinicId = ClinicId.parse(3)

test('clinic and X-ray room of a workplace survive the header, whatever their names are', () => {
  for (const xRayRoom of ['Room 1', 'Salle d’opération', 'a&b=c%', ''])
    expect(parseWorkplace(formatWorkplace({ clinicId, xRayRoom }))).toEqual({ clinicId, xRayRoom })
  expect(formatWorkplace({ xRayRoom: 'Salle d’opération' })).toMatch(/^[\u0020-\u007E]*$/u)
  expect(formatWorkplace({})).toBe('')
})

test('a malformed workplace says nothing', () => {
  const nothing = { clinicId: undefined, xRayRoom: undefined }
  for (const text of [undefined, '', 'clinic=x', 'clinic=-1', 'room=%E0%A4%A', '&&=='])
    expect(parseWorkplace(text)).toEqual(nothing)
})
