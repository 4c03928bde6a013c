import i18next from 'i18next'
import { fieldFaults } from '@talus/contract'
import type { z } from 'zod'

/**
 * Validates values with a schema of the contract; returns messages by the first part of their path.
 */
export function findSchemaFaults(schema: z.ZodType, values: unknown): Record<string, string> {
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
