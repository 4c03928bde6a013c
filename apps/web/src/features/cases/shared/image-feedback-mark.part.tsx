import type { ImageId, StudyId } from '@talus/contract'
import { JudgedMark } from '../../../ui/display/judged-mark.tsx'
import { useImageFeedbackLines } from './study-image-feedback.tsx'

interface ImageFeedbackMarkProps {
  readonly studyId: StudyId
  readonly imageId: ImageId
}

/** The mark at a thumbnail beside the study list, with what radiologists say about the image. */
export function ImageFeedbackMark({ studyId, imageId }: ImageFeedbackMarkProps) {
  const lines = useImageFeedbackLines(studyId)(imageId)
  return lines.length === 0 ? null : <JudgedMark notes={lines.join(' · ')} />
}
