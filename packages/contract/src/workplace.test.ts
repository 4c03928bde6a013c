import { expect, test } from 'vitest'
import { ClinicId } from './ids.ts'
import { formatWorkplace, parseWorkplace } from './workplace.ts'

const clinicId = ClinicId.parse(3)

test('clinic and room of a workplace survive the header, whatever the room is called', () => {
  for (const room of ['Room 1', 'Salle d’opération', 'a&b=c%', ''])
    expect(parseWorkplace(formatWorkplace({ clinicId, room }))).toEqual({ clinicId, room })
  expect(formatWorkplace({ room: 'Salle d’opération' })).toMatch(/^[\u0020-\u007E]*$/u)
  expect(formatWorkplace({})).toBe('')
})

test('a malformed workplace says nothing', () => {
  const nothing = { clinicId: undefined, room: undefined }
  for (const text of [undefined, '', 'clinic=x', 'clinic=-1', 'room=%E0%A4%A', '&&=='])
    expect(parseWorkplace(text)).toEqual(nothing)
})
