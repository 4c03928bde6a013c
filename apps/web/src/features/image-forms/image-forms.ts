import { can } from '@talus/contract'
import type { Actor, ImageId, StudyId } from '@talus/contract'
import type { SelectedClinic } from '../../api/clinic-choice.ts'

export const imageForms = ['email', 'send', 'download', 'annotations', 'dump'] as const
export type ImageForm = (typeof imageForms)[number]

/** The study that a form is opened for. */
export interface FormStudy {
  readonly studyId: StudyId
  readonly speciesId: number | null
  readonly clinic: SelectedClinic
  /** The image that somebody is looking at, if it is one. */
  readonly imageId?: ImageId | undefined
}

/** What every form is given. */
export interface FormProps {
  readonly study: FormStudy
  readonly onDone: () => void
  /** Leaves for another page of the application. */
  readonly goTo: (path: string) => void
}

/**
 * An operator has the e-mail alone. In the cloud an image is not corrected beside the machine that has
 * made it.
 */
export const imageFormsOf = (actor: Pick<Actor, 'flags'>, isLocal: boolean): readonly ImageForm[] =>
  imageForms
    .filter((form) => isLocal || form !== 'annotations')
    .filter((form) => can(actor, form === 'email' ? 'image.email' : 'image.dicom-forms'))
