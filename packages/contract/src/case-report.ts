import { z } from 'zod'
import type { caseModalities } from './enumerations.ts'
import { Instant, plainText } from './fields.ts'
import { CaseFileId, CaseId } from './ids.ts'
import { Image } from './image.ts'
import { limits } from './limits.ts'
import { CaseFindings } from './rad-case.ts'
import { defineRoute } from './route.ts'

interface CasePictures {
  /** Pictures that the radiologist cropped or attached, which are printed first. */
  readonly own: number
  readonly images: number
}

/** How many pictures of a case the PDF of its report prints. */
export function countPrintedPictures(
  modality: (typeof caseModalities)[number],
  { own, images }: CasePictures,
): CasePictures {
  const ownPrinted = Math.min(own, limits.printedPicturesMax)
  const max = modality === 'CT' ? limits.printedSlicesMax : limits.printedPicturesMax
  return { own: ownPrinted, images: Math.min(images, Math.max(0, max - ownPrinted)) }
}

/** Opens a file once within a minute, at `/radcase/file/ticket/:ticket`. */
export const CaseTicket = z.object({ ticket: z.string(), expiresOn: Instant })
export type CaseTicket = z.output<typeof CaseTicket>

/** Printed below the signature of a radiologist. */
export const SignatureSettings = z.object({
  /** E.g. "DVM, DACVR". */
  title: plainText(limits.textMax),
  /** The licence as the report prints it, e.g. "Licence 12345". */
  licence: plainText(limits.textMax),
  /** Whether a picture replaces the typed signature. */
  hasPicture: z.boolean(),
})
export type SignatureSettings = z.output<typeof SignatureSettings>

const number = z.coerce.number<number | string>().int().positive().max(1000)
/** The newest version in its newest revision, unless they are named. */
const version = z.object({ version: number.optional(), revision: number.optional() })
const ofCase = { clinic: 'cases', params: z.object({ id: CaseId }) } as const
const signature = { needs: 'case.answer', clinic: 'none', path: '/account/signature' } as const
const signaturePicture = { ...signature, path: '/account/signature/picture' } as const

/** The PDF of a case, the pictures of its files and its images, and the own signature. */
export const caseReportRoutes = {
  report: defineRoute({
    ...ofCase,
    method: 'GET',
    path: '/radcase/report/:id',
    summary: 'The report of a finalized case as PDF: the newest version, or the named one',
    needs: 'case.read',
    query: version,
    produces: 'application/pdf',
  }),
  createReportTicket: defineRoute({
    ...ofCase,
    method: 'POST',
    path: '/radcase/report/:id/ticket',
    summary: 'Create a ticket that shows the report of a case once, in a frame or a new tab',
    needs: 'case.read',
    query: version,
    response: CaseTicket,
  }),
  previewReport: defineRoute({
    ...ofCase,
    method: 'POST',
    path: '/radcase/:id/report/preview',
    summary: 'Make the PDF that these texts would give, and a ticket that shows it once',
    needs: 'case.answer',
    body: CaseFindings,
    response: CaseTicket,
  }),
  fileThumbnail: defineRoute({
    method: 'GET',
    path: '/radcase/file/:id/thumbnail',
    summary: 'A small picture of a file; files that are no pictures have none',
    needs: 'case.read',
    clinic: 'cases',
    params: z.object({ id: CaseFileId }),
    produces: 'image/jpeg',
  }),
  images: defineRoute({
    ...ofCase,
    method: 'GET',
    path: '/radcase/:id/images',
    summary: 'The images that are attached to a case, of its study and of earlier ones',
    needs: 'case.read',
    response: z.array(Image),
  }),
  signature: defineRoute({
    ...signature,
    method: 'GET',
    summary: 'Title, licence and picture of the own signature',
    response: SignatureSettings,
  }),
  saveSignature: defineRoute({
    ...signature,
    method: 'PUT',
    summary: 'Save title and licence of the own signature',
    body: SignatureSettings.pick({ title: true, licence: true }),
    response: SignatureSettings,
  }),
  signaturePicture: defineRoute({
    ...signaturePicture,
    method: 'GET',
    summary: 'The picture of the own signature',
    produces: 'image/jpeg',
  }),
  saveSignaturePicture: defineRoute({
    ...signaturePicture,
    method: 'POST',
    summary: 'Set the picture of the own signature from a PNG or JPEG file',
    form: {
      fields: z.object({}),
      fieldBytes: limits.formFieldBytes,
      files: { pictureFile: { min: 1, max: 1, bytes: limits.logoBytes } },
      fileBytes: limits.logoBytes,
    },
    response: SignatureSettings,
  }),
  removeSignaturePicture: defineRoute({
    ...signaturePicture,
    method: 'DELETE',
    summary: 'Remove the picture of the own signature',
    response: SignatureSettings,
  }),
}
