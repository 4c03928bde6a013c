import { refuse } from '@talus/contract'
import { ReportDocument, isImageCount } from '@talus/report/document'
import { z } from 'zod'
import { InvalidRequestError } from '../../http/error-reply.ts'

/** The contract does not know the schema of a report; the faults are named by their path. */
export function parseReport(document: unknown): ReportDocument {
  const parsed = ReportDocument.safeParse(document, { reportInput: true })
  if (parsed.success) return parsed.data
  refuseImageCount(document)
  throw new InvalidRequestError(
    parsed.error.issues
      .slice(0, 20)
      .map((issue) => ({ ...issue, path: ['document', ...issue.path] })),
  )
}

const ImageCounts = z.object({ pages: z.array(z.object({ imageCount: z.number() })) })

/** The specification has a text for this fault, with the number in it. */
function refuseImageCount(document: unknown): void {
  const wrong = ImageCounts.safeParse(document).data?.pages.find(
    ({ imageCount }) => !isImageCount(imageCount),
  )
  if (wrong) refuse('report/image-count', { values: { count: wrong.imageCount } })
}

/** A stored document, which was parsed before it was stored. */
export const readStoredReport = (text: string): ReportDocument =>
  ReportDocument.parse(JSON.parse(text))
