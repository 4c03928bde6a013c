import { z } from 'zod'
import { plainText } from './fields.ts'
import { ImageId } from './ids.ts'
import { limits } from './limits.ts'
import { CaseDraft } from './rad-case.ts'

/** A form field with JSON text; invalid JSON is a bad request. */
export const jsonField = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'field/invalid' })
        return z.NEVER
      }
    })
    .pipe(schema)

/** The limits of a form with attachments. */
export const attachmentForm = {
  fieldBytes: limits.formFieldBytes,
  files: { files: { min: 0, max: limits.attachmentsMax, bytes: limits.attachmentsBytes } },
  fileBytes: limits.attachmentsBytes,
  refusals: { tooMany: 'case/too-many-files', tooLarge: 'case/files-too-large' },
} as const

export const caseForm = {
  ...attachmentForm,
  fields: z.object({
    model: jsonField(CaseDraft),
    /** Images of the study, and of earlier studies of the same patient. */
    imageIds: jsonField(z.array(ImageId).max(limits.caseImagesMax)),
    /** Reports of earlier studies, see `earlierReports`; without it the attached ones stay. */
    reportIds: jsonField(z.array(ImageId).max(limits.caseReportsMax)).optional(),
    newBreed: plainText().optional(),
    /** Made by the page for one form: a request that is repeated makes no second case. */
    key: z.uuid().optional(),
  }),
}
