import { z } from 'zod'
import { Instant } from './fields.ts'
import { ClinicId, ImageId, ShareId, StudyId } from './ids.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'

/** A link by which a recipient without an account can see some images, for some days. */
export const Share = z.object({
  id: ShareId,
  clinicId: ClinicId,
  studyId: StudyId,
  createdOn: Instant,
  expiresOn: Instant,
  revokedOn: Instant.nullable(),
  hasPin: z.boolean(),
  imageCount: z.int().nonnegative(),
  recipients: z.array(z.string()),
  opened: z.int().nonnegative(),
  lastOpenedOn: Instant.nullable(),
  user: z.string(),
})
export type Share = z.output<typeof Share>

/** Four to eight digits, sent to the recipient by another channel than the link. */
export const SharePin = z.string().regex(/^\d{4,8}$/u, 'field/pin')
/** Optional fields of every form that creates a link. */
export const linkOptions = {
  linkDays: z.int().min(1, 'field/invalid').max(limits.shareDaysMax, 'field/invalid').optional(),
  linkPin: SharePin.optional(),
}

export const shareRoutes = {
  ofStudy: defineRoute({
    method: 'GET',
    path: '/share',
    summary: 'The download links to the images of a study',
    needs: 'image.email',
    clinic: 'reach',
    query: z.object({ studyId: StudyId }),
    response: z.array(Share),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/share',
    summary: 'Create a download link; its URL is returned only this once',
    needs: 'image.email',
    clinic: 'reach',
    body: z.object({
      imageIds: z.array(ImageId).min(1, 'field/required').max(limits.sharedImagesMax),
      ...linkOptions,
    }),
    response: z.object({ share: Share, url: z.string() }),
  }),
  revoke: defineRoute({
    method: 'DELETE',
    path: '/share/:id',
    summary: 'Revoke a download link',
    needs: 'image.email',
    clinic: 'reach',
    params: z.object({ id: ShareId }),
  }),
}
