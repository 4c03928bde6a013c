import { foldText } from '@talus/contract'
import type { Doctor, DoctorId, User } from '@talus/contract'

type Name = Pick<User, 'firstName' | 'lastName'>

const foldName = ({ firstName, lastName }: Name) => foldText(`${firstName} ${lastName}`.trim())

/** Doctors and users are separate records: the doctor who is signed in has the user's name. */
export function findOwnDoctor(
  user: Name,
  doctors: readonly Pick<Doctor, 'id' | 'firstName' | 'lastName'>[],
): DoctorId | undefined {
  const name = foldName(user)
  const same = name === '' ? [] : doctors.filter((doctor) => foldName(doctor) === name)
  return same.length === 1 ? same[0]?.id : undefined
}
