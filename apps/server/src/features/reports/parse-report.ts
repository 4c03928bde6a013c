import { ReportDocument } from '@talus/report/document'
import { InvalidRequestError } from '../../http/error-reply.ts'

/** The contract does not know the schema of a report; the faults are named by their path. */
export function parseReport(document: unknown): ReportDocument {
  const parsed = ReportDocument.safeParse(document, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new InvalidRequestError(
    parsed.error.issues
      .slice(0, 20)
      .map((issue) => ({ ...issue, path: ['document', ...issue.path] })),
  )
}

/** A stored document, which was parsed before it was stored. */
export const readStoredReport = (text: string): ReportDocument =>
  ReportDocument.parse(JSON.parse(text))
