import { z } from 'zod'
import { SpeciesId } from './codes.ts'
import { sexes } from './enumerations.ts'
import { Day } from './fields.ts'
import { foldText } from './text.ts'

/** The animal of the study of a case, as the clinic has registered it. */
export const RegisteredPatient = z.object({
  /** The clinic's own identifier. */
  patientId: z.string(),
  name: z.string(),
  speciesId: SpeciesId.nullable(),
  sex: z.enum(sexes).nullable(),
  birthDate: Day.nullable(),
})
export type RegisteredPatient = z.output<typeof RegisteredPatient>

/** The fields of a case by which an animal is recognised. */
export const identityFields = ['patientName', 'speciesId', 'sex', 'birthDate'] as const
export type IdentityField = (typeof identityFields)[number]

export interface TypedIdentity {
  readonly patientName: string
  readonly speciesId: z.output<typeof SpeciesId> | null
  /** True means male. */
  readonly sex: boolean | null
  readonly birthDate: string | null
}

/**
 * The fields in which a case names another animal than the register. A value that one side does not
 * have is no difference, nor are capitals and accents of the name.
 */
export function findOtherIdentity(
  typed: TypedIdentity,
  registered: RegisteredPatient,
): IdentityField[] {
  const sex = typed.sex === null ? null : typed.sex ? 'Male' : 'Female'
  const pairs: Readonly<Record<IdentityField, readonly [unknown, unknown]>> = {
    patientName: [foldText(typed.patientName.trim()), foldText(registered.name.trim())],
    speciesId: [typed.speciesId, registered.speciesId],
    sex: [sex, registered.sex],
    birthDate: [typed.birthDate, registered.birthDate],
  }
  const isKnown = (value: unknown) => value !== null && value !== ''
  return identityFields.filter((field) => {
    const [own, other] = pairs[field]
    return isKnown(own) && isKnown(other) && own !== other
  })
}
