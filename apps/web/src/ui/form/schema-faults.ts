import i18next from 'i18next'
import { fieldFaults } from '@talus/contract'
import type { z } from 'zod'

/** The faults that a schema of the contract finds, in words, by the first part of their path. */
export function schemaFaults(schema: z.ZodType, values: unknown): Record<string, string> {
  const parsed = schema.safeParse(values)
  if (parsed.success) return {}
  const faults: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0] ?? '')
    const fault = fieldFaults.find((code) => code === message) ?? 'field/invalid'
    faults[field] ??= i18next.t(`errors:${fault}`)
  }
  return faults
}
