import { z } from 'zod'
import { Instant, plainText } from './fields.ts'
import { ImageId, StudyId } from './ids.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'

/**
 * The persons who hold the animal, and its sedation: the X-ray log records both for each exposure.
 */
export const Restraint = z.object({
  holders: plainText(limits.textMax).default(''),
  isSedated: z.boolean().default(false),
})
export type Restraint = z.output<typeof Restraint>

/** A later change of the restraint of one exposure. */
export const RestraintCorrection = z.object({
  user: z.string(),
  createdOn: Instant,
  previous: Restraint,
  restraint: Restraint,
})

/** An exposure with its restraint; a rejected one was an exposure too. */
export const RestrainedExposure = z.object({
  imageId: ImageId,
  exposedOn: Instant,
  bodyPart: z.string(),
  bodyPartView: z.string(),
  isRejected: z.boolean(),
  restraint: Restraint,
  /** Oldest first. */
  corrections: z.array(RestraintCorrection),
})
export type RestrainedExposure = z.output<typeof RestrainedExposure>

const byId = z.object({ id: StudyId })

export const restraintRoutes = {
  exposures: defineRoute({
    method: 'GET',
    path: '/study/:id/exposures',
    summary: 'The exposures of a study, newest first, with the persons who held the animal',
    needs: 'study.capture',
    clinic: 'reach',
    params: byId,
    response: z.array(RestrainedExposure),
  }),
  correct: defineRoute({
    method: 'POST',
    path: '/study/:id/restraint/correction',
    summary: 'Correct the persons who held the animal at earlier exposures; the log shows both',
    needs: 'study.capture',
    clinic: 'reach',
    params: byId,
    body: Restraint.extend({
      imageIds: z.array(ImageId).min(1, 'field/required').max(limits.correctedExposures),
    }),
    response: z.array(RestrainedExposure),
  }),
}
