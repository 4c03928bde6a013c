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
  /** The image open in the viewer, if any. */
  readonly imageId?: ImageId | undefined
}

/** Props of every image form. */
export interface FormProps {
  readonly study: FormStudy
  readonly onDone: () => void
  /** Leaves for another page of the application. */
  readonly goTo: (path: string) => void
}

/**
 * Lists the forms that the user may open. An operator has only e-mail. Annotations are corrected in
 * the local variant only, not in the cloud.
 */
export const listImageForms = (
  actor: Pick<Actor, 'flags'>,
  isLocal: boolean,
): readonly ImageForm[] =>
  imageForms
    .filter((form) => isLocal || form !== 'annotations')
    .filter((form) => can(actor, form === 'email' ? 'image.email' : 'image.dicom-forms'))
