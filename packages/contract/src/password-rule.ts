import { limits } from './limits.ts'

/**
 * Passwords that satisfy the composition rule but that an attacker tries first. Compared in lower
 * case.
 */
const common = new Set(
  (
    'password1 password12 password123 password1234 passw0rd1 p4ssword1 qwerty123 qwerty1234 ' +
    'abcd1234 abc12345 abcdefg1 welcome1 welcome12 welcome123 letmein1 letmein123 admin123 ' +
    'admin1234 administrator1 changeme1 changeme123 iloveyou1 sunshine1 football1 baseball1 ' +
    'princess1 monkey123 dragon123 master123 superman1 batman123 trustno1 summer2024 summer2025 ' +
    'summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 bonjour1 bonjour123 ' +
    'motdepasse1 azerty123 azerty1234 doudou123 soleil123 veterinary1 xray1234 radiology1 clinic123'
  ).split(' '),
)

/** Returns the first rule that a new password breaks, in the order of the specification. */
export function findPasswordFault(password: string, confirmation: string) {
  if (password !== confirmation) return 'password/mismatch'
  if (password.length < limits.passwordMin) return 'password/too-short'
  if (!/\d/u.test(password) || !/\p{Lu}/u.test(password) || !/\p{Ll}/u.test(password))
    return 'password/too-simple'
  if (password.length > limits.passwordMax) return 'password/too-long'
  if (common.has(password.toLowerCase())) return 'password/too-common'
  return undefined
}
