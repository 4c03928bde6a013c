import type { Study, StudyId } from '@talus/contract'
import { useState } from 'react'
import { persistentStorage } from '../../../browser-storage.ts'
import type { Modality } from './start-rules.ts'

const key = 'registration-modality'

interface ModalityChoice {
  readonly modality: string | undefined
  /** The study that was continued when the choice was made; the choice overrides its modality. */
  readonly studyId: StudyId | undefined
}

type StudySummary = Pick<Study, 'id' | 'modality'>

/** The modality of the next exposure: that of the continued study, else the one chosen last. */
export function useModality() {
  const [choice, setChoice] = useState<ModalityChoice>(() => ({
    modality: persistentStorage.read(key),
    studyId: undefined,
  }))
  return {
    getModality: (modalities: readonly Modality[], study: StudySummary | undefined) => {
      const own = study && choice.studyId !== study.id ? study.modality : undefined
      return (
        modalities.find((one) => one === own) ??
        modalities.find((one) => one === choice.modality) ??
        modalities[0]
      )
    },
    choose: (modality: Modality, study: StudySummary | undefined) => {
      persistentStorage.write(key, modality)
      setChoice({ modality, studyId: study?.id })
    },
  }
}
